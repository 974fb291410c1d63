import { describe, expect, it } from 'vitest';
import { parseIntervention } from '../../src/scenario/intervention';
import { drive, lastMover, type Plan } from '../../src/scenario/schedule';
import { followPath } from '../../src/scenario/run';
import { standIn } from './stand-in';

function plan(...sentences: string[]): Plan {
  const interventions = sentences.map((sentence) => {
    const parsed = parseIntervention(sentence);
    if ('complaint' in parsed) throw new Error(parsed.complaint.expected);
    return parsed.value;
  });
  return { interventions, ends: 'quiet' };
}

function run(jobs: number, ...sentences: string[]) {
  const timeline = standIn(jobs);
  const driven = drive(timeline, plan(...sentences));
  return { ...driven, timeline, ids: timeline.trace.map((record) => record.id) };
}

const ONE_JOB = ['maker.write', 'maker.send', 'deliver:jobs>taker-1:run_1', 'taker-1.store', 'taker-1.ack'];

describe('a schedule', () => {
  it('without interventions is the default scheduler until quiet', () => {
    const { ids, unmatched, stopped } = run(1);
    expect(ids).toEqual(ONE_JOB);
    expect({ unmatched, stopped }).toEqual({ unmatched: [], stopped: null });
  });

  it('fires a bare effect before any step', () => {
    expect(run(1, 'crash taker-1').ids).toEqual([
      ...['crash:taker-1', 'maker.write', 'maker.send', 'deliver:jobs>taker-2:run_1'],
      ...['taker-2.store', 'taker-2.ack'],
    ]);
  });

  it('fires "after" when a step with that operation has been taken, also one inside a transaction', () => {
    expect(run(1, 'after maker.note: crash maker, restart maker').ids).toEqual([
      ...['maker.write', 'crash:maker', 'restart:maker'],
    ]);
  });

  it('fires "before" when that step would be next, and takes nothing first', () => {
    expect(run(1, 'before maker.send: crash maker').ids).toEqual(['maker.write', 'crash:maker']);
    expect(run(1, 'before maker.write: crash maker').ids).toEqual(['crash:maker']);
  });

  it('passes "until" a point without doing anything there', () => {
    expect(run(1, 'until taker.store', 'crash taker-1').ids).toEqual([
      ...ONE_JOB.slice(0, 4),
      ...['crash:taker-1', 'deliver:jobs>taker-2:run_1', 'taker-2.store', 'taker-2.ack'],
    ]);
  });

  it('takes a kind for any actor of it, and an id for that one alone', () => {
    expect(run(2, 'after taker-2.take: crash taker-2').ids).toContain('crash:taker-2');
    const { ids } = run(2, 'after taker.store run_2: crash taker-1');
    expect(ids.indexOf('crash:taker-1')).toBeGreaterThan(ids.indexOf('taker-2.store'));
  });

  it('tells runs apart, before a step too whose run only the step itself knows', () => {
    expect(run(2, 'before maker.write run_2: crash maker').ids.slice(-1)).not.toEqual(['maker.write']);
    const { ids } = run(2, 'before maker.write run_2: crash maker');
    expect(ids.filter((id) => id === 'maker.write')).toHaveLength(1);
    expect(ids).toContain('crash:maker');
  });

  it('counts with #n over the whole run, and without it from where it was armed', () => {
    const nth = run(3, 'after maker.write #2: crash maker').ids;
    expect(nth.slice(0, nth.indexOf('crash:maker')).filter((id) => id === 'maker.write')).toHaveLength(2);
    const armed = run(3, 'until maker.write', 'after maker.write: crash maker').ids;
    expect(armed).toEqual(nth);
    const before = run(3, 'before maker.write #3: crash maker').ids;
    expect(before.filter((id) => id === 'maker.write')).toHaveLength(2);
  });

  it('arms each intervention when the one before has fired', () => {
    const { ids } = run(1, 'after maker.write: crash maker', 'restart maker', 'quiet', 'crash taker-2');
    expect(ids).toEqual(['maker.write', 'crash:maker', 'restart:maker', 'crash:taker-2']);
  });

  it('keeps a held actor out of every choice until it is released', () => {
    const { ids } = run(1, 'hold taker-1', 'quiet', 'release taker-1', 'quiet');
    expect(ids).toEqual([
      ...ONE_JOB.slice(0, 2),
      'deliver:jobs>taker-2:run_1',
      'taker-2.store',
      'taker-2.ack',
    ]);
    expect(run(1, 'hold maker', 'quiet', 'release maker').ids).toEqual(ONE_JOB);
    expect(run(1, 'hold maker').ids).toEqual([]);
  });

  it('picks an action that the scheduler would not', () => {
    expect(run(1, 'after maker.send: pick deliver:jobs>taker-2:run_1').ids).toContain('taker-2.store');
  });

  it('duplicates and delays messages, and lets the clock pass only where it says so', () => {
    const twice = run(1, 'after maker.send: duplicate jobs:run_1');
    expect(twice.ids.filter((id) => id.endsWith('.store'))).toHaveLength(2);
    const late = ['after maker.send: delay jobs:run_1', 'quiet'];
    expect(run(1, ...late).ids).toEqual(['maker.write', 'maker.send', 'delay:jobs:run_1']);
    expect(run(1, ...late, 'pick clock:advance').ids.slice(3)).toEqual([
      'clock:advance',
      ...ONE_JOB.slice(2),
    ]);
  });

  it('ends on the spot where it says so', () => {
    const timeline = standIn(1);
    drive(timeline, { ...plan('until maker.send'), ends: 'here' });
    expect(timeline.length).toBe(2);
  });

  it('goes on from where a timeline stands, and gives the next actor its turn', () => {
    const timeline = standIn(2);
    followPath(timeline, ['maker.write', 'maker.send', 'crash:taker-2']);
    expect(lastMover(timeline.trace)).toBe('maker');
    drive(timeline, plan());
    expect(timeline.trace[3]?.id).toBe('deliver:jobs>taker-1:run_1');
  });
});

describe('what cannot happen', () => {
  it('is unmatched where its point has not come when the run is quiet, and the next one is armed', () => {
    const { unmatched, ids } = run(1, 'after taker-2.store: crash taker-2', 'crash maker');
    expect(unmatched).toEqual([
      {
        ...{ intervention: 0, text: 'after taker-2.store: crash taker-2', effect: null, step: 5 },
        ...{ why: 'neverCame', enabled: ['crash:maker', 'crash:taker-1', 'crash:taker-2'] },
      },
    ]);
    expect(ids).toEqual([...ONE_JOB, 'crash:maker']);
  });

  it('is unmatched where its action is not enabled, and the effects beside it still happen', () => {
    const { unmatched, ids } = run(1, 'after maker.send: restart maker, crash taker-1');
    expect(unmatched).toMatchObject([{ effect: 'restart maker', step: 2, why: 'notEnabled' }]);
    expect(ids).toContain('crash:taker-1');
  });

  it('is unmatched at once where its #n lies behind', () => {
    const { unmatched } = run(2, 'until maker.write #2', 'after maker.write #1: crash maker');
    expect(unmatched).toMatchObject([{ intervention: 1, why: 'behind' }]);
    expect(run(2, 'until maker.write #2', 'before maker.write #2: crash maker').unmatched).toHaveLength(1);
  });

  it('stops a run that does not end at its limit, and says so', () => {
    const timeline = standIn(1_000);
    const driven = drive(timeline, plan('quiet', 'crash maker'), 100);
    expect(timeline.length).toBe(100);
    expect(driven).toEqual({ unmatched: [], stopped: { why: 'limit', steps: 100 } });
  });

  it('stops a path at the first action that is not enabled', () => {
    const timeline = standIn(1);
    const { stopped } = followPath(timeline, ['maker.write', 'taker-1.store', 'maker.send']);
    expect(timeline.length).toBe(1);
    expect(stopped).toEqual({
      ...{ why: 'notEnabled', step: 1, id: 'taker-1.store' },
      enabled: ['maker.send', 'crash:maker', 'crash:taker-1', 'crash:taker-2'],
    });
  });
});
