import { describe, expect, it } from 'vitest';
import { judgeVectors, parseVectors, type Refuse, type VectorAnswer } from '../../src/scenario/vectors';
import { problemsOf } from './samples';

const VECTORS = `{
  "about": "Two cases.",
  "cases": [
    {
      "id": "lost",
      "kind": "outbox",
      "section": "M06 §6",
      "given": { "run": false, "outbox": false, "broker_messages": 0, "sent": false },
      "input": ["commit", "crash", "recover"],
      "expected": { "logical_runs": 1 }
    },
    {
      "id": "late",
      "kind": "version",
      "section": "M06 §8",
      "given": { "version": 4 },
      "input": ["A.read", "A.set failed where version=4"],
      "expected": null,
      "derived": { "version": 5 }
    }
  ]
}`;

const judge = (answer: (refuse: Refuse) => VectorAnswer) =>
  judgeVectors(parseVectors(VECTORS, 'v.json'), (_one, refuse) => answer(refuse));

describe('worked cases', () => {
  it('are compared with what is expected, or with what follows where that is left open', () => {
    expect(judge(() => ({ got: { version: 5 } }))).toEqual([
      { id: 'lost', expected: { logical_runs: 1 }, got: { version: 5 }, ok: false },
      { id: 'late', expected: { version: 5 }, got: { version: 5 }, ok: true },
    ]);
  });

  it('that cannot be run yet are not ok', () => {
    const [lost] = judge(() => ({ got: { logical_runs: 1 }, missing: 'a broker' }));
    expect(lost).toEqual({
      ...{ id: 'lost', expected: { logical_runs: 1 }, got: { logical_runs: 1 }, ok: false },
      missing: 'a broker',
    });
  });

  it('that the service refuses are bad input, all of them at once', () => {
    const refused = problemsOf(() => judge((refuse) => refuse(['input', 1], { found: 'a', expected: 'b' })));
    expect(refused).toEqual([
      'v.json:9:27 cases[0].input[1]: found a; expected b',
      'v.json:17:27 cases[1].input[1]: found a; expected b',
    ]);
  });

  it.each([
    [
      ['"crash"', '"crahs"'],
      'v.json:9:27 cases[0].input[1]: found "crahs"; expected commit or publish or mark or crash or recover; did you mean crash?',
    ],
    [
      ['"kind": "outbox"', '"kind": "outboxes"'],
      'v.json:6:15 cases[0].kind: found "outboxes"; expected a known kind (page, guard, retention, outbox, dual_write, version, reconnect, namespace, overlap); did you mean outbox?',
    ],
    [
      ['"A.read"', '"A.write"'],
      'v.json:17:17 cases[1].input[0]: found "A.write"; expected "X.read" or "X.set STATUS [where version=N]", STATUS being that of a run',
    ],
    [['"version": 4', '"version": 1'], 'v.json:16:29 cases[1].given.version: found 1; expected at least 2'],
    [
      ['"derived"', '"drived": 0, "derived"'],
      'v.json:19:7 cases[1].drived: found the key "drived"; expected a known key (id, section, expected, derived, kind, given, input); did you mean derived?',
    ],
    [['"late"', '"lost"'], 'v.json:13:13 cases[1].id: found "lost"; expected each id once'],
    [
      [',\n      "derived": { "version": 5 }', ''],
      'v.json:12:5 cases[1].derived: found nothing; expected what to compare with, where "expected" is null',
    ],
    [['"sent": false', '"sent": 0'], 'v.json:8:79 cases[0].given.sent: found 0; expected true or false'],
  ])('%j is bad input', ([part, by], message) => {
    expect(VECTORS).toContain(part);
    expect(problemsOf(() => parseVectors(VECTORS.replace(part!, by!), 'v.json'))).toEqual([message]);
  });
});
