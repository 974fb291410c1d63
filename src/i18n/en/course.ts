// The course map and the landing.

export const course = {
  title: 'Course',
};
