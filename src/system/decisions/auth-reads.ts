// Whoever checks only who may create has made every id an entry. An id that is hard to guess is none the less
// no permission: it stands in links, logs and screenshots. Every endpoint asks who may. M06 §2.

import type { Alternative, Decision } from '../../kernel/decision';
import { parameter, replace } from '../../kernel/edit';
import { authorizeWith } from '../actors/api/authorize';
import { api } from '../actors/api/state';

const ENDPOINTS = ['read', 'page', 'conversation', 'decide', 'cancel', 'download'] as const;

const unchecked = api(authorizeWith(() => 'allowed'));
const uncheckedStream = api(authorizeWith(() => 'allowed', 'sendHead'));

const naive = (name: string, edits: Alternative['edits'] = []): Alternative => ({
  ...{ name, safe: false, failure: 'broken object level authorization' },
  edits: [
    ...ENDPOINTS.map((endpoint) => replace(`api.${endpoint}.authorize`, unchecked)),
    replace('gateway.open.authorize', uncheckedStream),
    parameter('reauthorize', 'never'),
    ...edits,
  ],
  breaksAlways: true,
});

export const authReads: Decision = {
  id: 'auth.reads',
  kind: 'safety',
  properties: ['S38'],
  alternatives: [
    naive('create_only'),
    naive('unguessable_id', [parameter('ids', 'unguessable')]),
    { name: 'every_endpoint', safe: true, failure: '', edits: [] },
  ],
};
