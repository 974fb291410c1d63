// Short lessons of every form, made of the scenarios that are there: what breaks by a fault, with a guard to
// choose and without; what breaks by itself; and two designs of which neither breaks.
import { readFileSync } from 'node:fs';
import type { Json } from '../../src/kernel/json';
import { LOCALES } from '../../src/scenario/words';

export type File = Readonly<Record<string, Json>>;
type Part = Readonly<Record<string, Json>>;

export interface Short {
  readonly id: string;
  readonly file: File;
  /** By language. */
  readonly words: Readonly<Record<string, File>>;
}

const read = (folder: string, name: string): File =>
  JSON.parse(readFileSync(`scenarios/${folder}/${name}.json`, 'utf8')) as File;

const only = (all: Json | undefined, names: readonly string[]): Part =>
  Object.fromEntries(Object.entries(all as Part).filter(([name]) => names.includes(name)));

function shortened(folder: string, id: string, parts: readonly string[], changes: File = {}): Short {
  const file = read(folder, 'scenario');
  const lesson = only(file['lesson'], ['design', 'moment', 'predict', 'look', 'slow', 'time', ...parts]);
  const told = ['setting', 'predict', 'rule', 'goal', 'harm', 'hints', ...parts];
  const words = LOCALES.map((locale) => {
    const all = read(folder, locale);
    return [locale, { ...all, lesson: only(all['lesson'], told) }] as const;
  });
  return { id, file: { ...file, lesson, ...changes }, words: Object.fromEntries(words) };
}

const before = '01-crash-before-publish';
const stale = '03-stale-version';

export const byFault = shortened(before, 'by-fault', ['break']);
export const mended = shortened(before, 'mended', ['break', 'mend']);

const noFaults = { ...(read(stale, 'scenario')['stage'] as Part), faults: [] };
export const byItself = shortened(stale, 'by-itself', ['break'], { stage: noFaults });

const predict = { once: { counters: { effects: 1 } }, never: { counters: { effects: 0 } } };
const answers = { once: 'Once.', never: 'Never.' };
const expectation = { counters: { effects: 1 }, violated: [] };
const { explore: _explore, lesson: _lesson, ...rest } = read(before, 'scenario');
export const nothing: Short = {
  id: 'nothing',
  file: {
    ...rest,
    designs: { safe: {}, 'empty-page': { 'retention.miss': 'empty_page' } },
    schedule: ['quiet'],
    expect: { safe: expectation, 'empty-page': expectation },
    shows: 'same',
    lesson: { design: 'safe', moment: ['until api.insertRun run_1'], predict },
  },
  words: Object.fromEntries(
    LOCALES.map((locale) => {
      const question = { question: 'How often is money paid?', options: answers, because: answers };
      const lesson = { setting: 'Nothing fails.', predict: question, rule: 'Both will do.' };
      return [locale, { ...read(before, locale), designs: { 'empty-page': 'Empty page' }, lesson }];
    }),
  ),
};

export const ALL: readonly Short[] = [byFault, mended, byItself, nothing];

/** The lesson of a scenario with some parts changed; `undefined` leaves one out. */
export function changed({ file }: Short, parts: Readonly<Record<string, Json | undefined>>): File {
  const lesson = Object.entries({ ...(file['lesson'] as Part), ...parts });
  return { ...file, lesson: Object.fromEntries(lesson.filter(([, part]) => part !== undefined)) };
}
