import { describe, expect, it } from 'vitest';
import { parseIntervention } from '../../src/scenario/intervention';
import { complaintText } from '../../src/scenario/problem';
import { serviceFaultNames } from '../../src/system/faults';

const EFFECTS =
  'an effect (crash, restart, pause, resume, drop, duplicate, delay, redeliver, tear, ' +
  'reset, eof, silence, collect, ' +
  `${serviceFaultNames.join(', ')}, hold, release, pick, quiet)`;
const POINT = 'a point such as "worker-1.claim", "worker.claim run_1" or "api.insertRun run_1 #2"';

describe('an intervention', () => {
  it('is a point, what comes before or after it, and effects', () => {
    expect(parseIntervention('after api.insertRun run_1 #2: crash api, restart api')).toEqual({
      value: {
        ...{ text: 'after api.insertRun run_1 #2: crash api, restart api', when: 'after' },
        point: { text: 'api.insertRun run_1 #2', actor: 'api', operation: 'insertRun', run: 'run_1', nth: 2 },
        effects: [
          { text: 'crash api', does: 'take', action: 'crash:api' },
          { text: 'restart api', does: 'take', action: 'restart:api' },
        ],
      },
    });
  });

  it('may be effects alone, or a point alone', () => {
    expect(parseIntervention('hold worker-1, quiet')).toMatchObject({ value: { when: 'now', point: null } });
    const until = { when: 'after', point: { actor: 'worker', run: null, nth: null }, effects: [] };
    expect(parseIntervention('until worker.claim')).toMatchObject({ value: until });
  });

  it('names messages and actions by their ids', () => {
    const parsed = parseIntervention(
      'duplicate runs:run_1:1:runs.dispatch, pick deliver:runs>worker-1:run_1:1',
    );
    expect(parsed).toMatchObject({
      value: {
        effects: [
          { action: 'duplicate:runs:run_1:1:runs.dispatch' },
          { action: 'deliver:runs>worker-1:run_1:1' },
        ],
      },
    });
  });

  it.each([
    ['crahs api', `found "crahs api"; expected ${EFFECTS}; did you mean crash?`],
    [
      'aftr api.insertRun: crash api',
      `found "aftr api.insertRun: crash api"; expected ${EFFECTS}; did you mean after?`,
    ],
    ['', `found ""; expected ${EFFECTS}`],
    ['after api.insertRun:', `found ""; expected ${EFFECTS}`],
    ['after api.insertRun: crash api,', `found ""; expected ${EFFECTS}`],
    ['after api.insertRun', 'found "after api.insertRun"; expected ": EFFECT" after the point of "after"'],
    ['before api: crash api', `found "api"; expected ${POINT}`],
    ['after api.insertRun run_1 two: quiet', `found "api.insertRun run_1 two"; expected ${POINT}`],
    ['after', `found ""; expected ${POINT}`],
    ['after api.insertRun #0: quiet', 'found "#0"; expected #1 or more'],
    [
      'until api.insertRun: quiet',
      'found ": quiet"; expected nothing after the point of "until"; effects follow "after"',
    ],
    ['crash', 'found "crash"; expected "crash ACTOR"'],
    ['crash api now', 'found "crash api now"; expected "crash ACTOR"'],
    ['drop run_1', 'found "drop run_1"; expected "drop CHANNEL:MESSAGE"'],
    ['pick', 'found "pick"; expected "pick ACTION"'],
    ['quiet please', 'found "quiet please"; expected "quiet"'],
  ])('%j is refused in words', (text, message) => {
    const parsed = parseIntervention(text);
    expect('complaint' in parsed ? complaintText(parsed.complaint) : parsed).toBe(message);
  });
});
