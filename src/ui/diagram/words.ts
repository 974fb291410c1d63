// The words at the end of a row. An actor on the stage is named by its lane; of others the row says who.

import type { Action } from '../../kernel/action';
import type { Trace } from '../../kernel/trace';
import { labelOf } from '../../view/diagram-drawing';
import { type History, historyOf } from '../../view/diagram-history';
import { isBrokered } from '../../view/shelves';
import { CLOCK } from '../../view/diagram-marks';
import type { Chip } from '../../view/diagram-present';
import { type DiagramRow, mostTelling } from '../../view/diagram-rows';
import { lineOf } from '../../view/transcript';
import type { Part } from '../sentence/parts';
import type { Language } from '../state/language';
import type { Moment } from '../state/moment';

export interface Told {
  readonly language: Language;
  readonly trace: Trace;
  readonly history: History;
  readonly lanes: readonly string[];
}

const plain = (text: string): Part => ({ text, isId: false, isMarked: false });

export function wordsOf(told: Told, row: DiagramRow): readonly Part[] {
  const { language, trace } = told;
  if (row.row === 'operation') return [{ text: row.operation, isId: true, isMarked: false }];
  if (row.row === 'step') return stepWords(told, row.step);
  const count = row.to - row.from + 1;
  const telling = stepWords(told, mostTelling(trace, row.from, row.to));
  return count === 1 ? telling : [plain(language.messages.diagram.folded({ count })), ...telling];
}

function stepWords(told: Told, step: number): readonly Part[] {
  const { language, trace, lanes } = told;
  const { actor } = trace[step - 1]!;
  const what = messageWords(told, step) ?? named(told, step, language.brief(lineOf(trace[step - 1]!, step)));
  return lanes.includes(actor) || actor === CLOCK ? what : withSubject(language, actor, what);
}

function withSubject(language: Language, actor: string, what: readonly Part[]): readonly Part[] {
  const name = language.lane(actor);
  return [plain(`${name}${language.page.afterSubject({ name })}`), ...what];
}

/** Messages are called as they are drawn. */
function named({ history }: Told, step: number, parts: readonly Part[]): readonly Part[] {
  const copies = history.copies.get(step) ?? [];
  return parts.map((part) => {
    const copy = copies.find(({ id }) => id === part.text);
    return copy === undefined ? part : { ...part, text: labelOf(copy), isId: false };
  });
}

/** What was done with a message of the broker, told by the name that its copy has in the diagram. */
function messageWords({ language, trace, history }: Told, step: number): readonly Part[] | null {
  const { says, taken, sent, operations } = trace[step - 1]!;
  const words = language.messages.diagram;
  const copy = history.copies.get(step)?.find(({ channel }) => isBrokered(channel));
  if (copy === undefined) return null;
  const message = `m${String(copy.number)}`;
  if (says.key.endsWith('.publish') && sent.length === 1) {
    return [plain(copy.isAgain ? words.publishesAgain({ message }) : words.publishes({ message }))];
  }
  if (says.key.endsWith('.take') && taken.length === 1) return [plain(words.takes({ message }))];
  return operations.length === 1 && operations[0] === 'ack' ? [plain(words.acknowledges({ message }))] : null;
}

/** What is offered, in words: a crash of the lane that the words stand beside needs no name. */
export function offerWords(
  language: Language,
  action: Action,
  now: number,
  chips: readonly Chip[],
): readonly Part[] {
  const { deed, lane } = action;
  if (deed.deed === 'fault' && deed.fault === 'crash') return [plain(language.messages.diagram.crashHere)];
  const message = 'message' in deed ? deed.message : null;
  const chip = chips.find(({ actions }) => actions.some(({ id }) => id === action.id));
  const act = language
    .act(action, now)
    .map((part) => (part.text === message && chip ? { ...part, text: chip.label } : part));
  return hasSubject(action) ? withSubject(language, lane, act) : act;
}

/** Time passes, and messages are lost, with nobody who does it. */
export function hasSubject({ deed }: Action): boolean {
  return deed.deed !== 'advance' && !(deed.deed === 'fault' && deed.message !== null);
}

/** What an action would do, its message called as it is drawn where it is in flight. */
export function actWords(language: Language, action: Action, moment: Moment): readonly Part[] {
  const { deed } = action;
  const parts = language.act(action, moment.world.now);
  if (!('message' in deed) || deed.message === null) return parts;
  const open = historyOf(moment.first, moment.trace).openAt(moment.cursor);
  const copy = open.find((span) => IN_FLIGHT.includes(span.kind) && span.copy?.id === deed.message)?.copy;
  if (copy == null) return parts;
  return parts.map((part) => (part.text === deed.message ? { ...part, text: labelOf(copy) } : part));
}

const IN_FLIGHT: readonly string[] = ['rests', 'flies'];
