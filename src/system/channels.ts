// The channels that exist: the broker's topics, and the connections to the API.

import type { ChannelKind } from '../kernel/channel';
import { API, HTTP } from './http';
import { STREAM, streams } from './stream';

/** The broker's topic `runs.dispatch`: what starts runs. */
export const RUNS = 'runs';
/** The broker's topic `runs.notify`: what people are told. */
const NOTICES = 'notices';

/** What a second store hands on of the first topic, where one is on stage. */
export const TASKS = 'tasks';

/** Channels by the topic that an outbox row names. */
export const TOPICS: Readonly<Record<string, string>> = { 'runs.dispatch': RUNS, 'runs.notify': NOTICES };

const BROKERED = { acknowledged: true, server: null, faults: ['duplicate', 'delay', 'redeliver'] } as const;

export const channelKinds = (
  workers: readonly string[],
  browsers: readonly string[],
  notifiers: readonly string[],
  caches: readonly string[],
  gateways: readonly string[],
  receipts: Pick<ChannelKind, 'receipts'>,
  [noticesMs, collects]: readonly [noticesMs: number | null, collects: boolean],
): readonly ChannelKind[] => [
  ...(caches.length === 0
    ? [{ id: RUNS, receivers: workers, ...BROKERED, ...receipts }]
    : [
        { id: RUNS, receivers: caches, ...BROKERED, ...receipts },
        { id: TASKS, receivers: workers, ...BROKERED, ...receipts },
      ]),
  // A person hears of a run in its order, so the broker keeps the order of a run here; a claim needs none.
  ...(notifiers.length === 0
    ? []
    : [{ id: NOTICES, receivers: notifiers, ...BROKERED, ...receipts, ordered: 'run' as const }]),
  {
    id: HTTP,
    receivers: [API, ...browsers],
    acknowledged: false,
    server: API,
    faults: ['drop', 'duplicate', 'delay'],
  },
  ...gateways.map((gateway) => ({
    ...{ id: STREAM, receivers: [gateway, ...browsers], acknowledged: false, server: gateway },
    ...{ faults: ['delay'] as const, ordered: 'connection' as const, streams: streams(noticesMs, collects) },
  })),
];
