// Objects with many members of names that are only known at run time. Filled one name at a time they
// would turn into hash tables of the engine, ten times slower to copy; parsed from text they do not.

/** An object with these members, all null, to be copied and filled. */
export function shapeOf<T>(names: Iterable<string>): Readonly<Record<string, T | null>> {
  const members = [...names].map((name) => `${JSON.stringify(name)}:null`);
  return JSON.parse(`{${members.join(',')}}`) as Record<string, null>;
}
