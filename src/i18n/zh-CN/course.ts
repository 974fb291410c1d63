// 课程地图与首页。各设计的结果以场景文件的 expect 为准，由测试核对。

import type { Messages } from '../en';

export const course: Messages['course'] = {
  name: '课程',
  title: '随处让它崩溃。看谁能恢复。',
  lead: '一个小小的退款服务，真实的数据库，就在这个标签页里。接下来发生什么、哪里出故障，由你决定。',
  start: '30 秒弄坏它',
  goOn: ({ title }) => `继续：${title}`,
  done: ({ done, of }) => `已完成 ${done}/${of}`,

  places: '从这三处开始',
  comesTo: {
    'crash-before-publish': {
      line: 'run 存好了，却没有谁被告知。',
      naive: '0 条消息，无人启动',
      safe: '1 条消息，1 次退款',
    },
    'crash-after-publish': {
      line: '同一条消息来了两次。',
      naive: '2 条消息，2 次退款',
      safe: '2 条消息，1 次退款',
    },
    'stale-version': {
      line: '迟到的写入，赢或者不赢。',
      naive: '版本 9，审批落空',
      safe: '版本 8，审批还在',
    },
  },

  texts: { M06: '服务、事件与一致性', 'durable-sse-recovery': 'SSE 断线恢复' },
  sections: {
    owner: '连接不是任务的主人',
    api: '一套完整的 API',
    views: '三个视图',
    notice: 'SSE 只是通知',
    slow: '慢消费者',
    queued: '建好了，没入队',
    claims: '数据库里的队列',
    updates: '并发更新',
    tests: '测试要证明什么',
    append: '先追加后投递',
    cursor: '身份与游标',
    noEnding: '这不是结局',
    catchUp: '追上日志',
    effects: '重放不付款',
    endings: '断开、取消与结局',
    access: '谁能读，留多久',
  },
  notBuilt: '尚未做好',
  progress: { new: '还没开始', begun: '已开始', shown: '看过答案后完成', solved: '已完成' },

  picture: ['发布', '崩溃', '取走', '重启', '再次发布', '处理一次', '不再做第二次'],
};
