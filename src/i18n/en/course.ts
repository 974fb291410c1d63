// The course map and the landing. What a design comes to is what its scenario's file expects; a test
// compares the two.

export const course = {
  name: 'Course',
  title: 'Crash it anywhere. See who recovers.',
  lead: 'A small refund service over a real database, in this tab. You decide what happens next, and what fails.',
  start: 'Break it in 30 seconds',
  goOn: ({ title }: { title: string }) => `Continue: ${title}`,
  done: ({ done, of }: { done: number; of: number }) => `${done} of ${of} done`,

  places: 'Three places to start',
  comesTo: {
    'crash-before-publish': {
      line: 'The run is saved. Nobody is told.',
      naive: '0 messages, never starts',
      safe: '1 message, 1 refund',
    },
    'crash-after-publish': {
      line: 'One message arrives twice.',
      naive: '2 messages, 2 refunds',
      safe: '2 messages, 1 refund',
    },
    'stale-version': {
      line: 'A late write wins, or does not.',
      naive: 'version 9, approval lost',
      safe: 'version 8, approval kept',
    },
  },

  texts: { M06: 'Services, events, consistency', 'durable-sse-recovery': 'Durable SSE recovery' },
  sections: {
    owner: 'The connection does not own the task',
    api: 'A complete API',
    views: 'Three views',
    notice: 'SSE is a notice',
    slow: 'Slow clients',
    queued: 'Created, not queued',
    claims: 'Queue in the database',
    updates: 'Concurrent updates',
    tests: 'What tests must show',
    append: 'Append before deliver',
    cursor: 'Identity and cursor',
    noEnding: 'Not an ending',
    catchUp: 'Catching up',
    effects: 'Replay pays nobody',
    endings: 'Cut off, cancelled, ended',
    access: 'Who may read, and how long',
  },
  notBuilt: 'not built yet',
  progress: { new: 'not begun', begun: 'begun', shown: 'finished with the answer shown', solved: 'done' },

  /** What stands beside the picture, a word or two for each step from top to bottom. */
  picture: [
    'publishes',
    'crashes',
    'takes it',
    'starts again',
    'publishes again',
    'works once',
    'starts nothing',
  ],
};
