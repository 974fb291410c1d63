// 课程里场景自身之外的词。

import type { Messages } from '../en';

export const lesson: Messages['lesson'] = {
  title: '课程',
};
