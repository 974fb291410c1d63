// What a person approves: an order and an amount, in short. A decision is bound to it (CONTRACT §2.4).

import { shortDigest } from './digest';

export const proposalDigest = (orderId: string, amountCents: number, currency: string): string =>
  shortDigest([orderId, amountCents, currency]);
