// What stands in and around the space-time diagram.

export const diagram = {
  title: 'Space-time diagram',
  caption: ({ shown, of }: { shown: number; of: number }) =>
    `The steps of the run in their order, ${shown} of ${of} taken at the cursor. Time runs down.`,
  columns: { step: 'step', who: 'who', what: 'what happened', log: 'log' },
  /** Kinds of actors where several stand together. */
  several: { browser: 'browsers', worker: 'workers' },
  inGutter: { many: '⋮' },
  folded: ({ count }: { count: number }) => (count === 1 ? '1 step: ' : `${count} steps: `),
  unfold: ({ from, to }: { from: number; to: number }) =>
    from === to ? `Show step ${from}` : `Show steps ${from} to ${to}`,
  fold: 'Fold these steps again',
  openTransaction: ({ count }: { count: number }) => `Show the ${count} operations of this step`,
  closeTransaction: 'Hide the operations',
  publishes: ({ message }: { message: string }) => `publishes ${message}`,
  publishesAgain: ({ message }: { message: string }) => `publishes ${message}, the same message`,
  takes: ({ message }: { message: string }) => `takes ${message}`,
  acknowledges: ({ message }: { message: string }) => `acknowledges ${message}`,
  ignored: 'a duplicate, ignored',
  refused: 'refused',
  breaks: ({ property }: { property: string }) => `Broken: ${property}`,
  stored: ({ seq }: { seq: number }) => `event ${seq} stored`,
  now: ({ time }: { time: string }) => `Now, ${time}`,
  next: ({ time }: { time: string }) => `Next, ${time}`,
  seconds: ({ seconds }: { seconds: string }) => `${seconds} s`,
  inFlight: ({ count, off }: { count: number; off: number }) => {
    if (count === 0) return 'nothing in flight';
    const messages =
      off > 0 ? `${count} in flight` : `${count} ${count === 1 ? 'message' : 'messages'} in flight`;
    return off > 0 ? `${messages}, ${off} off stage` : messages;
  },
  chip: ({ message, from, to }: { message: string; from: string; to: string }) =>
    `${message} from ${from} to ${to}, in flight`,
  /** What no actor sent: of a connection that broke, or of the silence on it. */
  told: ({ message, to }: { message: string; to: string }) => `${message} for ${to}, in flight`,
  wire: ({ name, client, server }: { name: string; client: string; server: string }) =>
    `The connection ${name} of ${client} to ${server}, open`,
  atBroker: ({ message, from }: { message: string; from: string }) =>
    `${message} from ${from}, at the broker`,
  isLate: 'delayed',
  isDoubled: 'a second copy',
  menu: 'What could happen to it',
  deliver: 'Deliver',
  deliverTo: ({ receiver }: { receiver: string }) => `Deliver to ${receiver}`,
  delay: 'Delay',
  drop: 'Lose',
  duplicate: 'Duplicate',
  redeliver: 'Deliver again',
  tear: ({ bytes }: { bytes: string }) => `Only ${bytes} bytes arrive`,
  reset: 'Reset it',
  eof: 'End it cleanly',
  silence: 'Let it fall silent',
  nothingPossible: 'Nothing can happen to it now',
  crashHere: 'crash it here',
  crashes: ({ name }: { name: string }) => `${name} crashes here`,
  orNext: ({ words }: { words: string }) => `or ${words}`,
  offers: 'What could happen here',
  legend: {
    time: 'Time runs down, one column per process.',
    marks: 'Hollow lives in memory, filled is in the database.',
    mark: 'Yellow is what the last step changed.',
  },
};
