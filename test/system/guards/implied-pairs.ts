// Conditions that others of the same statement imply, in every state that the service can reach and for
// every reading that an actor can hold. The first of each list is the implied one: to delete it alone changes
// nothing in any case; to delete all of the list does.

import type { StatementName } from '../../../src/system/sql/statements';

export interface ImpliedPair {
  readonly statement: StatementName;
  readonly conditions: readonly string[];
  readonly reason: string;
}

const FENCE = 'fence and version are read together, and whoever takes a new fence raises the version';
const STATUS = 'status and version are read together, and every change of status raises the version';
const LEASE = 'a run has a lease for as long as it runs; lease_until is NULL otherwise';
const LEASE_AND_VERSION = `${LEASE}, and its version was read while it ran`;
const UNSETTLED = 'nobody lets go of a run, or ends it, while an operation of it is started or unknown';
const IDLE = "status IN ('queued','waiting_approval')";
const SENT = 'the dispatcher sends what is due, and time does not go back';

export const impliedPairs: readonly ImpliedPair[] = [
  { statement: 'yield', conditions: ['fence=:fence', 'version=:version'], reason: FENCE },
  { statement: 'yield', conditions: ["status='running'", 'version=:version'], reason: STATUS },
  { statement: 'interrupt', conditions: ['fence=:fence', 'version=:version'], reason: FENCE },
  { statement: 'interrupt', conditions: ["status='running'", 'version=:version'], reason: STATUS },
  { statement: 'spend_step', conditions: ['fence=:fence', 'version=:version'], reason: FENCE },
  { statement: 'spend_step', conditions: ["status='running'", 'version=:version'], reason: STATUS },
  { statement: 'retry_later', conditions: ['fence=:fence', 'version=:version'], reason: FENCE },
  { statement: 'retry_later', conditions: ["status='running'", 'version=:version'], reason: STATUS },
  { statement: 'finish_succeeded', conditions: ['fence=:fence', 'version=:version'], reason: FENCE },
  { statement: 'finish_succeeded', conditions: ["status='running'", 'version=:version'], reason: STATUS },
  { statement: 'finish_failed', conditions: ['fence=:fence', 'version=:version'], reason: FENCE },
  { statement: 'finish_failed', conditions: ["status='running'", 'version=:version'], reason: STATUS },
  { statement: 'finish_cancelled', conditions: ['fence=:fence', 'version=:version'], reason: FENCE },
  { statement: 'finish_cancelled', conditions: ["status='running'", 'version=:version'], reason: STATUS },
  {
    statement: 'cancel_direct',
    conditions: ["NOT EXISTS operations: o.status IN 'started'", IDLE],
    reason: UNSETTLED,
  },
  {
    statement: 'cancel_direct',
    conditions: ["NOT EXISTS operations: o.status IN 'unknown'", IDLE],
    reason: UNSETTLED,
  },
  { statement: 'read_expired', conditions: ["status='running'", 'lease_until<=:now'], reason: LEASE },
  { statement: 'poll_expired', conditions: ["status='running'", 'lease_until<=:now'], reason: LEASE },
  { statement: 'leases_ahead', conditions: ["status='running'", 'lease_until>:now'], reason: LEASE },
  {
    statement: 'take_over',
    conditions: ["status='running'", 'lease_until<=:now', 'version=:version'],
    reason: LEASE_AND_VERSION,
  },
  {
    statement: 'fail_exhausted',
    conditions: ["status='running'", 'lease_until<=:now', 'version=:version'],
    reason: LEASE_AND_VERSION,
  },
  {
    statement: 'operation_unknown',
    conditions: ["EXISTS runs: status='running'", "status='started'"],
    reason: UNSETTLED,
  },
  {
    statement: 'operation_commit',
    conditions: ["EXISTS runs: status='running'", "status IN ('started','unknown')"],
    reason: UNSETTLED,
  },
  {
    statement: 'operation_fail',
    conditions: ["EXISTS runs: status='running'", "status IN ('started','unknown')"],
    reason: UNSETTLED,
  },
  { statement: 'unsent_ahead', conditions: ['sent=0', 'available_at>:now'], reason: SENT },
];
