// The words of the page in the language that is chosen: interface words, and sentences for what the engine
// tells by keys and values.

import type { Action } from '../../kernel/action';
import type { Reason } from '../../kernel/actor';
import type { Messages } from '../../i18n/en';
import { messagesIn, reasonText } from '../../i18n/messages';
import type { Locale } from '../../scenario/words';
import type { Line } from '../../view/transcript';
import { laneOf } from '../lanes';
import { type Part, partsOf, placesOf, textOf, type Values } from '../sentence/parts';

export class Language {
  readonly locale: Locale;
  readonly messages: Messages;

  constructor(locale: Locale) {
    this.locale = locale;
    this.messages = messagesIn(locale);
  }

  get page(): Messages['page'] {
    return this.messages.page;
  }

  /** An actor's name: the word for its kind, with its number. */
  lane(id: string): string {
    const { kind, number } = laneOf(id);
    const word = valueOf(this.messages.actors, kind) ?? id;
    return number === null ? word : this.page.numbered({ word, number });
  }

  /** What a step did, without its subject. */
  said(line: Line): readonly Part[] {
    const { says } = this.messages;
    return this.filled(valueOf(says, keyOf(says, line)), line);
  }

  /** The same in the few words that a row of the diagram has room for. */
  brief(line: Line): readonly Part[] {
    const { says, briefs } = this.messages;
    const template = valueOf(briefs, keyOf(says, line));
    if (template !== undefined) return this.filled(template, line);
    return this.said(line).map((part) => ({ ...part, isMarked: false }));
  }

  /** What was done as one text, with its subject. */
  told(line: Line): string {
    const name = this.lane(line.actor);
    return `${name}${this.page.afterSubject({ name })}${textOf(this.said(line))}`;
  }

  /** What an action would do at a time of the clock, without its subject. */
  act(action: Action, now: number): readonly Part[] {
    const { deed } = action;
    const message = 'message' in deed ? deed.message : null;
    const values =
      deed.deed === 'advance' ? { ms: deed.to - now, due: this.due(deed.due) } : placed({ message });
    const template = valueOf(this.messages.acts, actKey(action));
    return template === undefined
      ? [{ text: action.id, isId: true, isMarked: false }]
      : partsOf(template, values);
  }

  reason({ key, values }: Reason): string {
    const { actor } = values;
    const named = typeof actor === 'string' ? { ...values, actor: this.lane(actor) } : values;
    return reasonText(this.messages, { key, values: named });
  }

  property(id: string): string {
    return valueOf(this.messages.properties, id) ?? id;
  }

  private filled(template: string | undefined, { says: { key, values } }: Line): readonly Part[] {
    if (template === undefined) return [{ text: key, isId: true, isMarked: false }];
    if (key !== 'clock.advance') return partsOf(template, key === 'fault.tear' ? placed(values) : values);
    return partsOf(template, { ...values, due: this.due(String(values['due']).split(', ')) });
  }

  /** What falls due: deadlines of rows, of actors, and messages whose delay ends. */
  private due(what: readonly string[]): string {
    const { due } = this.messages;
    const isNoticed = (one: string): boolean => what.includes(one.replace(/:closed$/, ':reset'));
    return what
      .filter((one) => !(one.endsWith(':closed') && isNoticed(one)))
      .map((one) => {
        const at = one.indexOf(':');
        const [, silent] = /^stream:(.*):(?:reset|closed)$/.exec(one) ?? [];
        if (silent !== undefined) return textOf(partsOf(due.idle, { id: silent }));
        const template = valueOf(due, at < 0 ? one : one.slice(0, at));
        return textOf(partsOf(template ?? due.message, { id: one.slice(at + 1) }));
      })
      .join(this.page.comma);
  }
}

/**
 * The sentence that fits what a step did. A step is named by its last operation even where the operation
 * found nothing to do, and a refusal by the worker's standing and not by what was refused; so three variants
 * come first: for what was refused, for a step that lacks a value its sentence tells, and for one that
 * committed nothing.
 */
function keyOf(words: Readonly<Record<string, string>>, { says: { key, values }, isDurable }: Line): string {
  const isIdle = placesOf(valueOf(words, key) ?? '').some((place) => values[place] === undefined);
  const variants = [
    `${key}.${String(values['what'])}`,
    ...(isIdle ? [`${key}.idle`] : []),
    ...(isDurable ? [] : [`${key}.unwritten`]),
  ];
  return variants.find((variant) => Object.hasOwn(words, variant)) ?? key;
}

/** A message that is torn is named with the byte behind which it is. */
function placed(values: Values): Values {
  const [, message, bytes] = /^(.+)@(\d+)$/.exec(String(values['message'])) ?? [];
  return message === undefined ? values : { ...values, message, bytes: Number(bytes) };
}

function actKey({ deed, lane, operations }: Action): string {
  if (deed.deed === 'advance') return 'clock.advance';
  if (deed.deed === 'fault' || deed.deed === 'own') return `fault.${deed.fault}`;
  return `${laneOf(lane).kind}.${operations[0] ?? ''}`;
}

function valueOf(words: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined;
}
