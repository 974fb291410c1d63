import { describe, expect, it } from 'vitest';
import { type Decision, type Design, safeDesign } from '../../src/kernel/decision';
import { drop, move } from '../../src/kernel/edit';
import { assemble, splitAddress } from '../../src/kernel/decision';
import { judgeEventually } from '../../src/kernel/property';
import { nextAction } from '../../src/kernel/scheduler';
import type { Simulation } from '../../src/kernel/simulation';
import type { StepRecord } from '../../src/kernel/trace';
import type { World } from '../../src/kernel/world';
import { actorIds, decisions } from '../../src/system/catalog';
import { countersOf } from '../../src/system/counters';
import { isPolled } from '../../src/system/handout';
import { assembleDesign, safeProcedures, schemaOf, statementsFor } from '../../src/system/system';
import { viewsOf } from '../../src/system/views';
import { begin, PLAIN, simulationOf, withSimulation } from './walks';

interface Choice {
  readonly decision: Decision;
  readonly name: string;
  readonly breaksAlways: boolean;
}

const naive: readonly Choice[] = decisions.flatMap((decision) =>
  decision.alternatives
    .filter((alternative) => !alternative.safe)
    .map(({ name, breaksAlways }) => ({ decision, name, breaksAlways: breaksAlways === true })),
);

const pairs = naive.flatMap((left, i) =>
  naive.slice(i + 1).flatMap((right) => (left.decision === right.decision ? [] : [[left, right] as const])),
);

/** What an alternative edits: procedures, fragments, constraints, parameters. */
function placesOf({ decision, name }: Choice): ReadonlySet<string> {
  const { edits } = decision.alternatives.find((one) => one.name === name)!;
  return new Set(
    edits.map((edit) => {
      if (edit.edit === 'fragment') return `fragment ${edit.fragment}`;
      if (edit.edit === 'schema') return `constraint ${'with' in edit ? edit.with : edit.without}`;
      if (edit.edit === 'parameter') return `parameter ${edit.parameter}`;
      return `procedure ${splitAddress(edit.operation).procedure}`;
    }),
  );
}

const isCommon = ([left, right]: readonly [Choice, Choice]): boolean => {
  const places = placesOf(left);
  return [...placesOf(right)].some((place) => places.has(place));
};

/** They say how it is told that there is work; where idle workers look for it, nobody is told. */
const TELLING = ['queue.mode', 'outbox.mode'];

/** Pairs that edit the same place, and every tenth of the others: a run of each would take minutes. */
const played = pairs.filter(
  (pair, i) =>
    (isCommon(pair) || i % 10 === 0) && !pair.every(({ decision }) => TELLING.includes(decision.id)),
);

const designOf = (...chosen: readonly Choice[]): Design =>
  Object.fromEntries(chosen.map(({ decision, name }) => [decision.id, name]));

const title = (...chosen: readonly Choice[]): string =>
  chosen.map(({ decision, name }) => `${decision.id}=${name}`).join(' with ');

/** With it an idle worker finds a run before its first event is there. */
const FOUND_EARLY = 'event.append=separate_transactions';
const isForPollers = (one: Choice): boolean =>
  !one.breaksAlways && !TELLING.includes(one.decision.id) && title(one) !== FOUND_EARLY;

/** Somebody tells people, so that what could go wrong there could be seen. */
const CAST = ['notifier'];

/** Nobody crashes, every message comes once, and one worker does the work. */
function quietRun(simulation: Simulation): { readonly world: World; readonly trace: readonly StepRecord[] } {
  let world = begin(simulation, PLAIN, {});
  const trace: StepRecord[] = [];
  for (let last: string | null = null; trace.length < 500;) {
    const next = nextAction(simulation.enabled(world), actorIds, last, new Set(['worker-2']));
    if (next === null) return { world, trace };
    last = next.lane;
    const taken = simulation.take(world, next.id);
    trace.push(taken.record);
    world = taken.world;
  }
  throw new Error('The run did not become quiet within 500 steps.');
}

/**
 * Pairs that break something without any fault: the broker is told before the transaction, and a further step lies
 * between them, so that a worker has done with the message before there is a run; or what is sent twice counts twice.
 */
const RACES: Readonly<Record<string, readonly string[]>> = {
  'submit.insert=check_then_insert with outbox.mode=publish_then_commit': ['S27 violated at worker-1.ack'],
  'submit.ack=before_commit with outbox.mode=publish_then_commit': ['S27 violated at worker-1.ack'],
  'outbox.mode=publish_then_commit with outbox.poll_order=id_watermark': ['S27 violated at worker-1.ack'],
  'submit.dedup=none with browser.replay_effects=re_execute': [
    'S01 violated at api.insertRun:submit:browser-1-k1',
  ],
};

const brokenIn = (trace: readonly StepRecord[]): readonly string[] =>
  trace.flatMap(({ id, verdicts }) => verdicts.map(({ property, to }) => `${property} ${to} at ${id}`));

const STREAMED = [...CAST, 'gateway'];

function expectUnbroken(simulation: Simulation): void {
  const { world, trace } = quietRun(simulation);
  expect(brokenIn(trace)).toEqual([]);
  const { store, properties } = simulation.system;
  store.restore(world.rows);
  for (const property of properties) {
    if (property.kind !== 'eventually') continue;
    const { value } = store.peek((sql) =>
      judgeEventually(property, (name, key) => sql(name, { now: world.now, ...key })),
    );
    expect(value, property.id).toBe('holds');
  }
  // Where idle workers look for work, nobody has to be told.
  const told = isPolled(simulation.system) ? 0 : 1;
  expect(countersOf(trace)).toMatchObject({
    ...{ logical_runs: 1, effects: 1, broker_messages: told, notices: 1 },
  });
  const views = viewsOf(world, trace);
  for (const browser of ['browser-1', 'browser-2']) {
    expect(views[browser]).toMatchObject({ state: 'DONE', cursor: 6, applied: [1, 2, 3, 4, 5, 6] });
  }
}

describe('a run without faults and races', () => {
  it('breaks nothing in the safe design', () => {
    withSimulation({}, CAST, expectUnbroken);
  });

  it.each(naive.filter((one) => !one.breaksAlways).map((one) => [title(one), one] as const))(
    'breaks nothing with %s',
    (_title, one) => {
      withSimulation(designOf(one), CAST, expectUnbroken);
    },
  );

  it.each(naive.filter((one) => !one.breaksAlways).map((one) => [title(one), one] as const))(
    'breaks nothing with %s where browsers read streams',
    (_title, one) => {
      withSimulation(designOf(one), STREAMED, expectUnbroken);
    },
  );

  it.each(naive.filter(isForPollers).map((one) => [title(one), one] as const))(
    'breaks nothing with %s where idle workers look for work',
    (_title, one) => {
      withSimulation({ ...designOf(one), 'queue.mode': 'database' }, CAST, expectUnbroken);
    },
  );

  it.each(
    played
      .filter((pair) => !pair.some((one) => one.breaksAlways) && RACES[title(...pair)] === undefined)
      .map((pair) => [title(...pair), pair] as const),
  )('breaks nothing with %s', (_title, pair) => {
    withSimulation(designOf(...pair), CAST, expectUnbroken);
  });
});

describe('a run without faults that is a race all the same', () => {
  it(`tells of an attempt before the run that it is for with ${FOUND_EARLY}, where idle workers look`, () => {
    const design = { 'event.append': 'separate_transactions', 'queue.mode': 'database' };
    const [first] = brokenIn(quietRun(simulationOf(design)).trace);
    expect(first).toBe('S04 violated at api.appendCreated:submit:browser-1-k1');
  });

  it.each(Object.entries(RACES))('loses its message with %s', (name, broken) => {
    const pair = pairs.find((one) => title(...one) === name);
    expect(brokenIn(quietRun(simulationOf(designOf(...(pair ?? [])))).trace)).toEqual(broken);
  });
});

describe('designs', () => {
  it.each(pairs.map((pair) => [title(...pair), pair] as const))('assemble %s', (_title, pair) => {
    const assembly = assembleDesign({ ...safeDesign(decisions), ...designOf(...pair) });
    expect(schemaOf(assembly).length).toBeGreaterThan(0);
    for (const [name, text] of Object.entries(statementsFor(assembly)))
      expect(text, name).not.toMatch(/[{}]/);
  });

  it('name the alternatives first that are naive, and the safe ones last', () => {
    for (const { id, kind, alternatives } of decisions) {
      const safe = alternatives.map((alternative) => alternative.safe);
      expect(safe, id).toEqual(safe.toSorted((a, b) => Number(a) - Number(b)));
      const isChoice = safe.includes(false) || (kind === 'both_safe' && safe.length > 1);
      expect(safe.includes(true) && isChoice, id).toBe(true);
    }
  });

  it('say which failure a naive alternative invites', () => {
    for (const { decision, name } of naive) {
      expect(decision.alternatives.find((one) => one.name === name)?.failure, decision.id).not.toBe('');
    }
  });

  it('refuse two alternatives that change the same operation, with both names', () => {
    const twins: readonly Decision[] = ['one.thing', 'other.thing'].map((id, i) => ({
      id,
      kind: 'safety',
      properties: [],
      alternatives: [
        {
          name: 'bad',
          safe: false,
          failure: 'x',
          edits: [
            i === 0 ? drop('dispatcher.pump.mark') : move('dispatcher.pump.mark', 'outside before publish'),
          ],
        },
        { name: 'good', safe: true, failure: '', edits: [] },
      ],
    }));
    const both = { 'one.thing': 'bad', 'other.thing': 'bad' };
    expect(() => assemble(twins, both, safeProcedures)).toThrow(
      'one.thing=bad and other.thing=bad both change dispatcher.pump.mark.',
    );
    expect(() => assemble(twins, { ...both, 'one.thing': 'good' }, safeProcedures)).not.toThrow();
  });

  it('do not depend on the order in which decisions are listed', () => {
    for (const pair of pairs) {
      const design = { ...safeDesign(decisions), ...designOf(...pair) };
      const [one, other] = [
        assemble(decisions, design, safeProcedures),
        assemble(decisions.toReversed(), design, safeProcedures),
      ];
      expect([...other.procedures], title(...pair)).toEqual([...one.procedures]);
      expect(other.fragments).toEqual(one.fragments);
      expect(other.without.toSorted()).toEqual(one.without.toSorted());
    }
  });

  it('refuse an alternative that a decision does not have, and name those it has', () => {
    expect(() => assembleDesign({ ...safeDesign(decisions), 'outbox.mode': 'hope' })).toThrow(
      'outbox.mode has no alternative hope; it has commit_then_publish, publish_then_commit, transactional_outbox.',
    );
  });
});
