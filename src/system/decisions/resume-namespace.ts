// A run that goes on where another one was interrupted counts its events from 1: they are its own. Where the numbers
// of the run before it go on, a page that comes from there keeps the cursor that it earned there, and misses nothing.
// Whoever begins with this run asks from 0, and finds a history that begins in the middle. What seems to be missing
// was never in it, and nothing says so: the page waits for it until its attempts are spent, or shows a hole.
// durable-sse-recovery, "为什么 Resume 后 Seq 可以重新从 1 开始". (It matters only with resume.mode=new_run, which is safe,
// so a search among naive alternatives finds no harm. That numbers repeat is no danger: a position is a run and a
// number. To a page that compares numbers alone those that go on are even a help: whatever is late of the run before
// lies below its cursor.)

import type { Decision } from '../../kernel/decision';
import { fragment, parameter } from '../../kernel/edit';

export const resumeNamespace: Decision = {
  id: 'resume.namespace',
  kind: 'safety',
  properties: ['S05', 'S33'],
  alternatives: [
    {
      name: 'conversation_seq',
      safe: false,
      failure: 'cursor of another run',
      breaksAlways: true,
      edits: [fragment('place_before', 'last_seq'), parameter('follow', 'on')],
    },
    { name: 'run_seq', safe: true, failure: '', edits: [fragment('place_before', '0')] },
  ],
};
