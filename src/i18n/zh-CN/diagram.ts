// 时空图里外的词。

import type { Messages } from '../en';

export const diagram: Messages['diagram'] = {
  title: '时空图',
};
