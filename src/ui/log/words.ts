// What became of an event, in words: in one browser, and in all of them at once.

import type { LogEvent, Reception } from '../../view/log';
import type { Language } from '../state/language';

/** "browser-1 applied, a duplicate ignored" */
export function receivedIn(language: Language, { browser, state, applied, ignored }: Reception): string {
  const { know } = language.messages;
  const times = state === 'applied' && applied > 1;
  const what = [times ? know.appliedTimes({ times: applied }) : know.marks[state]];
  if (ignored > 0) what.push(know.ignored({ times: ignored }));
  return know.mark({ browser: language.lane(browser), what: what.join(language.page.comma) });
}

/** "event 3: browser-1 applied, browser-2 on the wire" */
export function receivedByAll(
  language: Language,
  { seq }: LogEvent,
  receptions: readonly Reception[],
): string {
  const marks = receptions.map((one) => receivedIn(language, one)).join(language.page.comma);
  return language.messages.know.event({ seq, marks });
}
