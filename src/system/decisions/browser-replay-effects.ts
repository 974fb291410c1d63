// An event tells that something was done. Whoever does it again on reading of it sends the task once more with every
// reload. Replay rebuilds what is shown, and nothing else. durable-sse-recovery, "Effect idempotency".

import type { Decision } from '../../kernel/decision';
import { add } from '../../kernel/edit';
import { runEffects } from '../actors/browser/repeating';

export const browserReplayEffects: Decision = {
  id: 'browser.replay_effects',
  kind: 'safety',
  properties: ['S01', 'effects_from_replay'],
  alternatives: [
    {
      name: 're_execute',
      safe: false,
      failure: 'replay executes commands',
      edits: [add('browser.accept.runEffects', 'after apply', runEffects)],
    },
    { name: 'projection_only', safe: true, failure: '', edits: [] },
  ],
};
