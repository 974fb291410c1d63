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
  guards: {
    title: '拿掉一道防线，什么会坏',
    takeOut: '拿掉',
    breaks: '于是坏了',
    while: ({ guards, harm }) => `有“${guards}”在就没事；否则：${harm}`,
    or: '”或“',
    nothing: ({ count }) => `另有 ${count} 道，在这些界限内没弄坏什么`,
    foot: ({ only, covered }) =>
      `把步骤的每一种次序、外加一次故障都试过。${only} 道是唯一防线，${covered} 道另有防线替它挡着。` +
      '点一行，打开最短的那条路。',
    decisions: {
      'submit.dedup': '提交键',
      'event.append': '状态与事件',
      'retention.miss': '低于保留线',
      'browser.guard': '视图守卫',
      'browser.cursor': '浏览器游标',
      'outbox.mode': '发件箱',
      'dispatcher.mark': '投递标记',
      'claim.mode': '认领',
      'operation.id': '操作 id',
      'fence.check': 'fence 检查',
      'run.update': 'run 更新',
    },
    alternatives: {
      'submit.dedup=none': '不比对',
      'submit.dedup=key_only': '只比对键',
      'event.append=separate_transactions': '分成两个事务',
      'retention.miss=start_at_oldest': '从最旧处开始',
      'retention.miss=empty_page': '返回空页',
      'browser.guard=none': '没有',
      'browser.guard=seq_only': '只看位置',
      'browser.cursor=last_received': '记最后收到的',
      'outbox.mode=commit_then_publish': '先提交后发布',
      'outbox.mode=publish_then_commit': '先发布后提交',
      'dispatcher.mark=mark_then_publish': '先标记后发布',
      'claim.mode=none': '没有',
      'claim.mode=read_then_write': '先读后写',
      'operation.id=fresh_each_call': '每次调用换新',
      'operation.id=per_attempt': '每次尝试换新',
      'fence.check=none': '没有',
      'fence.check=owner_only': '只看持有者',
      'run.update=last_write_wins': '后写者赢',
    },
    harm: {
      S01: '按一次，建出两个任务',
      S04: '状态和事件各说各话',
      S10: '丢了 run 的 worker 还在说话',
      S17: '白白问了一个人',
      S21: '同一笔退款付了两次',
      S27: '有个 run 没有谁被告知',
      S35: '游标声称了从未显示的内容',
    },
  },

  notBuilt: '尚未做好',
  progress: { new: '还没开始', begun: '已开始', shown: '看过答案后完成', solved: '已完成' },

  picture: ['发布', '崩溃', '取走', '重启', '再次发布', '处理一次', '不再做第二次'],
};
