// 一个角色接下来可能做什么，或遭遇什么：同样不带主语。

import type { Messages } from '../en';

export const acts: Messages['acts'] = {
  'browser.keepKey': '为任务生成幂等键',
  'browser.sendPost': '提交任务',
  'browser.askPage': '请求新事件',
  'browser.askRun': '请求 run 的整体状态',
  'browser.receive': '收到 {message}',
  'browser.validate': '检查收到内容的格式',
  'browser.guard': '决定接受哪些事件',
  'browser.apply': '应用已接受的事件',
  'browser.storeCursor': '保存游标',
  'browser.replaceView': '用快照替换视图',

  'api.authorize': '收到 {message}',
  'api.findKey': '查找幂等键并保存 run',
  'api.insertRun': '保存 run',
  'api.appendCreated': '追加第一个事件',
  'api.publish': '告诉消息代理',
  'api.readRun': '读取 run',
  'api.checkCursor': '读取一页事件',
  'api.respond': '应答',

  'dispatcher.readUnsent': '读发件箱',
  'dispatcher.publish': '告诉消息代理',
  'dispatcher.mark': '标记该行为已发送',

  'worker.take': '取走 {message}',
  'worker.readRun': '读取 run',
  'worker.claim': '领取 run',
  'worker.work': '询问模型',
  'worker.planOperation': '记录将要做的事',
  'worker.callRefund': '调用退款服务',
  'worker.settleOperation': '退款入账并结束 run',
  'worker.appendCommitted': '追加 run 的结束',
  'worker.ack': '确认消息',
  'worker.readUnsettled': '查找未结清的操作',
  'worker.repeatCall': '重复调用',
  'worker.readExpired': '查找到期的租约',
  'worker.renewLease': '续租',
  'worker.takeOver': '接管 run',
  'worker.failExhausted': '结束 run：尝试次数已用完',
  'worker.appendFailedAttempt': '交还 run，稍后再试',
  'worker.abandonPlanned': '让 run 以失败结束',
  'worker.publish': '告诉消息代理',

  'clock.advance': '过去 {ms}：{due}',
  'fault.crash': '崩溃',
  'fault.restart': '重启',
  'fault.pause': '暂停',
  'fault.resume': '继续',
  'fault.jump': '的时钟突然快了',
  'fault.drop': '{message} 丢失',
  'fault.duplicate': '{message} 重复',
  'fault.delay': '{message} 延迟',
};

export const due: Messages['due'] = {
  leases_ahead: '{id} 的租约到期',
  queued_ahead: '{id} 可以再试',
  unsent_ahead: '{id} 可以发送',
  approvals_ahead: '{id} 到期',
  renewal: 'worker 可以续租',
  backOff: '浏览器可以再次请求',
  noAnswer: '浏览器不再等待应答',
  message: '{id} 延迟后到达',
};
