// Frames that the stream says of itself are not in the log. One that carries an id all the same moves the cursor of
// a reader that believes in ids past an event which is still to come. durable-sse-recovery, "Cursor".

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

export const controlFramesId: Decision = {
  id: 'control_frames.id',
  kind: 'safety',
  properties: ['S33', 'S35'],
  alternatives: [
    {
      name: 'numbered',
      safe: false,
      failure: 'control frame moves the cursor',
      edits: [parameter('control_id', 'next')],
    },
    { name: 'none', safe: true, failure: '', edits: [] },
  ],
};
