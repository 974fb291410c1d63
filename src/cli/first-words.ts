// The first words of a new scenario, in both languages: what it is and where it comes from, in plain
// sentences for its author to replace.

import { faultIn, isFree } from '../kernel/fault';
import type { Run } from '../scenario/run';
import { effectOf } from '../scenario/shorten';
import type { Locale, ScenarioWords } from '../scenario/words';
import type { Words } from './files';

export type FirstWords = Readonly<Record<Locale, ScenarioWords>>;

export const NEW_WORDS: FirstWords = {
  en: {
    title: 'A new scenario',
    summary: 'One order, one refund, no fault. To be replaced by what happens here and what there is to see.',
  },
  'zh-CN': {
    title: '新的场景',
    summary: '一份订单、一次退款、没有故障。请作者改写成：这里发生什么，值得看的是什么。',
  },
};

/** Titles are short (words.ts). */
const TITLE_LENGTH_MAX = 80;
/** More faults than these are counted, not named. */
const NAMED_MAX = 6;

/** Words of a recorded run: of which scenario, under which design, how long, with which faults. */
export function recordedWords({ scenario, overrides, timeline }: Run, words: Words): FirstWords {
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
    },
    'zh-CN': {
      title: cut(`录制：${zh}`),
      summary: [
        `“${zh}”的一次录制，共 ${steps} 步，`,
        set.length === 0 ? '用的是安全设计，' : `其中 ${set.join('、')}，`,
        faults.length === 0 ? '没有故障。' : `故障：${isNamed ? faults.join('、') : `${count} 次`}。`,
        '请作者改写成：这里发生什么，值得看的是什么。',
      ].join(''),
    },
  };
}

const cut = (title: string): string =>
  title.length <= TITLE_LENGTH_MAX ? title : `${title.slice(0, TITLE_LENGTH_MAX - 1)}…`;
