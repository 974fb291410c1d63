// Every condition of every statement of the service is there for a reason: with it the case comes out as it
// must, without it otherwise. The list of conditions is read from the statements, so that a new one is
// missed at once.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StatementName } from '../../../src/system/sql/statements';
import { approvalCases } from './cases/approvals';
import { artifactCases } from './cases/artifacts';
import { cachedTaskCases } from './cases/cached-tasks';
import { compactionCases } from './cases/compactions';
import { documentCases } from './cases/documents';
import { moneyAndPeopleCases } from './cases/money-and-people';
import { messageCases } from './cases/messages';
import { noticeCases } from './cases/notices';
import { plannedCases } from './cases/operations-planned';
import { proposedCases } from './cases/operations-proposed';
import { settledCases } from './cases/operations-settled';
import { outboxCases } from './cases/outbox';
import { cancelledCases } from './cases/runs-cancelled';
import { lettingGoCases } from './cases/runs-let-go';
import { lostCases } from './cases/runs-lost';
import { readingCases } from './cases/runs-read';
import { resumedCases } from './cases/runs-resumed';
import { keptCases } from './cases/runs-kept';
import { takenCases } from './cases/runs-taken';
import { stepCases } from './cases/steps';
import { streamCases } from './cases/streams';
import type { Cases, Expected, GuardCase } from './guard-case';
import { type ImpliedPair, impliedPairs } from './implied-pairs';
import { choicesOf, guardedStatements, namesOf, openTrial, type Outcome, type Trial } from './trial';

const cases: Cases = {
  ...moneyAndPeopleCases,
  ...approvalCases,
  ...artifactCases,
  ...documentCases,
  ...cachedTaskCases,
  ...readingCases,
  ...takenCases,
  ...lostCases,
  ...lettingGoCases,
  ...cancelledCases,
  ...outboxCases,
  ...messageCases,
  ...compactionCases,
  ...streamCases,
  ...stepCases,
  ...noticeCases,
  ...keptCases,
  ...resumedCases,
  ...proposedCases,
  ...plannedCases,
  ...settledCases,
};

const casesOf = (statement: StatementName): readonly GuardCase[] => cases[statement] ?? [];

let trial: Trial;
beforeAll(async () => {
  trial = await openTrial();
});
afterAll(() => trial.close());

for (const statement of guardedStatements) {
  for (const tried of casesOf(statement)) {
    test(`${statement}: ${tried.claim}`, () => {
      mustMeet(trial.run(statement, tried, []), tried.expected);
    });

    test.each(tried.holds)(`${statement}: ${tried.claim} (%s)`, (condition) => {
      mustMiss(statement, tried, [condition]);
    });
  }

  for (const pair of pairsOf(statement)) {
    const [implied = '', ...others] = pair.conditions;
    const tried = casesOf(statement).find((one) => one.implied === implied);

    test(`${statement}: needs no ${implied} beside ${others.join(' and ')}: ${pair.reason}`, () => {
      for (const each of casesOf(statement)) {
        expect(trial.run(statement, each, [implied]), each.claim).toEqual(trial.run(statement, each, []));
      }
    });

    test(`${statement}: ${tried?.claim ?? 'has a case'} (${pair.conditions.join(' with ')})`, () => {
      if (tried === undefined) return expect.unreachable('no case shows what happens without both');
      for (const some of choicesOf(pair.conditions).slice(0, -1)) {
        expect(trial.run(statement, tried, some), some.join(' with ')).toEqual(
          trial.run(statement, tried, []),
        );
      }
      mustMiss(statement, tried, pair.conditions);
    });
  }
}

describe('the list', () => {
  test.each(guardedStatements)('%s has no condition without a case', (statement) => {
    const names = namesOf(statement);
    expect(new Set(names).size, 'two conditions have the same name').toBe(names.length);
    const shown = casesOf(statement).flatMap(({ holds }) => holds);
    const implied = pairsOf(statement).map(({ conditions }) => conditions[0]);
    expect(names.filter((name) => !shown.includes(name) && !implied.includes(name))).toEqual([]);
    expect([...shown, ...implied].filter((name) => !names.includes(name ?? ''))).toEqual([]);
  });

  test('every case belongs to a guarded statement, and every implied condition is declared', () => {
    const known = Object.keys(cases).filter((name) => !guardedStatements.includes(name as StatementName));
    expect(known).toEqual([]);
    const declared = impliedPairs.map(({ statement, conditions }) => `${statement}: ${conditions[0] ?? ''}`);
    const used = guardedStatements.flatMap((statement) =>
      casesOf(statement).flatMap(({ implied }) => (implied === undefined ? [] : `${statement}: ${implied}`)),
    );
    expect(used.sort()).toEqual(declared.sort());
  });
});

function pairsOf(statement: StatementName): readonly ImpliedPair[] {
  return impliedPairs.filter((pair) => pair.statement === statement);
}

function mustMeet({ rows, changes, caughtBy }: Outcome, expected: Expected): void {
  expect(caughtBy).toBeUndefined();
  expect(Object.keys(changes).sort()).toEqual([...expected.changes].sort());
  if (expected.rows !== null) expect(rows).toMatchObject(expected.rows);
}

/** A statement without these conditions is red in this case. */
function mustMiss(statement: StatementName, tried: GuardCase, deleted: readonly string[]): void {
  const outcome = trial.run(statement, tried, deleted);
  expect(outcome.caughtBy).toBe(tried.caughtBy);
  expect(() => mustMeet(outcome, tried.expected)).toThrow();
}
