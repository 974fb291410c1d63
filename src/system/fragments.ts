// Fragments whose decision is not built yet, with the text that the safe service has. A decision that
// lands brings its texts along and takes its line out of here.

export const settledFragments: Readonly<Record<string, string>> = {
  key_scope: 'principal=:principal AND idempotency_key=:key',
  not_cancelled: 'cancel_requested=0',
  bound: 'a.proposal_digest=operations.request_digest',
  refundable: 'refunded_cents+reserved_cents+:amount_cents<=total_cents',
  refunded: 'refunded_cents+:amount_cents',
  outbox_head:
    'NOT EXISTS (SELECT 1 FROM outbox p WHERE p.run_id=o.run_id AND p.topic=o.topic AND p.sent=0 AND p.seq<o.seq)',
  after: 'seq>:after_seq',
};
