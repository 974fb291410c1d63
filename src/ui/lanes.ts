// An actor's id says what it is and which one of its kind: that gives it its shape and the number in it.

export interface Lane {
  readonly kind: string;
  /** Null where there is only one of its kind. */
  readonly number: number | null;
}

export function laneOf(id: string): Lane {
  const [, kind = id, number] = /^(.+?)(?:-(\d+))?$/.exec(id) ?? [];
  return { kind, number: number === undefined ? null : Number(number) };
}
