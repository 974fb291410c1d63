// Pressing the button once must not start two tasks, however often the browser has to send the request
// (CONTRACT §2.1; M06 §2).

import { keyed } from '../../kernel/property';
import type { PropertySource } from './property-source';

export const s01: PropertySource = {
  id: 'S01',
  name: 'one task per press',
  kind: 'always',
  key: ['browser', 'draft'],
  keys: 'SELECT browser, draft FROM mon_submissions',
  query: 'SELECT browser FROM mon_submissions WHERE browser=:browser AND draft=:draft AND runs>1',
  touches: { mon_submissions: keyed('browser', 'draft') },
};
