// What refused a write, in words: the column that had moved on, the condition that did not hold, or the
// constraint that forbids it.

import type { Failed, Refusal } from '../../system/refusal';
import type { Language } from '../state/language';

export interface ReasonWords {
  /** What it is called in the code, where that says more than words; null where the words say it all. */
  readonly name: string | null;
  readonly text: string;
}

export function reasonsOf(language: Language, refusal: Refusal): readonly ReasonWords[] {
  const words = language.messages.maps.machine;
  const { constraint, failed, operation } = refusal;
  if (constraint !== null) return [{ name: null, text: words.constraint({ name: constraint }) }];
  if (failed.length === 0) return [{ name: null, text: words.ownCondition({ operation }) }];
  return failed.map((one) => reasonOf(language, one));
}

function reasonOf(language: Language, { condition, named, found }: Failed): ReasonWords {
  const words = language.messages.maps.machine;
  const { guard, text } = condition;
  if (guard === null) return { name: text, text: words.unmet({ guard: text }) };
  const guardWords = words.guards[guard];
  if (named === null) return { name: null, text: words.unmet({ guard: guardWords }) };
  const nameOf = (value: string | number | null): string => {
    if (value === null) return words.nobody;
    return guard === 'owner' ? language.lane(String(value)) : String(value);
  };
  return {
    name: null,
    text: words.demanded({ column: guardWords, named: nameOf(named), found: nameOf(found) }),
  };
}
