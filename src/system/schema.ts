// The tables of the service (CONTRACT §8) and the present tables (§15.1). `coreTables` holds columns, primary
// keys and plain indexes, which serve queries and remedy nothing; what stands for a remedy is in
// `constraints` under its own name, so that a design can leave it out. No foreign keys and no AUTOINCREMENT:
// rows are put back in any order.

import type { Times } from '../kernel/world';
import { allowedPairs, ENDINGS } from './transitions';

export const coreTables: readonly string[] = [
  `CREATE TABLE principals (principal_id TEXT PRIMARY KEY NOT NULL, tenant_id TEXT NOT NULL,
    is_operator INTEGER NOT NULL DEFAULT 0) STRICT`,
  `CREATE TABLE conversations (conversation_id TEXT PRIMARY KEY NOT NULL, tenant_id TEXT NOT NULL) STRICT`,
  `CREATE TABLE conversation_members (conversation_id TEXT NOT NULL, principal_id TEXT NOT NULL,
    role TEXT NOT NULL, -- writer | viewer
    PRIMARY KEY (conversation_id, principal_id)) STRICT`,
  // The read model of a conversation: what an ordinary page load shows.
  `CREATE TABLE messages (message_id TEXT PRIMARY KEY NOT NULL, conversation_id TEXT NOT NULL,
    run_id TEXT NOT NULL, seq INTEGER NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL) STRICT`,
  `CREATE INDEX messages_by_run ON messages(run_id, message_id)`,
  `CREATE INDEX messages_by_conversation ON messages(conversation_id, run_id, seq)`,
  `CREATE TABLE orders (order_id TEXT PRIMARY KEY NOT NULL, tenant_id TEXT NOT NULL, currency TEXT NOT NULL,
    total_cents INTEGER NOT NULL, refunded_cents INTEGER NOT NULL DEFAULT 0,
    reserved_cents INTEGER NOT NULL DEFAULT 0) STRICT`,
  `CREATE TABLE runs (
    run_id TEXT PRIMARY KEY NOT NULL, conversation_id TEXT NOT NULL, principal TEXT NOT NULL,
    idempotency_key TEXT NOT NULL, request_fingerprint TEXT NOT NULL, request_body TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'queued', -- queued running waiting_approval succeeded failed cancelled interrupted
    version INTEGER NOT NULL DEFAULT 1, owner TEXT, lease_until INTEGER, fence INTEGER NOT NULL DEFAULT 0,
    attempt_id TEXT, cancel_requested INTEGER NOT NULL DEFAULT 0, budget_attempts INTEGER NOT NULL,
    budget_steps INTEGER NOT NULL, available_at INTEGER NOT NULL DEFAULT 0, last_seq INTEGER NOT NULL DEFAULT 0,
    min_retained_seq INTEGER NOT NULL DEFAULT 1, resumes TEXT, result TEXT, failure_code TEXT,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, finished_at INTEGER) STRICT`,
  `CREATE INDEX runs_by_state ON runs(status, run_id)`,
  `CREATE INDEX runs_by_resumed ON runs(resumes, run_id)`,
  `CREATE INDEX runs_by_conversation ON runs(conversation_id, run_id)`,
  `CREATE TABLE events (
    run_id TEXT NOT NULL, seq INTEGER NOT NULL, twin INTEGER NOT NULL DEFAULT 0, -- twin: 0 but for a second event with the same seq
    type TEXT NOT NULL, attempt_id TEXT, fence INTEGER, actor TEXT NOT NULL, payload TEXT NOT NULL,
    created_at INTEGER NOT NULL, PRIMARY KEY (run_id, seq, twin)) STRICT`,
  `CREATE INDEX events_by_type ON events(run_id, type, seq)`,
  // What stands for deltas that were deleted: "no hole" (S05) must know which holes are declared.
  `CREATE TABLE compactions (run_id TEXT NOT NULL, from_seq INTEGER NOT NULL, to_seq INTEGER NOT NULL,
    message_id TEXT NOT NULL, PRIMARY KEY (run_id, to_seq)) STRICT`,
  `CREATE TABLE operations (
    operation_id TEXT PRIMARY KEY NOT NULL, run_id TEXT NOT NULL, step_key TEXT NOT NULL, kind TEXT NOT NULL,
    order_id TEXT NOT NULL, amount_cents INTEGER NOT NULL, currency TEXT NOT NULL, request_digest TEXT NOT NULL,
    requires_approval INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT 'planned', -- planned started unknown committed failed abandoned
    started_fence INTEGER, provider_ref TEXT, error_code TEXT, created_at INTEGER NOT NULL,
    started_at INTEGER, settled_at INTEGER) STRICT`,
  `CREATE INDEX operations_by_run ON operations(run_id, step_key)`,
  `CREATE INDEX operations_by_order ON operations(order_id)`,
  `CREATE TABLE approvals (
    approval_id TEXT PRIMARY KEY NOT NULL, run_id TEXT NOT NULL, operation_id TEXT NOT NULL,
    proposal_digest TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'pending', -- pending approved rejected expired withdrawn
    requested_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, decided_by TEXT, decided_at INTEGER,
    reason TEXT) STRICT`,
  `CREATE INDEX approvals_by_run ON approvals(run_id)`,
  `CREATE INDEX approvals_by_operation ON approvals(operation_id)`,
  // Without it the clock would read every approval there ever was to find the next one that expires.
  `CREATE INDEX approvals_undecided ON approvals(expires_at) WHERE status = 'pending'`,
  `CREATE TABLE approval_assignees (approval_id TEXT NOT NULL, principal_id TEXT NOT NULL,
    PRIMARY KEY (approval_id, principal_id)) STRICT`,
  // Written only where a design keeps what was decided and how far the worker is in one text.
  `CREATE TABLE documents (run_id TEXT PRIMARY KEY NOT NULL, body TEXT NOT NULL) STRICT`,
  `CREATE TABLE artifacts (artifact_id TEXT PRIMARY KEY NOT NULL, run_id TEXT NOT NULL, name TEXT NOT NULL,
    media_type TEXT NOT NULL, size_bytes INTEGER NOT NULL, digest TEXT NOT NULL, body TEXT,
    created_at INTEGER NOT NULL, expires_at INTEGER) STRICT`,
  `CREATE INDEX artifacts_by_run ON artifacts(run_id)`,
  `CREATE TABLE outbox (
    message_id TEXT PRIMARY KEY NOT NULL, -- {run_id}:{seq}:{topic}
    run_id TEXT NOT NULL, seq INTEGER NOT NULL, topic TEXT NOT NULL, -- runs.dispatch | runs.notify
    type TEXT NOT NULL, payload TEXT NOT NULL, sent INTEGER NOT NULL DEFAULT 0,
    available_at INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, sent_at INTEGER,
    number INTEGER, taken_by TEXT -- written only where a design polls by number, or each dispatcher takes its own
    ) STRICT`,
  // A sequence as a database has it: drawn outside transactions, never given back.
  `CREATE TABLE sequences (name TEXT PRIMARY KEY NOT NULL, last INTEGER NOT NULL) STRICT`,
  `CREATE INDEX outbox_unsent ON outbox(run_id, seq) WHERE sent = 0`,
  `CREATE TABLE inbox (consumer TEXT NOT NULL, message_id TEXT NOT NULL, received INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (consumer, message_id)) STRICT`,
  // What the notifier puts on a person's list; copy is 1 unless the message took effect again.
  `CREATE TABLE notices (message_id TEXT NOT NULL, copy INTEGER NOT NULL, run_id TEXT NOT NULL,
    type TEXT NOT NULL, PRIMARY KEY (message_id, copy)) STRICT`,
  // The second store's own, which it may lose: what it keeps, and that it has forgotten and was not filled again.
  `CREATE TABLE cached_tasks (cache TEXT NOT NULL, message_id TEXT NOT NULL, run_id TEXT NOT NULL,
    seq INTEGER NOT NULL, PRIMARY KEY (cache, message_id)) STRICT`,
  `CREATE INDEX cached_tasks_by_run ON cached_tasks(run_id)`,
  `CREATE TABLE cache_lapses (cache TEXT PRIMARY KEY NOT NULL) STRICT`,
  // Which worker's clock is ahead of the database's; one that is not here agrees with it.
  `CREATE TABLE clocks (actor TEXT PRIMARY KEY NOT NULL, ahead_ms INTEGER NOT NULL) STRICT`,
  // The provider's own store: what it remembers of the keys it was sent. The service never reads it.
  `CREATE TABLE refund_keys (operation_id TEXT PRIMARY KEY NOT NULL, provider_ref TEXT NOT NULL,
    order_id TEXT NOT NULL, amount_cents INTEGER NOT NULL,
    known_until INTEGER) STRICT -- known_until: NULL where it never forgets`,
  // Who listens for appends, and who has been told of one: written only where a gateway waits to be woken.
  `CREATE TABLE listeners (conn_id TEXT PRIMARY KEY NOT NULL, browser TEXT NOT NULL, run_id TEXT NOT NULL) STRICT`,
  `CREATE INDEX listeners_by_run ON listeners(run_id, conn_id)`,
  `CREATE TABLE wakeups (conn_id TEXT PRIMARY KEY NOT NULL, browser TEXT NOT NULL, run_id TEXT NOT NULL) STRICT`,
  `CREATE INDEX wakeups_by_browser ON wakeups(browser, conn_id)`,
  // When an event was told, as a position: written only where a cursor is a time.
  `CREATE TABLE event_times (run_id TEXT NOT NULL, seq INTEGER NOT NULL, told_at INTEGER NOT NULL,
    PRIMARY KEY (run_id, seq)) STRICT`,
  // What will befall the next call: the request is lost (cut), the answer is (mute), or it is refused (refuse).
  `CREATE TABLE refund_trouble (trouble TEXT PRIMARY KEY NOT NULL) STRICT`,
];

export interface Constraint {
  /** The decision whose naive alternatives may leave it out. */
  readonly decision: string;
  readonly text: string;
}

const listed = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(',');

/** Remedies by name. Every trigger is silent while rows are put back, or a legal past could not be restored. */
export const constraints = {
  runs_one_per_key: {
    decision: 'submit.insert',
    text: `CREATE UNIQUE INDEX runs_one_per_key ON runs(principal, idempotency_key)`,
  },
  runs_transition: {
    decision: 'run.update',
    text: `CREATE TRIGGER runs_transition BEFORE UPDATE OF status ON runs
      WHEN restoring() = 0 AND OLD.status <> NEW.status AND OLD.status || '>' || NEW.status NOT IN
        (${listed(allowedPairs)}) AND OLD.status NOT IN (${listed(ENDINGS)})
      BEGIN SELECT RAISE(ABORT, 'runs_transition'); END`,
  },
  runs_owned: {
    decision: 'run.update',
    text: `CREATE TRIGGER runs_owned BEFORE UPDATE OF status, owner, lease_until ON runs
      WHEN restoring() = 0 AND ((NEW.owner IS NULL) <> (NEW.lease_until IS NULL)
        OR (NEW.status = 'running') <> (NEW.owner IS NOT NULL))
      BEGIN SELECT RAISE(ABORT, 'runs_owned'); END`,
  },
  runs_final: {
    decision: 'terminal.race',
    text: `CREATE TRIGGER runs_final BEFORE UPDATE OF status ON runs
      WHEN restoring() = 0 AND OLD.status <> NEW.status
        AND OLD.status IN ('succeeded','failed','cancelled','interrupted')
      BEGIN SELECT RAISE(ABORT, 'runs_final'); END`,
  },
  runs_cancel_latch: {
    decision: 'cancel.mode',
    text: `CREATE TRIGGER runs_cancel_latch BEFORE UPDATE OF cancel_requested ON runs
      WHEN restoring() = 0 AND NEW.cancel_requested < OLD.cancel_requested
      BEGIN SELECT RAISE(ABORT, 'runs_cancel_latch'); END`,
  },
  runs_fence_grows: {
    decision: 'claim.mode',
    text: `CREATE TRIGGER runs_fence_grows BEFORE UPDATE OF fence ON runs
      WHEN restoring() = 0 AND NEW.fence < OLD.fence
      BEGIN SELECT RAISE(ABORT, 'runs_fence_grows'); END`,
  },
  runs_budget: {
    decision: 'budget.enforce',
    text: `CREATE TRIGGER runs_budget BEFORE UPDATE OF budget_attempts, budget_steps ON runs
      WHEN restoring() = 0 AND (NEW.budget_attempts < 0 OR NEW.budget_steps < 0
        OR NEW.budget_attempts > OLD.budget_attempts)
      BEGIN SELECT RAISE(ABORT, 'runs_budget'); END`,
  },
  runs_retained: {
    decision: 'log.compaction',
    text: `CREATE TRIGGER runs_retained BEFORE UPDATE OF min_retained_seq ON runs
      WHEN restoring() = 0 AND (NEW.min_retained_seq < OLD.min_retained_seq
        OR NEW.min_retained_seq > NEW.last_seq)
      BEGIN SELECT RAISE(ABORT, 'runs_retained'); END`,
  },
  events_one_per_seq: {
    decision: 'seq.alloc',
    text: `CREATE UNIQUE INDEX events_one_per_seq ON events(run_id, seq)`,
  },
  events_dense: {
    decision: 'seq.alloc',
    text: `CREATE TRIGGER events_dense BEFORE INSERT ON events
      WHEN restoring() = 0 AND NEW.seq <> (SELECT last_seq FROM runs WHERE run_id = NEW.run_id)
      BEGIN SELECT RAISE(ABORT, 'events_dense'); END`,
  },
  events_one_terminal: {
    decision: 'terminal.race',
    text: `CREATE UNIQUE INDEX events_one_terminal ON events(run_id)
      WHERE type IN ('run.succeeded','run.failed','run.cancelled','run.interrupted')`,
  },
  events_closed: {
    decision: 'terminal.race',
    text: `CREATE TRIGGER events_closed BEFORE INSERT ON events
      WHEN restoring() = 0 AND EXISTS (SELECT 1 FROM events e WHERE e.run_id = NEW.run_id
        AND e.type IN ('run.succeeded','run.failed','run.cancelled','run.interrupted'))
      BEGIN SELECT RAISE(ABORT, 'events_closed'); END`,
  },
  events_immutable: {
    decision: 'log.mutability',
    text: `CREATE TRIGGER events_immutable BEFORE UPDATE ON events WHEN restoring() = 0
      BEGIN SELECT RAISE(ABORT, 'events_immutable'); END`,
  },
  events_retention: {
    decision: 'log.compaction',
    text: `CREATE TRIGGER events_retention BEFORE DELETE ON events
      WHEN restoring() = 0 AND OLD.seq >= (SELECT min_retained_seq FROM runs WHERE run_id = OLD.run_id)
        AND NOT EXISTS (SELECT 1 FROM compactions c WHERE c.run_id = OLD.run_id
          AND OLD.seq BETWEEN c.from_seq AND c.to_seq)
      BEGIN SELECT RAISE(ABORT, 'events_retention'); END`,
  },
  orders_never_over: {
    decision: 'order.update',
    text: `CREATE TRIGGER orders_never_over BEFORE UPDATE OF refunded_cents, reserved_cents ON orders
      WHEN restoring() = 0 AND (NEW.refunded_cents < 0 OR NEW.reserved_cents < 0
        OR NEW.refunded_cents + NEW.reserved_cents > NEW.total_cents)
      BEGIN SELECT RAISE(ABORT, 'orders_never_over'); END`,
  },
  operations_one_per_step: {
    decision: 'operation.id',
    text: `CREATE UNIQUE INDEX operations_one_per_step ON operations(run_id, step_key)`,
  },
  approvals_one_pending: {
    decision: 'fence.check',
    text: `CREATE UNIQUE INDEX approvals_one_pending ON approvals(run_id) WHERE status = 'pending'`,
  },
  approvals_write_once: {
    decision: 'approval.decide',
    text: `CREATE TRIGGER approvals_write_once BEFORE UPDATE OF status ON approvals
      WHEN restoring() = 0 AND OLD.status <> 'pending'
      BEGIN SELECT RAISE(ABORT, 'approvals_write_once'); END`,
  },
} as const satisfies Readonly<Record<string, Constraint>>;

/** What a design brings along that no other has, by name. */
export const additions: Readonly<Record<string, string>> = {
  events_notify: `CREATE TRIGGER events_notify AFTER INSERT ON events WHEN restoring() = 0
    BEGIN INSERT INTO wakeups(conn_id, browser, run_id)
      SELECT l.conn_id, l.browser, l.run_id FROM listeners l WHERE l.run_id = NEW.run_id
        AND NOT EXISTS (SELECT 1 FROM wakeups w WHERE w.conn_id = l.conn_id); END`,
  events_timed: `CREATE TRIGGER events_timed AFTER INSERT ON events WHEN restoring() = 0 AND NEW.twin = 0
    BEGIN INSERT INTO event_times(run_id, seq, told_at) VALUES (NEW.run_id, NEW.seq, NEW.created_at); END`,
};

export type ConstraintName = keyof typeof constraints;

/** Derived from the world's actors and channels, for properties and people. The service never reads them. */
export const presentTables: readonly string[] = [
  `CREATE TABLE now_messages (message_id TEXT PRIMARY KEY NOT NULL, topic TEXT NOT NULL, run_id TEXT NOT NULL,
    ready INTEGER NOT NULL, unacked INTEGER NOT NULL) STRICT -- copies in the broker, copies in delivery`,
  `CREATE INDEX now_messages_by_run ON now_messages(run_id, topic)`,
  `CREATE TABLE now_procedures (actor TEXT NOT NULL, request TEXT NOT NULL, procedure TEXT NOT NULL, run_id TEXT,
    pending INTEGER NOT NULL, -- 1: an operation that writes rows of the run, or publishes for it, is still ahead
    PRIMARY KEY (actor, request)) STRICT -- a crash deletes the row, a pause keeps it`,
  `CREATE INDEX now_procedures_by_run ON now_procedures(run_id)`,
  // Who finds queued runs in the table: live workers that poll, and a cache that has to fill its list again.
  `CREATE TABLE now_pollers (actor TEXT PRIMARY KEY NOT NULL) STRICT`,
  `CREATE TABLE now_views (browser TEXT NOT NULL, incarnation INTEGER NOT NULL, run_id TEXT NOT NULL,
    state TEXT NOT NULL, cursor INTEGER NOT NULL, applied_seq INTEGER NOT NULL, digest TEXT NOT NULL,
    attempts INTEGER NOT NULL, -- since the last progress, at most 8
    PRIMARY KEY (browser, incarnation, run_id)) STRICT`,
  // A changed run is compared with the views of it; they are found by run.
  `CREATE INDEX now_views_by_run ON now_views(run_id)`,
  // The observer's own fold of events 1…seq: a second, short implementation, not the browser's reducer.
  `CREATE TABLE now_folds (run_id TEXT NOT NULL, seq INTEGER NOT NULL, digest TEXT NOT NULL,
    PRIMARY KEY (run_id, seq)) STRICT`,
  // buffered: frames that are written and not yet on the wire
  `CREATE TABLE now_connections (conn_id TEXT PRIMARY KEY NOT NULL, browser TEXT NOT NULL, run_id TEXT NOT NULL,
    buffered INTEGER NOT NULL, buffer_limit INTEGER NOT NULL) STRICT`,
];

export const times: Times = {
  deadlines: {
    runs: ['lease_until', 'available_at'],
    outbox: ['available_at'],
    approvals: ['expires_at'],
    artifacts: ['expires_at'],
    refund_keys: ['known_until'],
    // For a search all that is past is equally past: it sees events of one moment, which is the case in point.
    event_times: ['told_at'],
  },
  stamps: {
    runs: ['created_at', 'updated_at', 'finished_at'],
    events: ['created_at'],
    operations: ['created_at', 'started_at', 'settled_at'],
    approvals: ['requested_at', 'decided_at'],
    artifacts: ['created_at'],
    outbox: ['created_at', 'sent_at'],
  },
  json: { events: ['payload'], outbox: ['payload'], documents: ['body'] },
  members: [
    ...['created_at', 'updated_at', 'finished_at', 'expires_at', 'lease_until', 'taken_at', 'time'],
    ...['leaseUntil', 'requestedAt'],
  ],
  derived: ['now_messages', 'now_procedures', 'now_pollers', 'now_views', 'now_folds', 'now_connections'],
};
