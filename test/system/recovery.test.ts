// The promise of the whole stream: a connection may fail, events may come twice, streams may overlap, and the view is
// in the end what the log says. A failure prints its seed and the shrunk history as a scenario.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Design } from '../../src/kernel/decision';
import { asScenario, CAST, FAULTS, type History, histories, isWrong, play, shortened } from './histories';
import { KNOWN } from './known-histories';
import { withSimulation } from './walks';

const PARTS = 4;
const HISTORIES = 2_000;

/** Fails with the shortest history that is found wrong, told as a scenario. */
function expectRecovered(design: Design, numRuns: number): void {
  withSimulation(design, CAST, (simulation) => {
    fc.assert(
      fc.property(histories, (history) => {
        const played = play(simulation, history);
        if (played.complaints.length > 0) throw new Error(asScenario(design, history, played));
      }),
      { numRuns },
    );
  });
}

describe(`a view, whatever befell on the way, is in the end the fold of the unique history`, () => {
  it.each(Array.from({ length: PARTS }, (_, i) => i + 1))(
    `part %i of ${String(HISTORIES)} histories`,
    () => {
      expectRecovered({}, HISTORIES / PARTS);
    },
    600_000,
  );

  it('where a proxy may collect what comes, and its reader notices', () => {
    expectRecovered({ 'stream.buffering': 'allowed' }, 200);
  }, 300_000);

  it('where runs go on as other runs', () => {
    expectRecovered({ 'resume.mode': 'new_run' }, 200);
  }, 300_000);
});

/** Alternatives that break the promise by themselves, or with another one that guards it too. */
const NAIVE: readonly Design[] = [
  { 'browser.eof': 'treat_as_done' },
  { 'browser.empty_page': 'treat_as_done' },
  { 'browser.guard': 'none' },
  { 'browser.cursor': 'last_received' },
  { 'browser.gap': 'apply_anyway', 'stream.buffer': 'drop_oldest' },
  { 'browser.reducer': 'separate_for_replay' },
  { 'browser.replay_effects': 're_execute' },
  { 'browser.give_up': 'show_failed' },
  { 'browser.give_up': 'retry_forever' },
  { 'stream.attach': 'replay_then_subscribe' },
  { 'stream.buffer': 'unbounded' },
  { 'stream.buffer': 'block_writer', 'stream.heartbeat': 'none' },
  { 'stream.heartbeat': 'none' },
  { 'stream.buffering': 'allowed', 'stream.heartbeat': 'none' },
  { 'stream.id': 'process_counter' },
  { 'stream.cursor': 'inclusive', 'browser.guard': 'none' },
  { 'cursor.kind': 'timestamp' },
  { 'control_frames.id': 'numbered', 'browser.cursor': 'last_received' },
  { 'wakeup.mode': 'notify_only' },
  { 'resume.mode': 'new_run', 'resume.namespace': 'conversation_seq' },
  { 'cancel.on_disconnect': 'cancel' },
  { 'log.compaction': 'delete_deltas' },
  { 'log.deliver': 'deliver_then_append', 'text.batch': 'per_token' },
  { 'log.mutability': 'update_in_place', 'text.batch': 'per_token' },
  { 'retention.miss': 'start_at_oldest' },
  { 'retention.miss': 'empty_page' },
];

describe('without one of its guards', () => {
  it.each(NAIVE.map((design) => [JSON.stringify(design), design] as const))(
    'a history is found that %s does not survive',
    (name, design) => {
      const known = KNOWN[Object.keys(design)[0]!];
      const faults = known?.faults ?? FAULTS;
      const examples: [History][] = known === undefined ? [] : [[known.history]];
      withSimulation(design, CAST, (simulation) => {
        const property = fc.property(histories, (history) => !isWrong(simulation, history, faults));
        // The first that is found is shortened here: to look for the smallest of all would take minutes.
        const found = fc.check(property, { numRuns: 1_500, endOnFailure: true, examples });
        expect(found.failed).toBe(true);
        const history = shortened(simulation, (found.counterexample?.[0] ?? {}) as History, faults);
        expect(isWrong(simulation, history, faults)).toBe(true);
        console.log(`${name}, seed ${String(found.seed)}: ${told(design, history)}`);

        function told(naive: Design, wrong: History): string {
          try {
            return asScenario(naive, wrong, play(simulation, wrong, faults));
          } catch (error) {
            return `${JSON.stringify(wrong)} ${String(error)}`;
          }
        }
      });
    },
    300_000,
  );
});
