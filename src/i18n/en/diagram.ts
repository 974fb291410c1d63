// What stands in and around the space-time diagram.

export const diagram = {
  title: 'Space-time diagram',
};
