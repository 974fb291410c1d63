// One code path for what arrives live, another one for what is read again: sooner or later they differ, and a reload
// shows another story than the one that was watched. Here the second one never learned that a question can be
// closed. durable-sse-recovery, "Live and replay share validator and reducer".

import type { Decision } from '../../kernel/decision';
import { replace } from '../../kernel/edit';
import { applyWith } from '../actors/browser/accepting';
import { reduceReplayed } from '../projection';
import type { View } from '../actors/browser/state';

/** What a page brings is read again; only a stream is live. */
const replayed = ({ locals }: View) => (locals.isStream === true ? null : reduceReplayed);

export const browserReducer: Decision = {
  id: 'browser.reducer',
  kind: 'safety',
  properties: ['S40'],
  alternatives: [
    {
      name: 'separate_for_replay',
      safe: false,
      failure: 'replay shows another story',
      breaksAlways: true,
      edits: [replace('browser.accept.apply', applyWith(replayed))],
    },
    { name: 'shared', safe: true, failure: '', edits: [] },
  ],
};
