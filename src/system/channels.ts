// The channels that exist: the broker's topic that starts runs, and the connections to the API.

import type { ChannelKind } from '../kernel/channel';
import { API, HTTP } from './http';

/** The broker's topic `runs.dispatch`. */
export const RUNS = 'runs';

export const channelKinds = (
  workers: readonly string[],
  browsers: readonly string[],
): readonly ChannelKind[] => [
  { id: RUNS, receivers: workers, acknowledged: true, server: null, faults: ['duplicate', 'delay'] },
  {
    id: HTTP,
    receivers: [API, ...browsers],
    acknowledged: false,
    server: API,
    faults: ['drop', 'duplicate', 'delay'],
  },
];
