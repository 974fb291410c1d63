// What refused a write, in words: the column that had moved on, the condition that did not hold, or the
// constraint that forbids it.

import { mapsWordsIn } from '../../i18n/maps';
import type { Failed, Refusal } from '../../system/refusal';
import type { Transition } from '../../system/transitions';
import type { Language } from '../state/language';
import type { MachineMoment } from './machine-moment';

export interface ReasonWords {
  /** What it is called in the code, where that says more than words; null where the words say it all. */
  readonly name: string | null;
  readonly text: string;
}

export function reasonsOf(language: Language, refusal: Refusal): readonly ReasonWords[] {
  const words = mapsWordsIn(language.locale).machine;
  const { constraint, failed, operation } = refusal;
  if (constraint !== null) return [{ name: null, text: words.constraint({ name: constraint }) }];
  if (failed.length === 0) return [{ name: null, text: words.ownCondition({ operation }) }];
  return failed.map((one) => reasonOf(language, one));
}

function reasonOf(language: Language, { condition, named, found }: Failed): ReasonWords {
  const words = mapsWordsIn(language.locale).machine;
  const { guard, text } = condition;
  if (guard === null) return { name: null, text: words.unmet({ guard: text }) };
  if (named === null) return { name: null, text: words.unmet({ guard: words.guards[guard] }) };
  const where = text.replace(/:\w+/, String(named)).replace('=', ' = ');
  return { name: guard, text: words.demanded({ where, found: String(found ?? words.nobody) }) };
}

/** What was taken, or what refused it. */
export function wordOf({ refusal, taken }: Pick<MachineMoment, 'refusal' | 'taken'>): string | null {
  if (refusal !== null) return barOf(refusal);
  return taken?.isAllowed === true ? (taken.transition?.id ?? null) : null;
}

/** A word for the picture: the column or the constraint that refused, where there is one. */
function barOf({ constraint, failed }: Refusal): string | null {
  if (constraint !== null) return constraint;
  return failed.find(({ named }) => named !== null)?.condition.guard ?? null;
}

/** What a row of the table needs, in words. */
export function needsOf({ locale, page }: Language, { guards }: Transition): string {
  const words = mapsWordsIn(locale).machine;
  return words.needs({ guards: guards.map((guard) => words.guards[guard]).join(page.comma) });
}
