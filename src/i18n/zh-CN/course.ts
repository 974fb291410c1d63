// 课程地图与首页。

import type { Messages } from '../en';

export const course: Messages['course'] = {
  title: '课程',
};
