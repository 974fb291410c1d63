// The rows of a way in small: the words of each step, whether it is a fault, and whether it is a cause of the
// last one.

import type { StepRecord } from '../../kernel/trace';
import { BYSTANDERS } from '../../system/topology';
import { CLOCK, isOffStage, reached } from '../../view/diagram-marks';
import { type DiagramRow, stepsIn } from '../../view/diagram-rows';
import type { Why } from '../../view/diagram-why';
import { lineOf } from '../../view/transcript';
import { keyOf } from '../diagram/rows';
import { type Told, wordsOf } from '../diagram/words';
import { allLanes } from '../lab/all-lanes';
import type { Part } from '../sentence/parts';

const ICONS = [
  ...(['crash', 'restart', 'pause', 'resume', 'drop', 'duplicate', 'delay', 'redeliver', 'own'] as const),
  ...(['reset', 'eof', 'silence', 'collect', 'tear'] as const),
] as const;

export interface WayRow {
  readonly key: string;
  readonly number: string;
  readonly parts: readonly Part[];
  /** Said, not shown: its lane shows it. */
  readonly actor: string;
  readonly icon: (typeof ICONS)[number] | null;
  readonly isLast: boolean;
  readonly isFault: boolean;
  readonly isPale: boolean;
}

export function wayRow(told: Told, row: DiagramRow, why: Why | null): readonly WayRow[] {
  const { language, trace, lanes } = told;
  const [from, to] = stepsIn(row);
  const record = trace[to - 1];
  if (record === undefined) return [];
  const { kind, fault } = lineOf(record, to);
  const isFault = row.row === 'step' && kind === 'fault' && fault !== 'restart' && fault !== 'resume';
  const isNamed = row.row === 'step' && lanes.includes(record.actor);
  let isCause = why === null;
  for (let step = from; step <= to; step++) isCause ||= why?.past.has(step) === true;
  return [
    {
      key: keyOf(row),
      number: row.row === 'fold' ? language.messages.diagram.inGutter.many : String(to),
      parts: wordsOf(told, row),
      actor: isNamed ? language.lane(record.actor) : '',
      icon: isOffStage(record, lanes) ? (kind === 'clock' ? 'delay' : faultIcon(fault)) : null,
      isLast: to === trace.length,
      isFault,
      // A fault tells wherever it fell: what it took away is no cause that a record could name.
      isPale: !isCause && !isFault && record.actor !== CLOCK,
    },
  ];
}

const faultIcon = (fault: string | null): WayRow['icon'] => ICONS.find((icon) => icon === fault) ?? null;

/** A lane, and what the numbers of the steps and the words need beside all of them (px). */
const ROOM = { lane: 34, beside: 50, words: 158 };

/** The lanes that have a part in a run; of many only those on stage, where the words would have no room. */
export function wayLanes(
  trace: readonly StepRecord[],
  actors: readonly string[],
  staged: readonly string[],
  width: number,
): readonly string[] {
  const touched = new Set(trace.flatMap((record) => [record.actor, ...reached(record)]));
  const all = allLanes(actors).filter((lane) => touched.has(lane));
  const fitting = Math.floor((width - ROOM.beside - ROOM.words) / ROOM.lane);
  if (all.length <= fitting) return all;
  const own = all.filter((lane) => staged.includes(lane) || BYSTANDERS.some((one) => one === lane));
  return own.length >= 2 ? own : all.slice(0, Math.max(2, fitting));
}
