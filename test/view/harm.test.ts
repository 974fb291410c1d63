import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../src/kernel/timeline';
import type { Design } from '../../src/kernel/decision';
import { harmOf } from '../../src/view/harm';
import { propertiesAt } from '../../src/view/properties';
import { PAID_TWICE, runOf } from './runs';

function harmIn(run: Timeline, id: string) {
  const { properties } = run.simulation.system;
  const views = propertiesAt(properties, run.first.judgement, run.trace, run.length, null);
  return harmOf(
    views.find((view) => view.id === id)!,
    run.first.rows,
    run.trace,
  );
}

const lost: Design = { 'outbox.mode': 'commit_then_publish' };

describe('what was lost', () => {
  it('names the two steps at which the same refund was paid', () => {
    const run = runOf('crash-after-publish', PAID_TWICE);
    const harm = harmIn(run, 'S21')!;
    expect(harm).toMatchObject({ key: 'S21', values: { run: 'run_1', part: 's1', order: 'ord_1' } });
    const isPayment = ({ facts }: (typeof run.trace)[number]) => facts.some(({ fact }) => fact === 'effect');
    const paid = run.trace.flatMap((record, i) => (isPayment(record) ? [i + 1] : []));
    expect([harm.steps['first'], harm.steps['again']]).toEqual(paid);
  });

  it('names the run that nothing will start, from the crash on', () => {
    const run = runOf('crash-before-publish', lost);
    const harm = harmIn(run, 'S27')!;
    expect(harm.values).toEqual({ run: 'run_1' });
    expect(run.trace[harm.steps['at']! - 1]?.id).toBe('crash:api');
  });

  it('names the approval that is pending for a run that has ended', () => {
    const run = runOf('stale-version', { 'run.update': 'last_write_wins' });
    expect(harmIn(run, 'S17')).toMatchObject({
      key: 'S17.pending',
      values: { run: 'run_1', status: 'failed', approval: expect.stringMatching(/^apr/) as string },
    });
  });

  it('names whom it befell by the key of the property where there is no story for it', () => {
    const run = runOf('crash-after-publish', { 'browser.cursor': 'last_received' }, [
      ...['after browser-2.storeCursor: crash browser-2, restart browser-2', 'quiet'],
    ]);
    expect(harmIn(run, 'S35')).toMatchObject({
      key: 'other',
      whom: { browser: 'browser-2', run_id: 'run_1' },
    });
  });

  it('is nothing where the property holds', () => {
    expect(harmIn(runOf('crash-after-publish'), 'S21')).toBeNull();
  });
});
