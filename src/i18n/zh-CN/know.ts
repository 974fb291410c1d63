// 右栏：日志与视图，数据表及每个值的来历，性质。

import type { Messages } from '../en';

export const know: Messages['know'] = {
  harm: {
    S21: '{run} 的步骤 {part}：{order} 的退款在{first}付过一次，在{again}又付了一次。',
    S27: '{run} 在排队，但自{at}起没有什么会启动它：没有未发送的行，也没有消息。',
    'S17.pending': '{run} 自{at}起为 {status}，而 {approval} 仍待处理：那个人会白白作答。',
    'S17.unasked': '{run} 自{at}起等待审批，却没有人被问到。',
    other: '在{at}被违反，涉及 {whom}。',
  },
  logOf: ({ run }) => `${run} 的日志`,
  logAndViewsOf: ({ run }) => `${run} 的日志与视图`,
  event: ({ seq, marks }) => `事件 ${seq}：${marks}`,
  mark: ({ browser, what }) => `${browser} ${what}`,
  marks: {
    applied: '已应用',
    onWire: '在途',
    arrived: '已收到，尚未应用',
    notSent: '未发送',
    missing: '缺失：游标已越过它',
    ahead: '超前：日志里没有这个事件',
    none: '没有',
  },
  appliedTimes: ({ times }) => `应用了 ${times} 次`,
  ignored: ({ times }) => `忽略 ${times} 次重复`,
  notInLog: '日志里没有',
  earlierEvents: ({ count }) => `更早的 ${count} 个事件`,

  cellsChanged: ({ count }) => `${count} 个单元格变化`,
  rowsInserted: ({ count }) => `新增 ${count} 行`,
  rowsDeleted: ({ count }) => `删除 ${count} 行`,
  changedElsewhere: '变化在未显示的列里',
  unchanged: ({ rows }) => (rows === 0 ? '没有行' : `${rows} 行，未变`),
  tables: '数据表',
  noRowsYet: '还没有行，第一行会出现在这里。',
  earlierRows: ({ count }) => `更早的 ${count} 行没有画出。`,
  otherLogs: ({ count }) => `另有 ${count} 个 run 的日志没有画出。`,
  seconds: ({ seconds }) => `${seconds} s`,

  whence: '这个值从哪里来',
  writtenBy: '{value} 由{step}写入',
  atStart: '{value} 一开始就在。',
  derived: '{value} 取自参与者和信道此刻的样子，没有哪一步写过它。',
  start: '起点',
  step: ({ step }) => `第 ${step} 步`,
  stepDid: ({ step, did }) => `第 ${step} 步 ${did}`,
  commit: '提交',
  causedBy: '起因',
  itself: '自身',

  lookHere: '看这里',
  afterStep: '这一步之后：',
  all: '全部数据表、列和性质',
  staged: '只看台上的',
  keys: {
    step_key: ({ value }) => `步骤 ${value}`,
    seq: ({ value }) => `事件 ${value}`,
    incarnation: ({ value }) => `第 ${value} 次载入`,
  },
};
