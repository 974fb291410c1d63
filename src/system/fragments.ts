// Fragments whose decision is not built yet, with the text that the safe service has. A decision that
// lands brings its texts along and takes its line out of here.

export const settledFragments: Readonly<Record<string, string>> = {
  after: 'seq>:after_seq',
};
