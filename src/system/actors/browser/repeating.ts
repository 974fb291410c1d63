// What a page does that takes an event for an order: it sends its task again whenever it reads that the task was
// created (browser.replay_effects=re_execute).

import type { AnyOperation } from '../../../kernel/actor';
import { submission } from './submitting';
import { browser } from './state';

export const runEffects: AnyOperation = browser((view) => {
  const { accepted = view.locals.events ?? [] } = view.locals;
  const { key } = view.disk;
  if (key === null || !accepted.some((one) => 'type' in one && one.type === 'run.created')) return {};
  const again = submission(view, key);
  if (again === null) return {};
  const says = { key: 'browser.runEffects', values: { actor: view.actor, key } };
  return { send: again.send, facts: [{ fact: 'effect_from_replay', browser: view.actor }], says };
});
