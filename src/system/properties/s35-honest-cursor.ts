// The cursor is what the view has applied: a cursor stored ahead of its view makes the next page load skip
// what was never shown (CONTRACT §6, last accepted). A browser in the middle of a step may still put it
// right.

import { keyed } from '../../kernel/property';
import { type PropertySource, VIEW, VIEWS } from './property-source';

const DISHONEST = `SELECT v.browser FROM now_views v
  WHERE v.browser=:browser AND v.incarnation=:incarnation AND v.run_id=:run_id AND v.cursor<>v.applied_seq`;

export const s35: PropertySource = {
  id: 'S35',
  name: 'honest cursor',
  kind: 'always',
  key: VIEW,
  keys: VIEWS,
  query: `${DISHONEST} AND NOT EXISTS (SELECT 1 FROM now_procedures p WHERE p.actor=v.browser)`,
  suspicion: DISHONEST,
  touches: { now_views: keyed(...VIEW) },
};
