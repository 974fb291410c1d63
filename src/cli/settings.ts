// `--set decision=alternative`: another alternative in place of a design's own.

import type { Design } from '../kernel/decision';
import { nearest, oneOf } from '../scenario/nearest';
import { complaintText } from '../scenario/problem';
import { decisions } from '../system/catalog';
import { type Arguments, type Option, UsageError } from './command';

export const SET_OPTION: Option = {
  ...{ name: 'set', value: 'decision=alternative', isRepeatable: true },
  help: "put an alternative in place of the design's own",
};

export function settingsOf({ options }: Arguments): Design {
  const settings: Record<string, string> = {};
  for (const text of options.get('set') ?? []) {
    const [decision = '', alternative, ...rest] = text.split('=');
    if (alternative === undefined || rest.length > 0) {
      throw refused(text, 'decision=alternative', []);
    }
    const found = decisions.find((one) => one.id === decision);
    if (found === undefined)
      throw refused(
        decision,
        'a decision',
        decisions.map((one) => one.id),
      );
    const names = found.alternatives.map((one) => one.name);
    if (!names.includes(alternative)) throw refused(alternative, `an alternative of ${decision}`, names);
    if (Object.hasOwn(settings, decision)) throw new UsageError(`--set: ${decision} is set twice`);
    settings[decision] = alternative;
  }
  return settings;
}

function refused(found: string, what: string, known: readonly string[]): UsageError {
  const expected = known.length === 0 ? what : oneOf(what, known);
  const complaint = { found: JSON.stringify(found), expected, nearest: nearest(found, known) };
  return new UsageError(`--set: ${complaintText(complaint)}`);
}
