// 时空图里外的词。

import type { Messages } from '../en';

export const diagram: Messages['diagram'] = {
  title: '时空图',
  caption: ({ shown, of }) => `这次运行的各步，自上而下；游标在第 ${shown} 步，共 ${of} 步。`,
  columns: { step: '步', who: '谁', what: '发生了什么', log: '日志' },
  several: { browser: '浏览器', worker: 'worker' },
  inGutter: { many: '⋮' },
  folded: ({ count }) => `${count} 步：`,
  unfold: ({ from, to }) => (from === to ? `展开第 ${from} 步` : `展开第 ${from} 至 ${to} 步`),
  fold: '重新折叠这些步',
  openTransaction: ({ count }) => `展开这一步的 ${count} 个操作`,
  closeTransaction: '收起操作',
  publishes: ({ message }) => `发布 ${message}`,
  publishesAgain: ({ message }) => `发布 ${message}：同一条消息`,
  takes: ({ message }) => `取走 ${message}`,
  acknowledges: ({ message }) => `确认 ${message}`,
  ignored: '重复，已忽略',
  refused: '被拒绝',
  breaks: ({ property }) => `破坏了：${property}`,
  stored: ({ seq }) => `写入事件 ${seq}`,
  now: ({ time }) => `现在，${time}`,
  next: ({ time }) => `下一步，${time}`,
  seconds: ({ seconds }) => `${seconds} 秒`,
  inFlight: ({ count, off }) => {
    if (count === 0) return '途中没有消息';
    return off > 0 ? `${count} 条在途，其中 ${off} 条不在台上` : `${count} 条消息在途中`;
  },
  chip: ({ message, from, to }) => `${message}，从 ${from} 到 ${to}，在途中`,
  atBroker: ({ message, from }) => `${message}，来自 ${from}，停在消息代理`,
  isLate: '被延迟',
  isDoubled: '第二份',
  menu: '它会遇到什么',
  deliver: '送达',
  deliverTo: ({ receiver }) => `送达 ${receiver}`,
  delay: '延迟',
  drop: '丢失',
  duplicate: '重复',
  redeliver: '重新投递',
  tear: ({ bytes }) => `只到 ${bytes} 字节`,
  nothingPossible: '此刻它不会遇到什么',
  crashHere: '让它在这里崩溃',
  crashes: ({ name }) => `${name} 在这里崩溃`,
  orNext: ({ words }) => `或者：${words}`,
  offers: '这里可能发生什么',
  legend: {
    time: '时间自上而下，每个进程一列。',
    marks: '空心只在内存里，实心已写入数据库。',
    mark: '黄色是上一步改变的地方。',
  },
};
