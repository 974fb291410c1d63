// The course's two texts by section, and which scenarios cite which. The first text numbers its sections; the
// second has some thirty headings, which stand here in groups. A section that no scenario cites stays in the
// map: what is not built yet is part of what a learner has to know. With many scenarios each of them stands once
// in a text, or a learner would not find the end of it.

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

interface Citing {
  readonly course: readonly string[];
  /** The public report that it retells, or null. */
  readonly source: string | null;
}

const isIn = (cites: readonly string[], citation: string | undefined): boolean =>
  citation !== undefined && cites.includes(citation);

export type Section = (typeof TEXTS)[number]['sections'][number];

/**
 * The scenarios of each section of a text. One stands where it cites the text first; those of the gallery stand
 * there. A section that would be empty has whoever cites it at all.
 */
export function sectionsOf<Story extends Citing>(
  text: (typeof TEXTS)[number],
  stories: readonly Story[],
): readonly { readonly section: Section; readonly stories: readonly Story[] }[] {
  const isCiting = ({ cites }: Section, citation: string): boolean => isIn(cites, citation);
  const sections: readonly Section[] = text.sections;
  const firstOf = ({ course }: Story): Section | undefined => {
    const first = course.find((citation) => sections.some((section) => isCiting(section, citation)));
    return sections.find((section) => first !== undefined && isCiting(section, first));
  };
  return sections.map((section) => {
    const own = stories.filter((story) => story.source === null && firstOf(story) === section);
    const citing = stories.filter(({ course }) => course.some((citation) => isCiting(section, citation)));
    return { section, stories: own.length > 0 ? own : citing };
  });
}

/** Where in the course a citation leads; null where no section has it. */
export function placeOf(
  citation: string | undefined,
): { readonly text: (typeof TEXTS)[number]['id']; readonly section: Section } | null {
  for (const { id, sections } of TEXTS) {
    const section = sections.find(({ cites }) => isIn(cites, citation));
    if (section !== undefined) return { text: id, section };
  }
  return null;
}

/** Every scenario once: by the section that it cites first of all, and those of the gallery at the end. */
export function groupsOf<Story extends Citing>(
  stories: readonly Story[],
): readonly { readonly section: Section | null; readonly stories: readonly Story[] }[] {
  const sections = TEXTS.flatMap((text): readonly Section[] => text.sections);
  const firstOf = ({ course, source }: Story): Section | null =>
    source === null ? (placeOf(course[0])?.section ?? null) : null;
  return [...sections, null].flatMap((section) => {
    const own = stories.filter((story) => firstOf(story) === section);
    return own.length === 0 ? [] : [{ section, stories: own }];
  });
}

/** A report's page; it is a link and no more, nothing of it is fetched. */
export function reportAddress(source: string): string {
  const [repository, number] = source.split('#');
  return `https://github.com/${repository ?? ''}/issues/${number ?? ''}`;
}
