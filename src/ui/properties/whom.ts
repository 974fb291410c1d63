// Whom a property was broken for, in words: "run_1, step s1". The key of a property says it.

import type { Parameters } from '../../kernel/store';
import type { Language } from '../state/language';

export function whomIn(language: Language, key: Parameters): string {
  const { keys } = language.messages.know;
  const said = Object.entries(key).map(([name, value]) => {
    const say = (keys as Readonly<Record<string, (of: { value: string }) => string>>)[name];
    if (name === 'browser') return language.lane(String(value));
    return say === undefined ? String(value) : say({ value: String(value) });
  });
  return said.join(language.page.comma);
}
