// The model that a worker asks what to do. It is not the subject here, so it is a fixed reading of the
// message: deterministic, but slow, fallible and outside every transaction, as a model call is.

/** What the agent proposes for a task. */
export interface Plan {
  readonly stepKey: string;
  readonly orderId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly needsApproval: boolean;
}

/** Above this a person must approve (CONTRACT §1). */
const APPROVAL_ABOVE_CENTS = 5_000;

/** How the model behaves at a task, where it does not simply say the amount that was asked for. */
export interface Model {
  /** How many times it fails first. */
  readonly fails?: number | undefined;
  /** The amount that it says from the second attempt on. */
  readonly rethinks?: string | null | undefined;
  /** What it wants looked up before it plans, by name and in this order; most tasks need nothing. */
  readonly looksUp?: readonly string[] | undefined;
  /**
   * The text that it writes to the person, besides its plan; most tasks have none. `{policy}` in it stands for what
   * was found where that was looked up.
   */
  readonly writes?: string | undefined;
}

/** What the model wants to know before it plans: a step of the run (CONTRACT §4, `step.completed`). */
export interface LookUp {
  readonly stepKey: string;
  readonly tool: string;
  readonly orderId: string;
}

/** What stands before the names of what is looked up. */
const LOOKS_UP = ' The model looks up ';

/** What stands before the text in a message: it comes last, so that nothing in it is read as anything else. */
const WRITES = ' The model writes: ';

/** The message that a refund of this amount is asked for with. */
export function refundMessage(
  amount: string,
  order: string,
  { fails = 0, rethinks = null, looksUp = [], writes }: Model = {},
): string {
  const failing = fails === 0 ? '' : ` The model fails ${String(fails)} times.`;
  const second = rethinks === null ? '' : ` On second thoughts the model says ${rethinks} EUR.`;
  const wanted = looksUp.length === 0 ? '' : `${LOOKS_UP}${looksUp.join(', ')}.`;
  const text = writes === undefined ? '' : `${WRITES}${writes}`;
  return `Refund ${amount} EUR of order ${order}.${failing}${second}${wanted}${text}`;
}

/** A message without the text that its model writes, and that text. */
function parted(message: string): readonly [asked: string, text: string | null] {
  const at = message.indexOf(WRITES);
  return at < 0 ? [message, null] : [message.slice(0, at), message.slice(at + WRITES.length)];
}

/** What the model wants looked up for a message, in this order. */
export function wanted(message: string, orderId: string): readonly LookUp[] {
  const [asked] = parted(message);
  const [, names] = new RegExp(`${LOOKS_UP}([\\w-]+(?:, [\\w-]+)*)\\.`).exec(asked) ?? [];
  const tools = names === undefined ? [] : names.split(', ');
  return tools.map((tool) => ({ stepKey: `look_${tool}`, tool, orderId }));
}

/**
 * What is found. The world goes on meanwhile: an answer is of its time, and who asks again may get another one.
 */
export const lookedUp = ({ tool, orderId }: LookUp, attempt: number): string =>
  `${tool} of ${orderId}, as of attempt ${String(attempt)}`;

/**
 * The text for a message, given what was found by name; a model that fails breaks off half way. Null where it writes
 * none.
 */
export function draft(message: string, attempt: number, found: Findings = {}): string | null {
  const [asked, form] = parted(message);
  const text = form?.replaceAll(/\{([\w-]+)\}/g, (all, name: string) => found[name] ?? all) ?? null;
  if (text === null || !isFailing(asked, attempt)) return text;
  return text.slice(0, wholeUnits(text, Math.ceil(text.length / 2)));
}

export type Findings = Readonly<Record<string, string>>;

/** The last place up to here that does not lie within a surrogate pair. */
export function wholeUnits(text: string, end: number): number {
  const isWithin = end < text.length && /^[\uDC00-\uDFFF]/.test(text.slice(end));
  return isWithin && /[\uD800-\uDBFF]$/.test(text.slice(0, end)) ? end - 1 : end;
}

function isFailing(asked: string, attempt: number): boolean {
  const failures = /model fails (\d{1,2}) times/.exec(asked);
  return failures !== null && attempt <= Number(failures[1]);
}

/** Cents of an amount such as `25.00`; null where the text is none. */
export function centsOf(amount: string): number | null {
  const match = /^(\d{1,9})\.(\d{2})$/.exec(amount);
  return match === null ? null : Number(match[1]) * 100 + Number(match[2]);
}

/**
 * The plan for a message; null where the model fails this time ("The model fails 2 times." fails the
 * first two attempts) and 'nothing' where there is nothing to refund in it.
 */
export function plan(message: string, orderId: string, attempt: number): Plan | 'nothing' | null {
  const [asked] = parted(message);
  if (isFailing(asked, attempt)) return null;
  const second = /second thoughts the model says (\d{1,9}\.\d{2})/.exec(asked)?.[1];
  const amount = attempt > 1 ? second : undefined;
  const amountCents = centsOf(amount ?? /(\d{1,9}\.\d{2})/.exec(asked)?.[1] ?? '');
  if (amountCents === null || amountCents === 0) return 'nothing';
  return {
    stepKey: 's1',
    orderId,
    amountCents,
    currency: 'EUR',
    needsApproval: amountCents > APPROVAL_ABOVE_CENTS,
  };
}
