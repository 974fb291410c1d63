// The lists. Ids derive from these and from nowhere else: a new decision, property or monitor is one file
// and one line here; a new actor is one file and one line in topology.ts.

import type { Decision } from '../kernel/decision';
import { approvalBind } from './decisions/approval-bind';
import { approvalDecide } from './decisions/approval-decide';
import { approvalPolicy } from './decisions/approval-policy';
import { artifactAccess } from './decisions/artifact-access';
import { authReads } from './decisions/auth-reads';
import { authVisibility } from './decisions/auth-visibility';
import { brokerReceipts } from './decisions/broker-receipts';
import { browserCursor } from './decisions/browser-cursor';
import { browserGuard } from './decisions/browser-guard';
import { budgetEnforce } from './decisions/budget-enforce';
import { cancelMode } from './decisions/cancel-mode';
import { claimMode } from './decisions/claim-mode';
import { consumerAck } from './decisions/consumer-ack';
import { dispatcherMark } from './decisions/dispatcher-mark';
import { dispatcherOrder } from './decisions/dispatcher-order';
import { eventAppend } from './decisions/event-append';
import { eventSource } from './decisions/event-source';
import { fenceCheck } from './decisions/fence-check';
import { inboxMode } from './decisions/inbox-mode';
import { leaseClock } from './decisions/lease-clock';
import { leaseMode } from './decisions/lease-mode';
import { logCompaction } from './decisions/log-compaction';
import { logDeliver } from './decisions/log-deliver';
import { logMutability } from './decisions/log-mutability';
import { operationId } from './decisions/operation-id';
import { operationIntent } from './decisions/operation-intent';
import { operationTimeout } from './decisions/operation-timeout';
import { orderUpdate } from './decisions/order-update';
import { outboxMode } from './decisions/outbox-mode';
import { queueMode } from './decisions/queue-mode';
import { queueOrder } from './decisions/queue-order';
import { outboxPollOrder } from './decisions/outbox-poll-order';
import { refundsDedupWindow } from './decisions/refunds-dedup-window';
import { resumeMode } from './decisions/resume-mode';
import { resumeNamespace } from './decisions/resume-namespace';
import { retentionMiss } from './decisions/retention-miss';
import { runUpdate } from './decisions/run-update';
import { seqAlloc } from './decisions/seq-alloc';
import { secondStoreRole } from './decisions/second-store-role';
import { snapshotRead } from './decisions/snapshot-read';
import { submitAck } from './decisions/submit-ack';
import { submitBrowserRetry } from './decisions/submit-browser-retry';
import { submitDedup } from './decisions/submit-dedup';
import { submitInsert } from './decisions/submit-insert';
import { submitKeyScope } from './decisions/submit-key-scope';
import { authRecheck } from './decisions/auth-recheck';
import { browserBackoff } from './decisions/browser-backoff';
import { browserEmptyPage } from './decisions/browser-empty-page';
import { browserEof } from './decisions/browser-eof';
import { browserGap } from './decisions/browser-gap';
import { browserGiveUp } from './decisions/browser-give-up';
import { browserPages } from './decisions/browser-pages';
import { browserReducer } from './decisions/browser-reducer';
import { browserReplayEffects } from './decisions/browser-replay-effects';
import { cancelOnDisconnect } from './decisions/cancel-on-disconnect';
import { cursorKind } from './decisions/cursor-kind';
import { wakeupMode } from './decisions/wakeup-mode';
import { controlFramesId } from './decisions/control-frames-id';
import { streamAttach } from './decisions/stream-attach';
import { streamBuffer } from './decisions/stream-buffer';
import { streamBuffering } from './decisions/stream-buffering';
import { streamCursor } from './decisions/stream-cursor';
import { streamCursorSource } from './decisions/stream-cursor-source';
import { streamHeartbeat } from './decisions/stream-heartbeat';
import { streamId } from './decisions/stream-id';
import { tablesShape } from './decisions/tables-shape';
import { terminalRace } from './decisions/terminal-race';
import { textBatch } from './decisions/text-batch';
import { workerResume } from './decisions/worker-resume';
import { monAccepted } from './monitors/mon-accepted';
import { monApplied } from './monitors/mon-applied';
import { monDecisions } from './monitors/mon-decisions';
import { monEffects } from './monitors/mon-effects';
import { monHistory } from './monitors/mon-history';
import { monLeaks } from './monitors/mon-leaks';
import { monNotices } from './monitors/mon-notices';
import { monOrders } from './monitors/mon-orders';
import { monProbes } from './monitors/mon-probes';
import { monRuns } from './monitors/mon-runs';
import { monSubmissions } from './monitors/mon-submissions';
import type { MonitorSource } from './monitors/monitor-source';
import { l01 } from './properties/l01-every-accepted-run-ends';
import { l02 } from './properties/l02-no-orphan-lease';
import { l03 } from './properties/l03-cancel-answered';
import { l05 } from './properties/l05-unknown-is-resolved';
import { l06 } from './properties/l06-messages-arrive';
import { l07 } from './properties/l07-views-catch-up';
import { l08 } from './properties/l08-recovery-is-bounded';
import { l10 } from './properties/l10-views-agree';
import type { PropertySource } from './properties/property-source';
import { s01 } from './properties/s01-one-task-per-press';
import { s02 } from './properties/s02-faithful-replay';
import { s03 } from './properties/s03-durable-acceptance';
import { s04 } from './properties/s04-one-story';
import { s05 } from './properties/s05-no-hole';
import { s06 } from './properties/s06-history-stands';
import { s07 } from './properties/s07-one-ending';
import { s10 } from './properties/s10-no-voice-from-the-past';
import { s12 } from './properties/s12-a-failing-task-stops';
import { s13 } from './properties/s13-nobody-cancels-but-people';
import { s14 } from './properties/s14-cancelled-is-clean';
import { s15 } from './properties/s15-the-end-is-settled';
import { s16 } from './properties/s16-cancel-respected';
import { s17 } from './properties/s17-the-question-stands';
import { s18 } from './properties/s18-a-decision-counts';
import { s19 } from './properties/s19-approved-before-effect';
import { s20 } from './properties/s20-proper-approver';
import { s21 } from './properties/s21-money-moves-once';
import { s22 } from './properties/s22-books-match-the-bank';
import { s23 } from './properties/s23-no-over-refund';
import { s24 } from './properties/s24-order-is-right';
import { s25 } from './properties/s25-no-orphaned-effect';
import { s26 } from './properties/s26-told-once-told-true';
import { s27 } from './properties/s27-dispatch-guaranteed';
import { s28 } from './properties/s28-no-phantom';
import { s29 } from './properties/s29-effectively-once';
import { s30 } from './properties/s30-notices-in-order';
import { s31 } from './properties/s31-no-phantom-event';
import { s33 } from './properties/s33-contiguous-view';
import { s34 } from './properties/s34-run-isolation';
import { s35 } from './properties/s35-honest-cursor';
import { s36 } from './properties/s36-no-false-ending';
import { s37 } from './properties/s37-no-silent-skip';
import { s38 } from './properties/s38-authorized-answers';
import { s39 } from './properties/s39-bounded-buffer';
import { s38b } from './properties/s38b-no-existence-leak';
import { s40 } from './properties/s40-view-equals-history';
import { columnsOf, serviceTables } from './tables';
import { actors, channels } from './topology';

export { actorKinds } from './topology';

/** In course order. */
export const decisions: readonly Decision[] = [
  submitDedup,
  submitKeyScope,
  submitInsert,
  submitAck,
  submitBrowserRetry,
  authReads,
  authVisibility,
  artifactAccess,
  approvalPolicy,
  approvalBind,
  cancelMode,
  resumeMode,
  resumeNamespace,
  tablesShape,
  eventAppend,
  eventSource,
  seqAlloc,
  textBatch,
  snapshotRead,
  logDeliver,
  logMutability,
  workerResume,
  logCompaction,
  retentionMiss,
  wakeupMode,
  cursorKind,
  streamCursor,
  streamId,
  streamCursorSource,
  streamAttach,
  streamBuffer,
  streamHeartbeat,
  streamBuffering,
  controlFramesId,
  authRecheck,
  cancelOnDisconnect,
  browserGuard,
  browserCursor,
  browserGap,
  browserReducer,
  browserReplayEffects,
  browserEof,
  browserEmptyPage,
  browserPages,
  browserGiveUp,
  browserBackoff,
  outboxMode,
  outboxPollOrder,
  dispatcherMark,
  dispatcherOrder,
  consumerAck,
  brokerReceipts,
  inboxMode,
  claimMode,
  leaseMode,
  leaseClock,
  operationId,
  operationIntent,
  operationTimeout,
  refundsDedupWindow,
  fenceCheck,
  runUpdate,
  orderUpdate,
  approvalDecide,
  terminalRace,
  budgetEnforce,
  queueMode,
  queueOrder,
  secondStoreRole,
];

export const monitors: readonly MonitorSource[] = [
  monSubmissions,
  monAccepted,
  monRuns,
  monHistory,
  monEffects,
  monOrders,
  monDecisions,
  monNotices,
  monApplied,
  monLeaks,
  monProbes,
];

export const properties: readonly PropertySource[] = [
  ...[s01, s02, s03, s04, s05, s06, s07, s10, s12, s13, s14, s15, s16, s17, s18, s19, s20, s21, s22, s23],
  ...[s24, s25, s26, s27, s28, s29, s30, s31, s33, s34, s35, s36, s37, s38, s38b, s39, s40],
  ...[l01, l02, l03, l05, l06, l07, l08, l10],
];

export const actorIds: readonly string[] = actors.map((actor) => actor.id);
export const channelIds: readonly string[] = channels.map((channel) => channel.id);

/** Column names of every table, monitors and present ones included. */
export const tables: Readonly<Record<string, readonly string[]>> = {
  ...serviceTables,
  ...columnsOf(monitors.flatMap((monitor) => monitor.schema)),
};
