// A run that is interrupted while a person thinks goes on as another one, which names it: once, under the same
// operation, and for whoever follows it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Design, safeDesign } from '../../src/kernel/decision';
import { Timeline } from '../../src/kernel/timeline';
import { parseIntervention } from '../../src/scenario/intervention';
import { drive } from '../../src/scenario/schedule';
import { verdictsOf } from '../../src/scenario/verdicts';
import { decisions } from '../../src/system/catalog';
import type { Given } from '../../src/system/given';
import { assembleDesign } from '../../src/system/system';
import { BACK_OFF_MS } from '../../src/system/time';
import { ASKED } from './harms-of-stores';
import { begin, CAST, choices, simulationOf, walk } from './walks';

const DESIGN = { 'resume.mode': 'new_run' };

const given = (calls: readonly string[], more: Given['browsers'] = {}): Given => ({
  ...ASKED,
  cast: ['timer', 'browser-3'],
  browsers: {
    'browser-1': { person: 'alice', watches: 'run_1' },
    'browser-2': { person: 'bob', watches: 'run_1', calls: [...calls] },
    ...more,
  },
});

function played(from: Given, schedule: readonly string[], more: Design = {}) {
  const simulation = simulationOf({ ...DESIGN, ...more }, from.cast);
  const timeline = new Timeline(simulation, begin(simulation, from));
  const interventions = schedule.map((text) => {
    const parsed = parseIntervention(text);
    if ('complaint' in parsed) throw new Error(text);
    return parsed.value;
  });
  expect(drive(timeline, { interventions, ends: 'quiet' }).stopped).toBeNull();
  const { rows, actors } = timeline.worldAt(timeline.length);
  const broken = Object.entries(verdictsOf(timeline)).flatMap(([id, how]) =>
    how === 'violated' ? [id] : [],
  );
  const statuses = Object.fromEntries(
    [...(rows['runs']?.entries() ?? [])].map(([id, row]) => [id, String(row['status'])]),
  );
  return { rows, actors, broken, statuses };
}

describe('a run that was interrupted', () => {
  it('goes on as another one, with the operation that was approved', () => {
    const { rows, actors, broken, statuses } = played(given(['approve run_1']), ['quiet']);
    expect(broken).toEqual([]);
    expect(statuses).toEqual({ run_1: 'interrupted', run_2: 'succeeded' });
    expect(rows['runs']?.get('run_2')).toMatchObject({ resumes: 'run_1', last_seq: 8 });
    expect(rows['operations']?.get('op_run_1_s1')).toMatchObject({ run_id: 'run_2', status: 'committed' });
    expect(rows['mon_effects']?.get('op_run_1_s1')).toMatchObject({ effects: 1 });
    expect(actors['browser-1']?.disk).toMatchObject({ runId: 'run_2', appliedSeq: 8 });
  });

  it('is followed in a stream of its own by a page that was in the middle of one', () => {
    const from: Given = { ...given(['approve run_1']), cast: ['gateway'] };
    const reading = ['after worker-1.claim: hold worker-1', 'quiet', 'release worker-1', 'quiet'];
    const { actors, broken } = played(from, reading);
    expect(broken).toEqual([]);
    expect(actors['browser-1']?.disk).toMatchObject({ runId: 'run_2', appliedSeq: 8, connections: 2 });
    expect(actors['browser-1']?.memory).toMatchObject({ recovery: 'DONE' });
  });

  it('goes on once, however often and by whomever it is answered', () => {
    const erin = { 'browser-3': { person: 'erin', watches: 'run_1', calls: ['approve run_1'] } };
    const { broken, statuses } = played(given(['approve run_1', 'approve run_1'], erin), [
      ...['hold browser-3', 'before api.respond run_2: crash api, restart api', 'quiet'],
      ...['release browser-3', 'quiet', 'pick clock:advance', 'quiet'],
    ]);
    expect(broken).toEqual([]);
    expect(statuses).toEqual({ run_1: 'interrupted', run_2: 'succeeded' });
  });

  it('that is refused goes on to say so', () => {
    const { rows, broken, statuses } = played(given(['reject run_1']), ['quiet']);
    expect(broken).toEqual([]);
    expect(statuses).toEqual({ run_1: 'interrupted', run_2: 'succeeded' });
    expect(rows['operations']?.get('op_run_1_s1')).toMatchObject({ status: 'abandoned' });
  });

  it('keeps its end where nobody answers in time, and its question is closed once', () => {
    const { rows, broken, statuses } = played(given([]), ['quiet', 'pick clock:advance', 'quiet']);
    expect(broken).toEqual([]);
    expect(statuses).toEqual({ run_1: 'interrupted' });
    expect(rows['approvals']?.get('apr_op_run_1_s1')).toMatchObject({ status: 'expired' });
    expect(rows['operations']?.get('op_run_1_s1')).toMatchObject({ status: 'abandoned' });
  });
});

describe('a run that goes on with the numbers of the one before it', () => {
  const passes = Array.from({ length: 8 }, () => ['pick clock:advance', 'quiet']).flat();
  /** carol opens the second run, and has seen nothing of the first. */
  const goesOn = (design: Design = {}) =>
    played(
      given(['approve run_1'], { 'browser-3': { person: 'carol', watches: 'run_2' } }),
      ['quiet', ...passes],
      { 'resume.namespace': 'conversation_seq', ...design },
    );

  it('is followed without a break by whoever comes from there', () => {
    const { rows, actors } = goesOn();
    expect(rows['runs']?.get('run_2')).toMatchObject({ status: 'succeeded', last_seq: 14 });
    expect(rows['events']?.get('run_2/7/0')).toMatchObject({ type: 'run.created' });
    expect(actors['browser-1']?.disk).toMatchObject({ runId: 'run_2', cursor: 14, appliedSeq: 14 });
  });

  it('has a history that nobody gets into who begins with it', () => {
    const { broken, actors } = goesOn();
    expect(broken).toEqual(['S05']);
    expect(actors['browser-3']).toMatchObject({
      memory: { recovery: 'RECOVERY_UNKNOWN' },
      disk: { runId: 'run_2', cursor: 0, appliedSeq: 0 },
    });
  });

  it.each([
    [{ 'browser.gap': 'apply_anyway' }, 'S33'],
    [{ 'browser.guard': 'none' }, 'S33'],
    [{ 'browser.give_up': 'show_failed' }, 'S36'],
    [{ 'browser.give_up': 'retry_forever' }, 'L8'],
  ] as const)('does more harm where %j', (design, property) => {
    expect(goesOn(design).broken.toSorted()).toEqual(['S05', property].toSorted());
  });

  it('is everybody’s to read where it counts for itself', () => {
    const { broken, actors } = goesOn({ 'resume.namespace': 'run_seq' });
    expect(broken).toEqual([]);
    expect(actors['browser-3']?.disk).toMatchObject({ runId: 'run_2', cursor: 8, appliedSeq: 8 });
  });
});

describe('a page that looks for a run', () => {
  it('stops asking once its attempts are spent', () => {
    const opens = { person: 'wendy', discovers: true };
    const from: Given = { ...given([]), browsers: { 'browser-1': opens } };
    const passes = Array.from({ length: 12 }, () => ['pick clock:advance', 'quiet']).flat();
    const { actors } = played(from, ['crash api', 'quiet', ...passes]);
    expect(actors['browser-1']?.memory).toMatchObject({
      asked: null,
      retryAt: null,
      failures: BACK_OFF_MS.length + 1,
    });
  });
});

describe('whatever happens', () => {
  it('can be chosen beside every other alternative', () => {
    const others = decisions.filter(({ id }) => id !== 'resume.mode');
    for (const { id, alternatives } of others) {
      for (const { name } of alternatives) {
        const design = { ...safeDesign(decisions), ...DESIGN, [id]: name };
        expect(() => assembleDesign(design), `${id}=${name}`).not.toThrow();
      }
    }
  });

  it.each([[CAST], [[]]])('nothing is broken with %j on stage', (cast) => {
    const simulation = simulationOf(DESIGN, cast);
    const broken = new Set<string>();
    fc.assert(
      fc.property(choices(90), (list) => {
        walk(simulation, begin(simulation), list, (_before, { record }) => {
          for (const { property, to } of record.verdicts) if (to === 'violated') broken.add(property);
          expect([...broken]).toEqual([]);
        });
      }),
      { numRuns: 80, seed: 11 },
    );
  });
});
