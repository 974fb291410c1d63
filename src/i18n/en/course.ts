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
  guards: {
    title: 'What breaks if you take one guard out',
    takeOut: 'take out',
    breaks: 'and this breaks',
    while: ({ guards, harm }: { guards: string; harm: string }) =>
      `nothing while ${guards} stands; else ${harm}`,
    or: ' or ',
    nothing: ({ count }: { count: number }) => `${count} more broke nothing within these bounds`,
    foot: ({ only, covered }: { only: number; covered: number }) =>
      `Found by trying every order of steps with one fault. ${only} are the only line of defence, ${covered} are ` +
      'covered by another guard. A row opens its shortest schedule.',
    decisions: {
      'submit.dedup': 'submission key',
      'event.append': 'status and event',
      'retention.miss': 'below retention',
      'browser.guard': 'view guard',
      'browser.cursor': 'browser cursor',
      'outbox.mode': 'outbox',
      'dispatcher.mark': 'dispatcher mark',
      'claim.mode': 'claim',
      'operation.id': 'operation id',
      'fence.check': 'fence check',
      'run.update': 'run update',
    },
    alternatives: {
      'submit.dedup=none': 'not compared',
      'submit.dedup=key_only': 'key alone',
      'event.append=separate_transactions': 'in two transactions',
      'retention.miss=start_at_oldest': 'start at the oldest',
      'retention.miss=empty_page': 'an empty page',
      'browser.guard=none': 'none',
      'browser.guard=seq_only': 'position alone',
      'browser.cursor=last_received': 'last received',
      'outbox.mode=commit_then_publish': 'commit, then publish',
      'outbox.mode=publish_then_commit': 'publish, then commit',
      'dispatcher.mark=mark_then_publish': 'mark, then publish',
      'claim.mode=none': 'none',
      'claim.mode=read_then_write': 'read, then write',
      'operation.id=fresh_each_call': 'new for each call',
      'operation.id=per_attempt': 'new for each attempt',
      'fence.check=none': 'none',
      'fence.check=owner_only': 'owner alone',
      'run.update=last_write_wins': 'last write wins',
    },
    harm: {
      S01: 'one press makes two tasks',
      S04: 'status and events tell two stories',
      S10: 'a worker that lost the run still speaks',
      S17: 'a person is asked in vain',
      S21: 'a refund is paid twice',
      S27: 'a run nobody is told about',
      S35: 'the cursor claims what was never shown',
    },
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
