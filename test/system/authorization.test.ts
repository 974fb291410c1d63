// Every cell of the matrix of CONTRACT §7, endpoint by relation: what somebody is answered, and that nothing is
// written where they are refused.

import { describe, expect, it } from 'vitest';
import type { Rows } from '../../src/kernel/store';
import type { Relation } from '../../src/system/authorization';
import type { Endpoint } from '../../src/system/http';
import {
  ask,
  askWhile,
  type Asking,
  assigned,
  cancel,
  changed,
  decision,
  DIGEST,
  post,
  serviceRows,
  waiting,
} from './asking';

type Who = Relation | 'anon';

/** The run is alice's; zoe and bob are asked whether it may go on, and in one world alice is too. */
const PEOPLE: Readonly<Record<Who, string | null>> = {
  ...{ own: 'alice', wri: 'writer', vie: 'carol', app: 'zoe', 'own+app': 'alice' },
  ...{ ope: 'olga', ten: 'colleague', oth: 'mallory', anon: null },
};

type Row = readonly [Asking, Readonly<Record<Who, number>>];

const world = waiting();
const READERS = { own: 200, wri: 200, vie: 200, app: 200, 'own+app': 200, ope: 200 };
const OUTSIDE = { ten: 404, oth: 404, anon: 401 };

const ROWS: Readonly<Record<Endpoint, Row>> = {
  accept: [post('k1'), { own: 202, wri: 202, vie: 403, app: 404, 'own+app': 202, ope: 403, ...OUTSIDE }],
  conversation: [{ path: '/v1/conversations/conv_1' }, { ...READERS, app: 404, ...OUTSIDE }],
  read: [{}, { ...READERS, ...OUTSIDE }],
  page: [{ path: '/v1/runs/run_1/events' }, { ...READERS, ...OUTSIDE }],
  decide: [
    decision(DIGEST(world)),
    { own: 403, wri: 403, vie: 403, app: 200, 'own+app': 403, ope: 403, ...OUTSIDE },
  ],
  cancel: [cancel, { ...READERS, vie: 403, app: 403, ...OUTSIDE }],
  download: [{ path: '/v1/runs/run_1/artifacts/art_1' }, { ...READERS, app: 403, ope: 403, ...OUTSIDE }],
};

const CODES: Readonly<Record<number, string>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
};

const cells = Object.entries(ROWS).flatMap(([endpoint, [asking, row]]) =>
  Object.entries(row).map(([who, status]) => [endpoint, who as Who, status, asking] as const),
);

describe('who may do what', () => {
  it.each(cells)('%s answers %s with %i', (endpoint, who, status, asking) => {
    const asked = who === 'own+app' ? changed(world, assigned('alice')) : world;
    const told = ask(asked, { ...asking, person: PEOPLE[who] });
    expect(told.status).toBe(status);
    if (status < 400) return;
    const self = endpoint === 'decide' && who === 'own+app';
    expect(told.body['code']).toBe(self ? 'self-approval-forbidden' : CODES[status]);
    expect(serviceRows(told.world)).toEqual(serviceRows(asked));
  });

  it.each(Object.entries(ROWS).filter(([endpoint]) => endpoint !== 'accept'))(
    '%s answers a stranger about what exists as about what does not, header by header',
    (_endpoint, [asking]) => {
      const path = asking.path ?? '/v1/runs/run_1';
      const [existing, unknown] = [path, path.replace(/(run|conv)_1/, '$1_77')].map((each) => {
        const { status, headers, text } = ask(world, { ...asking, path: each, person: 'mallory' });
        return { status, headers, text };
      });
      expect(existing).toEqual(unknown);
    },
  );

  it('an approver reads the run still after the answer, and may no more decide for it', () => {
    const after = ask(world, { ...decision(DIGEST(world)), person: 'zoe' }).world;
    expect(ask(after, { person: 'zoe' }).status).toBe(200);
    expect(ask(after, { ...decision(DIGEST(world)), person: 'bob' }).body['code']).toBe(
      'approval-already-decided',
    );
  });
});

describe('somebody who is shown out while the API is at work for them', () => {
  const members = Object.entries(ROWS).flatMap(([endpoint, [asking, row]]) =>
    (['wri', 'vie'] as const).flatMap((who) => (row[who] < 300 ? [[endpoint, who, asking] as const] : [])),
  );
  const gone = (who: string) => ({ table: 'conversation_members', key: ['conv_1', who], row: null });
  const leaksIn = ({ rows }: { readonly rows: Rows }) => [...(rows['mon_leaks']?.entries() ?? [])];

  it.each(members)('before %s has read or written gets nothing, as %s', (_endpoint, who, asking) => {
    const person = PEOPLE[who]!;
    const told = askWhile(world, { ...asking, person }, 1, gone(person));
    expect(told).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(serviceRows(told.world)).toEqual(serviceRows(changed(world, gone(person))));
    expect(leaksIn(told.world)).toEqual([]);
  });

  it.each(members)(
    'after %s has read or written gets what was theirs then, as %s',
    (endpoint, who, asking) => {
      const person = PEOPLE[who]!;
      const told = askWhile(world, { ...asking, person }, 2, gone(person));
      const before = ask(world, { ...asking, person });
      expect(told.status).toBe(before.status);
      if (endpoint === 'cancel') expect(Object.keys(told.body)).toEqual(['run_id', 'cancel_effect']);
      else expect(told.text).toBe(before.text);
      expect(leaksIn(told.world)).toEqual([]);
    },
  );
});
