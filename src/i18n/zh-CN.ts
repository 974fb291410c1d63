// The Chinese words of the page: written, not translated, in the terms of the glossary.

import type { Messages } from './en';
import { acts, due } from './zh-CN/acts';
import { briefs } from './zh-CN/briefs';
import { course } from './zh-CN/course';
import { diagram } from './zh-CN/diagram';
import { embed } from './zh-CN/embed';
import { explore } from './zh-CN/explore';
import { know } from './zh-CN/know';
import { lab } from './zh-CN/lab';
import { lesson } from './zh-CN/lesson';
import { says } from './zh-CN/says';

export const zhCN: Messages = {
  acts,
  due,
  says,
  briefs,
  diagram,
  know,
  lab,
  lesson,
  course,
  embed,
  explore,

  reasons: {
    isDown: ({ actor }) => `${actor} 已崩溃，尚未重启`,
    isPaused: ({ actor }) => `${actor} 已暂停`,
    isBusy: ({ procedure }) => `正在执行 ${procedure}`,
    isDelayed: ({ message }) => `${message} 被延迟，还没到`,
    noDeadlineAhead: () => '前面没有截止时间',
    faultBudgetSpent: ({ fault }) => `本次运行的 ${fault} 故障已用完`,
    nothingToSend: () => '没有要投递的消息',
    nothingExpired: () => '没有租约到期',
    leaseIsFresh: () => '租约还没过半',
    nothingNew: ({ actor }) => `${actor} 没有新事件可读`,
    nothingToSubmit: ({ actor }) => `${actor} 没有要提交的任务`,
    waitsForAnswer: ({ actor }) => `${actor} 在等响应`,
    backsOff: ({ actor }) => `${actor} 在退避，稍后再试`,
  },

  actors: {
    browser: '浏览器',
    api: 'API',
    dispatcher: '投递器',
    worker: 'worker',
    broker: '消息代理',
    refunds: '退款服务',
    clock: '时钟',
  },

  properties: {
    S01: '按一次提交，只产生一个任务。',
    S02: '重复提交的人得到的是自己那个请求的 run。',
    S03: '答应过的 run 一定存在。',
    S04: '状态页与事件日志说的是同一件事。',
    S05: '事件日志没有缺口，序号不重复。',
    S07: 'run 只结束一次，之后不再有事件。',
    S10: '新的尝试开始后，旧尝试不再发声。',
    S12: '失败的任务会停下：失去的尝试不超过允许的次数。',
    S15: 'run 结束时，没有结果未知的操作。',
    S17: '待处理的审批属于等待中的 run；等待中的 run 恰有一个审批。',
    S21: '一个 run 的一个步骤，钱最多动一次。',
    S22: '账上记为已退的确实退了，记为失败的确实没退。',
    S23: '一个订单的退款总额不超过订单金额。',
    S24: '订单的已退金额等于已提交退款之和。',
    S25: '钱动过，就有一个操作记着它。',
    S26: '一笔退款在日志里只说一次，而且确有其事。',
    S27: '排队中的 run，总还有什么会启动它。',
    S28: '没有消息谈论不存在、也不会存在的 run。',
    S31: '没有视图跑在事件日志前面。',
    S33: '视图不漏事件，也不重复应用。',
    S34: '视图只显示自己的 run。',
    S35: '游标就是视图已应用到的位置。',
    S36: '浏览器显示的结局，run 确实有。',
    S37: '要读已清除的事件时，会被明确告知。',
    S40: '视图等于游标之前全部事件的折叠。',
    L1: '每个已受理的 run 终会结束。',
    L2: '没有谁永远占着 run：租约会到期，到期就有人处理。',
    L5: '没有结果一直未知。',
    L6: '每条消息终会送达。',
    L7: '每个视图终会追上日志。',
  },

  verdicts: { holds: '成立', violated: '被违反', open: '尚未' },

  page: {
    title: 'Converge',
    scenario: '场景',
    design: '设计',
    start: '从头开始',
    step: '下一步',
    stepBack: '后退一步',
    stepOf: ({ step, steps }) => `第 ${step} 步，共 ${steps} 步`,
    whatCouldHappen: '接下来可能发生',
    faults: '可能出的故障',
    blocked: '现在不能发生',
    blockedBecause: ({ action, reason }) => `${action}：${reason}`,
    clock: ({ seconds, due }) => `过了 ${seconds} 秒：${due} 到期`,
    rows: '数据行',
    noRows: ({ table }) => `${table} 里还没有行。`,
    eventLog: '事件日志',
    noEvents: '还没有事件，第一条会出现在这里。',
    views: '视图',
    cursor: ({ cursor }) => `游标 ${cursor}`,
    equal: '与日志一致',
    behind: ({ events }) => `落后日志 ${events} 条`,
    properties: '性质',
    counters: '计数器',
    history: '发生过的',
    quiet: '静止：没有什么会再发生。',
    opening: '正在打开数据库……',
    databaseFailed: ({ reason }) => `数据库打不开：${reason}`,
    noScenario: '这里没有场景。',
    unknownScenario: ({ id }) => `没有名为 ${id} 的场景。`,
    language: '语言',
    numbered: ({ word, number }) => (/[a-z]$/i.test(word) ? `${word}-${number}` : `${word} ${number}`),
    afterSubject: ({ name }) => (/[\w]$/.test(name) ? ' ' : ''),
    colon: '：',
    comma: '，',
    stop: '。',
    possible: ({ count }) => `${count} 种可能`,
    lookingBack: '正在回看。在这里另作选择会开出一条分支，之后的步骤仍然保留。',
    justHappened: '刚刚发生',
    stepNumber: ({ step }) => `第 ${step} 步`,
    noSteps: '还没有发生任何事。',
    oneTransaction: '一个事务',
    allSafe: '每一项决策都取安全的方案。',
    nowBroken: ({ property }) => `被违反：${property}`,
    breaks: ({ id }) => `违反 ${id}`,
    eventStored: ({ seq }) => `写入事件 ${seq}`,
    earlier: ({ count }) => `更早的 ${count} 步没有画出。`,
    later: ({ count }) => `之后的 ${count} 步没有画出。`,
    rowCount: ({ rows }) => `${rows} 行`,
    rowsChanged: ({ rows }) => `${rows} 行有变化`,
    change: '变化',
    rowMarks: { changed: '已改', inserted: '新增', deleted: '已删' },
    logAndViews: '日志与视图',
    logOf: ({ run }) => `${run} 的事件日志，以及每个浏览器对每个事件做了什么`,
    cursorRow: '游标',
    againstLog: '与日志相比',
    states: {
      NONE: '还没有 run',
      DRAFT: '未提交',
      SUBMITTING: '提交中',
      SUBMIT_UNKNOWN: '结果未知',
      ACCEPTED: '已受理',
      REJECTED: '被拒绝',
      LIVE: '实时',
      'RECOVERING/page': '读取中',
      'RECOVERING/resync': '重新同步',
      RECOVERY_UNKNOWN: '未知',
      DONE: '完成',
      FAILED: '失败',
      CANCELLED: '已取消',
      INTERRUPTED: '已中断',
      DOWN: '停机',
    },
    receptions: {
      applied: '已应用',
      appliedTimes: ({ times }) => `应用了 ${times} 次`,
      ignored: ({ times }) => `忽略 ${times} 次重复`,
      missing: '缺失：游标已越过它',
      ahead: '还没到',
    },
    standing: (standing) => {
      switch (standing.is) {
        case 'equal':
          return '一致';
        case 'hole':
          return `${standing.at} 处有缺口`;
        case 'behind':
          return `落后 ${standing.by}`;
        case 'ahead':
          return `超前 ${standing.by}`;
      }
    },
    verdict: {
      always: { holds: '至此成立', violated: '被违反', open: '至此成立' },
      eventually: { holds: '已达到', violated: '永远达不到', open: '尚未' },
      sometimes: { holds: '出现过', violated: '出现过', open: '还没出现' },
    },
    verdictAt: {
      always: ({ step }) => `第 ${step} 步被违反`,
      eventually: ({ step }) => `第 ${step} 步达到`,
      sometimes: ({ step }) => `第 ${step} 步出现`,
    },
    broken: ({ count }) => `${count} 条被违反`,
    otherProperties: ({ count }) => `其余 ${count} 条成立或尚未`,
    transport: '时间',
    toQuiet: '到静止',
    toQuietLong: '按默认调度、不带故障，一直走到静止',
    runFaults: '运行故障',
    runFaultsLong: '在这个设计下，从头运行本场景的故障',
    scrubber: '显示的步骤',
    branch: '分支',
    branchNamed: ({ branch, steps }) => `分支 ${branch}，${steps} 步`,
    designs: { naive: '朴素', safe: '安全', custom: '链接中的设计' },
    darkTheme: '深色',
    lightTheme: '浅色',
    unmatched: ({ text, effect }) =>
      effect === null
        ? `“${text}”在这次运行中没有找到位置，运行照常继续。`
        : `“${text}”中的“${effect}”在那里无法发生，运行照常继续。`,
    stoppedAtLimit: ({ steps }) => `运行到上限 ${steps} 步，停下。`,
    forked: ({ branch }) => `原来的后续保留为分支 ${branch}。`,
    refused: ({ message }) => `没有做成。${message}`,
    tryAgain: '重试',
    dismiss: '关闭',
  },

  links: {
    wayOn: '现在从头显示这个场景。',
    notALink: '这个链接不指向任何一次运行。',
    damaged: '链接缺了一部分，或被改动过。',
    tooLong: '链接过长，不会是一次运行。',
    otherForm: '链接里的运行是这个版本不认识的格式。',
    scenarioChanged: '链接生成之后，场景改过了。',
    unknownDecision: ({ decision }) => `决策 ${decision} 已不存在，改用安全的设计。`,
    unknownAlternative: ({ decision, alternative }) =>
      `${decision} 已没有备选方案 ${alternative}，改用安全的那个。`,
    stoppedAt: ({ step, action }) => `第 ${step} 步已不存在：${action}。现在停在第 ${step - 1} 步。`,
  },
};
