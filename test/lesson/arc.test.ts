import { describe, expect, it } from 'vitest';
import * as arcs from '../../src/lesson/arc';
import { advance, parseProgress } from '../../src/lesson/progress';

const WHOLE: readonly arcs.Stage[] = ['watch', 'predict', 'break', 'lost', 'mend', 'again', 'transfer'];
const BEGUN = arcs.begun(WHOLE);

describe('the arc', () => {
  it('leads from the first run to the end, one stage after the other', () => {
    const stages: string[] = [];
    const note = (arc: arcs.Arc): arcs.Arc => {
      stages.push(`${arc.stage} ${String(arcs.stagesDone(arc))}`);
      return arc;
    };
    let arc = note(BEGUN);
    arc = note(arcs.opened(arc));
    arc = note(arcs.predicted(arc, 'one'));
    arc = note(arcs.reached(arc, 'two'));
    arc = note(arcs.named(arc, 'paidTwice', 'paidTwice'));
    arc = note(arcs.retried(arc));
    arc = arcs.judged(arc, { guard: 'claim', breach: null });
    arc = note(arcs.transferred(arc));
    note(arcs.transferJudged(arc, { guard: 'claim', breach: null }));
    const order = ['watch 0', 'predict 1', 'break 2', 'lost 3', 'mend 4', 'again 5', 'transfer 6'];
    expect(stages).toEqual([...order, 'transfer 7']);
  });

  it('keeps what was said until the run tells what is true', () => {
    const said = arcs.predicted(arcs.opened(BEGUN), 'one');
    expect(said.predicted).toEqual({ chosen: 'one', truth: null });
    expect(arcs.reached(said, 'two').predicted).toEqual({ chosen: 'one', truth: 'two' });
  });

  it('stays where it is after a wrong answer to what was lost', () => {
    const broken = arcs.reached(arcs.predicted(BEGUN, null), 'two');
    expect(arcs.named(broken, 'wrongEnd', 'paidTwice').stage).toBe('lost');
    expect(arcs.named(broken, 'wrongEnd', null).stage).toBe('lost');
  });

  it('is not done by a guard that breaks', () => {
    const breach = { property: 'S21', path: ['a'] };
    expect(arcs.transferJudged(arcs.transferred(BEGUN), { guard: 'claim', breach }).isDone).toBe(false);
  });

  it('forgets what a guard was worth when another is tried', () => {
    const judged = arcs.judged(arcs.retried(BEGUN), { guard: 'claim', breach: null });
    expect(arcs.retried(arcs.chooseAnother(judged)).guard).toBeNull();
  });
});

describe('progress', () => {
  it('never falls back', () => {
    const solved = advance(advance({}, 'a', 'begun'), 'a', 'solved');
    expect(advance(solved, 'a', 'begun')).toBe(solved);
    expect(advance(solved, 'a', 'shown')).toBe(solved);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{"a":'],
    ['a list', '["begun"]'],
    ['something else', '"begun"'],
  ])('that is %s reads as none', (_what, text) => {
    expect(parseProgress(text)).toEqual({});
  });

  it('leaves out what is no progress of a lesson', () => {
    const text = JSON.stringify({ 'stale-version': 'solved', a: 'won', '<b>': 'begun', __proto__: 'begun' });
    expect(parseProgress(text)).toEqual({ 'stale-version': 'solved' });
  });

  it('is bounded, whatever lies in the storage', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`s${String(i)}`, 'begun']));
    expect(Object.keys(parseProgress(JSON.stringify(many)))).toHaveLength(200);
  });
});
