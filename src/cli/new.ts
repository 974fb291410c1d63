// `converge new`: a scenario to begin with. It has one fault, two designs and a short lesson, as small as they
// can be, and passes `check` as it stands; its author puts something else in every place.

import { completed, type Draft } from '../scenario/record';
import { BUDGET } from '../scenario/schema';
import { Systems } from '../scenario/systems';
import { openSqlite } from '../sqlite/open';
import { finish } from './authoring';
import type { Command } from './command';
import { NEW_WORDS } from './first-words';
import { formFrom, INTO_OPTION, targetOf } from './scenario-folder';

/** One order, one refund, one decision and one crash. */
const BEGINNING: Omit<Draft, 'id' | 'form'> = {
  course: ['M06 §6'],
  stage: {
    lanes: ['browser-1', 'api', 'dispatcher', 'broker', 'worker-1'],
    tables: { runs: ['run_id', 'status', 'version'], outbox: ['message_id', 'sent'] },
    properties: ['S27', 'L1'],
    faults: ['crash api'],
  },
  given: {
    orders: [{ order: 'ord_1', total: '100.00' }],
    browsers: {
      'browser-1': { person: 'alice', submits: { order: 'ord_1', amount: '25.00' } },
      'browser-2': { person: 'carol', watches: 'run_1' },
    },
    ...{ runs: [], actors: {} },
  },
  budget: BUDGET,
  designs: { naive: { 'outbox.mode': 'commit_then_publish' }, safe: {} },
  schedule: ['after api.insertRun run_1: crash api, restart api', 'quiet'],
  ends: 'quiet',
  lesson: {
    design: 'naive',
    moment: ['until api.insertRun run_1'],
    predict: { starts: { holds: ['S27'] }, nobody: { violated: ['S27'] } },
    break: { violated: ['S27'] },
    look: 'outbox',
  },
};

const NEXT = [
  'en.json and zh-CN.json: title and summary, in words of your own',
  'scenario.json: the course section, who is on stage, and what is given',
  'designs: the decision that this is about ("converge decisions" lists them)',
  'schedule: what goes wrong, such as "after api.insertRun run_1: crash api, restart api"',
  'expect: "converge check" says what each design came to instead; keep what matters',
  'lesson: the moment that matters, one prediction, what counts as broken; words under the same keys',
  'lesson, if it helps: "mend" with guards; "lost" and "transfer" for the whole arc',
];

export const newScenario: Command = {
  name: 'new',
  operands: 'NAME',
  takes: [1, 1],
  summary: 'Begin a scenario: a small folder that passes check, for its author to fill in.',
  options: [INTO_OPTION],
  async run(given, output) {
    const target = targetOf(given, given.operands[0] ?? '', 'NAME');
    const systems = new Systems(await openSqlite());
    const file = completed(systems, { ...BEGINNING, id: target.id, form: formFrom(target) });
    return finish(systems, { target, file, words: NEW_WORDS, next: NEXT }, given, output);
  },
};
