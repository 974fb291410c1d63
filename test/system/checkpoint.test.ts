// What the model wants looked up: each thing is a step of the log, spent from the budget of the run, and whatever
// becomes of an attempt, the next one continues behind the last step that the log holds.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Design, safeDesign } from '../../src/kernel/decision';
import { textOf } from '../../src/kernel/json';
import { sortedRows, tableOf } from '../../src/kernel/rows';
import type { World } from '../../src/kernel/world';
import { decisions } from '../../src/system/catalog';
import { shortDigest } from '../../src/system/digest';
import type { Given } from '../../src/system/given';
import { refusalOf } from '../../src/system/refusal';
import { assembleDesign, statementsFor } from '../../src/system/system';
import { eventsOf, played, task, viewOf, whole } from './texts';
import { begin, choices, FAULTS, simulationOf, walk } from './walks';

const TOOLS = ['order', 'policy', 'history'];
const FORM = 'From {order}, {policy} and {history}: I refund 25.00 EUR.';

const asked = (more: Partial<Given['runs'][number]> = {}): Given => task(FORM, { looksUp: TOOLS, ...more });

/** The steps of a log, each as `tool attempt`. */
const stepsIn = (world: World, run = 'run_1'): readonly string[] =>
  eventsOf(world, run)
    .filter(({ type }) => type === 'step.completed')
    .map(({ data, attempt_id }) => `${textOf(data, 'tool')} ${String(attempt_id).replace(/^.*\.a/, '')}`);

const runIn = (world: World, run = 'run_1') => tableOf(world.rows, 'runs').get(run)!;

const found = (tool: string, attempt: number) => `${tool} of ord_1, as of attempt ${String(attempt)}`;
const said = (order: number, policy: number, history: number): string =>
  `From ${found('order', order)}, ${found('policy', policy)} and ${found('history', history)}: I refund 25.00 EUR.`;

/** What worker-1 does, in the words of a schedule: every point at which it can be stopped. */
function pointsOf(given: Given, design: Design = {}): readonly string[] {
  const times = new Map<string, number>();
  return played(given, ['quiet'], design).timeline.trace.flatMap(({ actor, operations }) => {
    const last = operations.at(-1);
    if (actor !== 'worker-1' || last === undefined) return [];
    const time = (times.get(last) ?? 0) + 1;
    times.set(last, time);
    return `worker-1.${last} #${String(time)}`;
  });
}

const stoppedAfter = (point: string, how = 'crash worker-1'): readonly string[] => [
  ...[`after ${point}: ${how}`, 'quiet', 'pick clock:advance', 'quiet'],
];

describe('what is looked up', () => {
  it('is a step each, spent from the budget in the transaction that tells of it', () => {
    const { world, broken, timeline } = played(asked({ steps: 7 }));
    expect(broken).toEqual([]);
    expect(stepsIn(world)).toEqual(['order 1', 'policy 1', 'history 1']);
    expect(eventsOf(world).find(({ type }) => type === 'step.completed')?.data).toEqual({
      ...{ step_key: 'look_order', tool: 'order', input_digest: shortDigest(['order', 'ord_1']) },
      ...{ output: found('order', 1), output_digest: shortDigest(found('order', 1)) },
    });
    const steps = timeline.trace.filter(({ operations }) => operations.includes('appendStep'));
    expect(steps.map(({ operations }) => operations)).toEqual(Array(3).fill(['spendStep', 'appendStep']));
    // Version: submitted, claimed, three steps, ended.
    expect(runIn(world)).toMatchObject({ status: 'succeeded', budget_steps: 4, version: 6 });
  });

  it('is what the text to the person rests on', () => {
    const { world } = played(asked());
    expect(viewOf(world)).toMatchObject({ status: 'succeeded', messages: whole(said(1, 1, 1)) });
  });

  it('is looked up by a worker that finds its task in the table, too, and where its transaction stays open', () => {
    for (const mode of ['database', 'hold_lock_while_working']) {
      const { world, broken } = played(asked(), ['quiet'], { 'queue.mode': mode });
      expect(broken).toEqual([]);
      expect(stepsIn(world)).toEqual(['order 1', 'policy 1', 'history 1']);
      expect(viewOf(world)).toMatchObject({ status: 'succeeded', messages: whole(said(1, 1, 1)) });
    }
  });

  it('changes no view, and every cursor goes past it', () => {
    const { world } = played(asked());
    expect(world.actors['browser-1']?.disk).toMatchObject({ cursor: runIn(world)['last_seq'] });
    expect(JSON.stringify(viewOf(world))).not.toContain('look_order');
  });

  it('comes from a task that a browser submits, with as many steps as it asks for', () => {
    const submits = { order: 'ord_1', amount: '25.00', looksUp: TOOLS, steps: 2 };
    const { world } = played({
      ...asked(),
      runs: [],
      browsers: { 'browser-1': { person: 'alice', submits } },
    });
    expect(eventsOf(world)[0]?.data).toMatchObject({ budget: { attempts: 3, steps: 2 } });
    expect(runIn(world)).toMatchObject({ status: 'failed', failure_code: 'steps_exhausted' });
  });
});

describe('an attempt that is lost', () => {
  const points = pointsOf(asked());

  it('can be lost at every point of its steps', () => {
    expect(points.filter((point) => /\.(work|appendStep) /.test(point))).toEqual([
      ...['worker-1.work #1', 'worker-1.appendStep #1', 'worker-1.appendStep #2', 'worker-1.appendStep #3'],
      'worker-1.work #2',
    ]);
  });

  it.each(points)('loses no step that the log holds, and leaves the others to the next: %s', (point) => {
    const { world, broken, unmatched } = played(asked({ steps: 3 }), stoppedAfter(point));
    expect(broken).toEqual([]);
    // Where the run has ended, or nobody had begun, no lease has to run out.
    expect(unmatched).toBeLessThanOrEqual(1);
    expect(stepsIn(world).map((step) => step.split(' ')[0])).toEqual(TOOLS);
    expect(runIn(world)).toMatchObject({ status: 'succeeded', budget_steps: 0 });
    const { attempt } = viewOf(world) as { attempt: { count: number } };
    const done = /appendStep #(\d)/.exec(point)?.[1];
    if (done === undefined) return;
    expect(attempt.count).toBe(2);
    const attempts = TOOLS.map((_, i) => (i < Number(done) ? 1 : 2));
    expect(stepsIn(world)).toEqual(TOOLS.map((tool, i) => `${tool} ${String(attempts[i])}`));
    const [one = 0, two = 0, three = 0] = attempts;
    expect(sortedRows(world.rows, 'messages')).toMatchObject([{ text: said(one, two, three) }]);
  });

  it.each(points.filter((point) => /appendStep/.test(point)))(
    'completes no step once somebody has taken over, and lets go: %s',
    (point) => {
      const { world, broken, timeline } = played(asked({ steps: 3 }), [
        ...[`after ${point}: hold worker-1`, 'quiet', 'pick clock:advance', 'quiet', 'release worker-1'],
        'quiet',
      ]);
      expect(broken).toEqual([]);
      expect(stepsIn(world).map((step) => step.split(' ')[0])).toEqual(TOOLS);
      const isLast = point.endsWith('#3');
      const refused = timeline.trace.filter(({ actor, refused }) => actor === 'worker-1' && refused !== null);
      if (!isLast) expect(refused.map(({ refused }) => refused)).toEqual(['spendStep']);
      expect(runIn(world)).toMatchObject({ status: 'succeeded', budget_steps: 0, fence: 2 });
    },
  );

  it('leaves its steps to a later one where the model fails, or a person has to be asked', () => {
    const failing = played(asked({ fails: 1 }), ['quiet', 'pick clock:advance', 'quiet']);
    expect(stepsIn(failing.world)).toEqual(['order 1', 'policy 1', 'history 1']);
    expect(viewOf(failing.world)).toMatchObject({
      status: 'succeeded',
      attempt: { count: 2 },
      messages: whole(said(1, 1, 1), 'run_1.a2.m1'),
    });
    const approved = played(approving(asked({ amount: '75.00' })));
    expect(stepsIn(approved.world)).toEqual(['order 1', 'policy 1', 'history 1']);
    expect(viewOf(approved.world)).toMatchObject({ status: 'succeeded', attempt: { count: 2 } });
  });

  it('leaves them to the run that goes on from its own', () => {
    const { world, broken } = played(approving(asked({ amount: '75.00' })), ['quiet'], {
      'resume.mode': 'new_run',
    });
    expect(broken).toEqual([]);
    expect(runIn(world)).toMatchObject({ status: 'interrupted', budget_steps: 17 });
    expect(runIn(world, 'run_2')).toMatchObject({ status: 'succeeded', budget_steps: 17 });
    expect(stepsIn(world, 'run_2')).toEqual([]);
  });
});

/** The same where bob, who is asked, says yes. */
const approving = (given: Given): Given => ({
  ...given,
  browsers: {
    ...given.browsers,
    'browser-2': { person: 'bob', watches: 'run_1', calls: ['approve run_1'] },
  },
});

describe('the budget of steps', () => {
  it('ends the run where it does not suffice, and the log says so before it ends', () => {
    const { world, broken, timeline } = played(asked({ steps: 2 }));
    expect(broken).toEqual([]);
    expect(stepsIn(world)).toEqual(['order 1', 'policy 1']);
    expect(eventsOf(world).slice(-3)).toMatchObject([
      { type: 'budget.exhausted', data: { kind: 'steps' } },
      { type: 'attempt.ended', data: { reason: 'failed' } },
      { type: 'run.failed', data: { code: 'steps_exhausted' } },
    ]);
    expect(runIn(world)).toMatchObject({
      status: 'failed',
      failure_code: 'steps_exhausted',
      budget_steps: 0,
    });
    expect(viewOf(world)).toMatchObject({ status: 'failed', failure: 'steps_exhausted', messages: [] });
    const at = timeline.trace.findIndex(({ refused }) => refused === 'spendStep');
    const texts = statementsFor(assembleDesign(safeDesign(decisions)));
    const { system } = timeline.simulation;
    const refusal = refusalOf(system, timeline.worldAt(at), timeline.trace[at]!, texts, []);
    expect(refusal).toMatchObject({ tried: null, operation: 'spendStep' });
    expect(refusal?.failed.map(({ condition }) => condition.guard)).toEqual(['steps']);
  });
});

describe('a next attempt that starts over', () => {
  const design: Design = { 'worker.resume': 'start_over' };
  const schedule = stoppedAfter('worker-1.appendStep #2');

  it('does again what the log holds, and pays for it again', () => {
    const again = played(asked(), schedule, design);
    expect(again.broken).toEqual([]);
    expect(stepsIn(again.world)).toEqual(['order 1', 'policy 1', 'order 2', 'policy 2', 'history 2']);
    expect(runIn(again.world)).toMatchObject({ status: 'succeeded', budget_steps: 15 });
    const continued = played(asked(), schedule);
    expect(Number(again.counters.events_stored) - Number(continued.counters.events_stored)).toBe(2);
  });

  it('fails a task that would have come through', () => {
    const { world, broken } = played(asked({ steps: 4 }), schedule, design);
    expect(broken).toEqual([]);
    expect(runIn(world)).toMatchObject({ status: 'failed', failure_code: 'steps_exhausted' });
    expect(runIn(played(asked({ steps: 4 }), schedule).world)['status']).toBe('succeeded');
  });
});

describe('a run whose progress stands in one document', () => {
  it('has its last step there, and a next attempt continues from the log all the same', () => {
    const { world, broken } = played(asked(), stoppedAfter('worker-1.appendStep #2'), {
      'tables.shape': 'one_json_document',
    });
    expect(broken).toEqual([]);
    expect(stepsIn(world)).toEqual(['order 1', 'policy 1', 'history 2']);
    const [document] = sortedRows(world.rows, 'documents');
    expect(JSON.parse(String(document?.['body']))).toEqual({
      progress: { attempt: 2, step: 'look_history' },
    });
  });
});

describe('a person who cancels between two steps', () => {
  const cancelling: Given = {
    ...asked(),
    browsers: { 'browser-1': { person: 'alice', watches: 'run_1', calls: ['cancel run_1 once running'] } },
  };
  const schedule = ['after worker-1.appendStep: hold worker-1', 'quiet', 'release worker-1', 'quiet'];

  it('is heard at the next one, and it is not taken', () => {
    const { world, broken, timeline } = played(cancelling, schedule);
    expect(broken).toEqual([]);
    expect(timeline.trace.flatMap(({ refused }) => refused ?? [])).toEqual(['spendStep']);
    expect(stepsIn(world)).toEqual(['order 1']);
    expect(runIn(world)).toMatchObject({ status: 'cancelled', budget_steps: 19 });
    // The model is not asked again for that.
    const works = timeline.trace.filter(({ operations }) => operations.includes('work'));
    expect(works).toHaveLength(1);
  });

  it('is heard by nobody where nobody looks: the holder takes the version that is there and goes on', () => {
    const { world } = played(cancelling, schedule, { 'cancel.mode': 'flag_unchecked' });
    expect(stepsIn(world)).toEqual(['order 1', 'policy 1', 'history 1']);
    expect(runIn(world)).toMatchObject({ status: 'succeeded', cancel_requested: 1 });
  });
});

describe('a log that is pruned', () => {
  const pruned = (more: Partial<Given['runs'][number]> = {}): Given => ({
    ...asked(more),
    cast: ['pruner'],
    retention: { keep: 1 },
  });

  it('keeps the steps for as long as an attempt may continue from them, and no longer', () => {
    const { world, broken } = played(pruned(), stoppedAfter('worker-1.appendStep #2'));
    expect(broken).toEqual([]);
    expect(runIn(world)).toMatchObject({ status: 'succeeded', budget_steps: 17 });
    expect(stepsIn(world)).toEqual([]);
    expect(sortedRows(world.rows, 'messages')).toMatchObject([{ text: said(1, 1, 2) }]);
  });
});

describe('the steps of a run, wherever a walk leads', () => {
  const modes = ['database', 'hold_lock_while_working'].map((mode): Design => ({ 'queue.mode': mode }));
  const designs: readonly Design[] = [{}, ...modes, { 'tables.shape': 'one_json_document' }];

  it('are in the log once each, in their order, and are all that was spent', () => {
    let continued = 0;
    fc.assert(
      fc.property(fc.constantFrom(...designs), choices(110), (design, list) => {
        const simulation = simulationOf(design);
        // With one crash somebody is always there to look for work.
        const first = begin(simulation, asked({ fails: 1, steps: 4 }), { ...FAULTS, crash: 1 });
        walk(simulation, first, list, (_before, { world, record }) => {
          const steps = stepsIn(world);
          expect(steps.map((step) => step.split(' ')[0])).toEqual(TOOLS.slice(0, steps.length));
          expect(runIn(world)['budget_steps']).toBe(4 - steps.length);
          if (record.says.key === 'worker.work.continues') continued += 1;
          const broken = record.verdicts.filter(({ to }) => to === 'violated');
          expect(broken.map(({ property }) => property)).toEqual([]);
        });
      }),
      { numRuns: 60, seed: 1 },
    );
    expect(continued).toBeGreaterThan(0);
  });
});
