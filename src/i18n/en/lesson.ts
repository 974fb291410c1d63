// What a lesson says around a scenario's own words.

export const lesson = {
  title: 'Lesson',
};
