// The course's two texts by section, and which scenarios cite which. The first text numbers its sections; the
// second has some thirty headings, which stand here in groups. A section that no scenario cites stays in the
// map: what is not built yet is part of what a learner has to know.

const durable = (headings: readonly string[]) =>
  headings.map((heading) => `durable-sse-recovery, ${heading}`);

export const TEXTS = [
  {
    id: 'M06',
    sections: [
      { id: 'owner', number: '§1', cites: ['M06 §1'] },
      { id: 'api', number: '§2', cites: ['M06 §2'] },
      { id: 'views', number: '§3', cites: ['M06 §3'] },
      { id: 'notice', number: '§4', cites: ['M06 §4'] },
      { id: 'slow', number: '§5', cites: ['M06 §5'] },
      { id: 'queued', number: '§6', cites: ['M06 §6'] },
      { id: 'claims', number: '§7', cites: ['M06 §7'] },
      { id: 'updates', number: '§8', cites: ['M06 §8'] },
      { id: 'tests', number: '§9', cites: ['M06 §9'] },
    ],
  },
  {
    id: 'durable-sse-recovery',
    sections: [
      {
        id: 'append',
        number: '1',
        cites: durable([
          '一句话定义',
          '生产目标不是“连接永远不断”',
          'SSE 为什么不能独自承担 Durable Truth',
          'Append-before-deliver：避免幽灵事件与不可恢复缺口',
          '不代表每个字符都要一次昂贵事务',
          'Event Log、Checkpoint、Read Model 不一样',
        ]),
      },
      {
        id: 'cursor',
        number: '2',
        cites: durable([
          'Event Identity：(run_id, seq)',
          '为什么 Resume 后 Seq 可以重新从 1 开始',
          'after_seq 是 Exclusive Cursor',
          'Cursor 应表示“成功接受到哪里”',
          'Run Isolation',
        ]),
      },
      {
        id: 'noEnding',
        number: '3',
        cites: durable(['Empty Page 不是 Terminal', 'Clean EOF 也不等于业务成功']),
      },
      {
        id: 'catchUp',
        number: '4',
        cites: durable([
          'Recovery 是一个状态机',
          'Pagination 与 Catch-up Race',
          'Live / Replay Overlap 是正常情况',
          'Exactly-once Delivery 为什么通常不是网络层承诺',
          'Live 与 Replay 必须共用 Validator / Reducer',
          'Refresh 与 In-flight Recovery 不完全相同',
        ]),
      },
      { id: 'effects', number: '5', cites: durable(['Effect Idempotency 比 UI 去重更重要']) },
      {
        id: 'endings',
        number: '6',
        cites: durable([
          'Disconnect ≠ Cancellation',
          'BodySense 当前取消路径',
          'Terminal State 应唯一且不可逆',
        ]),
      },
      {
        id: 'access',
        number: '7',
        cites: durable([
          'Recovery API 也必须做 Authorization',
          'Retention / Compaction 也是 Contract 的一部分',
        ]),
      },
    ],
  },
] as const satisfies readonly {
  readonly id: string;
  readonly sections: readonly {
    readonly id: string;
    readonly number: string;
    readonly cites: readonly string[];
  }[];
}[];

/** Where a learner begins: each of these breaks in a design that looks right. */
export const STARTS = ['crash-before-publish', 'crash-after-publish', 'stale-version'] as const;

/** The scenario that breaks soonest. */
export const FIRST = 'crash-after-publish';

export const isCiting = (citations: readonly string[], cites: readonly string[]): boolean =>
  citations.some((citation) => cites.includes(citation));
