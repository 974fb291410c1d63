// A stranger gets the same answer about a thing that exists as about one that does not.

import { keyed } from '../../kernel/property';
import type { PropertySource } from './property-source';

const KEY = ['principal', 'endpoint'] as const;

export const s38b: PropertySource = {
  id: 'S38b',
  name: 'no existence leak',
  kind: 'always',
  key: KEY,
  keys: 'SELECT principal, endpoint FROM mon_probes',
  query: `SELECT principal FROM mon_probes
    WHERE principal=:principal AND endpoint=:endpoint AND existing<>unknown`,
  touches: { mon_probes: keyed(...KEY) },
};
