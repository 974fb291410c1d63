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
}

/** The message that a refund of this amount is asked for with. */
export function refundMessage(
  amount: string,
  order: string,
  { fails = 0, rethinks = null }: Model = {},
): string {
  const failing = fails === 0 ? '' : ` The model fails ${String(fails)} times.`;
  const second = rethinks === null ? '' : ` On second thoughts the model says ${rethinks} EUR.`;
  return `Refund ${amount} EUR of order ${order}.${failing}${second}`;
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
  const failures = /model fails (\d{1,2}) times/.exec(message);
  if (failures !== null && attempt <= Number(failures[1])) return null;
  const second = /second thoughts the model says (\d{1,9}\.\d{2})/.exec(message)?.[1];
  const amount = attempt > 1 ? second : undefined;
  const amountCents = centsOf(amount ?? /(\d{1,9}\.\d{2})/.exec(message)?.[1] ?? '');
  if (amountCents === null || amountCents === 0) return 'nothing';
  return {
    stepKey: 's1',
    orderId,
    amountCents,
    currency: 'EUR',
    needsApproval: amountCents > APPROVAL_ABOVE_CENTS,
  };
}
