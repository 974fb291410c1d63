// The machine that brings a view back to the log, told from what steps leave behind.
import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../src/kernel/timeline';
import { recoveryTaken, viewRow } from '../../src/view/recovery';
import { allRuns } from './runs';
import { randomStreams } from './stream-runs';

const takenAt = (timeline: Timeline, step: number) =>
  recoveryTaken(
    { before: timeline.worldAt(step - 1).rows, after: timeline.worldAt(step).rows },
    timeline.trace.slice(0, step),
  );

const takenIn = (timeline: Timeline) =>
  timeline.trace.flatMap((_, i) => {
    const taken = takenAt(timeline, i + 1);
    return taken === null ? [] : [{ step: i + 1, ...taken }];
  });

describe('the recovery of a browser', () => {
  it('takes no way that is not in the list, whatever befalls', () => {
    const unknown = new Set<string>();
    const seen = new Set<string>();
    const streams = randomStreams(10, 260).map(({ timeline }) => timeline);
    for (const timeline of [...streams, ...allRuns()]) {
      for (const { step, from, to, event, way } of takenIn(timeline)) {
        seen.add(`${from}>${to} ${event}`);
        if (way === null) unknown.add(`${from}>${to} ${event} by ${timeline.trace[step - 1]!.says.key}`);
      }
    }
    expect([...unknown].toSorted()).toEqual([]);
    // What matters most was seen to be told apart.
    const told = ['LIVE>RECOVERING/page reset', 'LIVE>RECOVERING/page idle', 'LIVE>RECOVERING/page ended'];
    const others = ['RECOVERING/page>LIVE opened', 'LIVE>DONE terminal', 'LIVE>DONE endTaken'];
    expect([...seen]).toEqual(expect.arrayContaining([...told, ...others]));
  });

  it('leaves no change of state unexplained', () => {
    const unexplained = new Set<string>();
    for (const { timeline } of randomStreams(4, 260)) {
      timeline.trace.forEach((record, i) => {
        for (const browser of ['browser-1', 'browser-2']) {
          const [before, after] = [i, i + 1].map(
            (at) => viewRow(timeline.worldAt(at).rows, browser)?.['state'],
          );
          if (before !== after && (record.actor !== browser || takenAt(timeline, i + 1) === null))
            unexplained.add(record.says.key);
        }
      });
    }
    expect([...unexplained]).toEqual([]);
  });
});
