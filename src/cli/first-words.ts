// The first words of a new scenario, in both languages: what it is and where it comes from, in plain
// sentences for its author to replace.

import { faultIn, isFree } from '../kernel/fault';
import type { Run } from '../scenario/run';
import { effectOf } from '../scenario/shorten';
import { isNamedByScenario, type Locale, type ScenarioWords, type Words as Group } from '../scenario/words';
import type { Words } from './files';

export type FirstWords = Readonly<Record<Locale, ScenarioWords>>;

/** Of the scenario that `converge new` makes: what a short lesson says, in order. */
export const NEW_WORDS: FirstWords = {
  en: {
    title: 'A new scenario',
    summary:
      'One order, one refund, one crash. To be replaced by what happens here and what there is to see.',
    lesson: {
      setting: 'alice asks for a refund. The API saves the run, then tells the broker.',
      predict: {
        question: 'run_1 is saved, and now the API crashes. What becomes of run_1?',
        options: { starts: 'It starts all the same.', nobody: 'Nobody ever starts it.' },
        because: {
          starts: 'The broker has heard of run_1.',
          nobody: 'Telling the broker was the half of the work that died with the API.',
        },
      },
      goal: 'Leave a run that alice was promised and that nobody starts.',
      harm: 'alice was promised run_1, and nothing that is left will ever start it.',
      rule: 'What has to follow a commit belongs into the commit.',
      hints: {
        nudge: 'Where does the API keep the thought that the broker must still be told?',
        look: 'The table outbox: which row would remind anybody of run_1?',
        rule: 'Memory dies with the process. Rows stay.',
      },
    },
  },
  'zh-CN': {
    title: '新的场景',
    summary: '一份订单、一次退款、一次崩溃。请作者改写成：这里发生什么，值得看的是什么。',
    lesson: {
      setting: 'alice 申请退款。API 先保存 run，再告诉队列。',
      predict: {
        question: 'run_1 已经保存，这时 API 崩溃了。run_1 会怎样？',
        options: { starts: '照样会启动。', nobody: '再也没有谁启动它。' },
        because: {
          starts: '队列已经听说了 run_1。',
          nobody: '告诉队列的那一半工作，随 API 一起没了。',
        },
      },
      goal: '让一个答应过 alice 的 run 无人启动。',
      harm: '答应了 alice 的 run_1，再也没有什么会去启动它。',
      rule: '提交之后必须发生的事，要写进这次提交。',
      hints: {
        nudge: '还要告诉队列这件事，API 记在哪里？',
        look: '看 outbox 表：有哪一行会让谁想起 run_1？',
        rule: '内存随进程消失，行会留下。',
      },
    },
  },
};

/** Titles are short (words.ts). */
const TITLE_LENGTH_MAX = 80;
/** More faults than these are counted, not named. */
const NAMED_MAX = 6;

/** Words of a recorded run: of which scenario, under which design, how long, with which faults. */
export function recordedWords(
  { scenario, overrides, timeline }: Run,
  words: Words,
  designs: readonly string[],
): FirstWords {
  const [en, zh] = [words?.en.title ?? scenario.id, words?.['zh-CN'].title ?? scenario.id];
  const set = Object.entries(overrides).map(([decision, name]) => `${decision}=${name}`);
  const faults = timeline.trace
    .filter((record) => !isFree(faultIn(record) ?? 'restart'))
    .map((record) => effectOf(record.id));
  const steps = String(timeline.length);
  const count = String(faults.length);
  const isNamed = faults.length <= NAMED_MAX;
  return {
    en: {
      title: cut(`Recorded: ${en}`),
      summary: [
        `A recorded run of “${en}”: ${steps} steps`,
        set.length === 0 ? 'under the safe design' : `with ${set.join(', ')}`,
        faults.length === 0 ? 'and no fault.' : `and ${isNamed ? faults.join(', ') : `${count} faults`}.`,
        'To be replaced by what happens here and what there is to see.',
      ].join(' '),
      ...namesOf(designs, words?.en, 'Recorded'),
    },
    'zh-CN': {
      title: cut(`录制：${zh}`),
      summary: [
        `“${zh}”的一次录制，共 ${steps} 步，`,
        set.length === 0 ? '用的是安全设计，' : `其中 ${set.join('、')}，`,
        faults.length === 0 ? '没有故障。' : `故障：${isNamed ? faults.join('、') : `${count} 次`}。`,
        '请作者改写成：这里发生什么，值得看的是什么。',
      ].join(''),
      ...namesOf(designs, words?.['zh-CN'], '录制的设计'),
    },
  };
}

/** A design of the source keeps its name; the run's own has none yet. */
function namesOf(designs: readonly string[], words: ScenarioWords | undefined, own: string): Group {
  const known: Group = { recorded: own, ...(words?.['designs'] as Group | undefined) };
  const named = designs.filter(isNamedByScenario).map((name) => [name, known[name] ?? name] as const);
  return named.length === 0 ? {} : { designs: Object.fromEntries(named) };
}

const cut = (title: string): string =>
  title.length <= TITLE_LENGTH_MAX ? title : `${title.slice(0, TITLE_LENGTH_MAX - 1)}…`;
