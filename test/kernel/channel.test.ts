import { describe, expect, it } from 'vitest';
import { must } from '../../src/kernel/errors';
import {
  CHANNEL_LENGTH_MAX,
  type ChannelKind,
  type ChannelState,
  deliver,
  type Entry,
  firstBefore,
  put,
  releaseDelayed,
  settle,
  settledBy,
  withdraw,
} from '../../src/kernel/channel';

const broker: ChannelKind = { id: 'runs', receivers: ['w'], acknowledged: true, server: null, faults: [] };
const link: ChannelKind = { ...broker, id: 'http', acknowledged: false, server: 'api' };
const message = { channel: 'runs', id: 'run_1:1', from: 'd', to: null, run: 'run_1', body: { run: 'run_1' } };

describe('a channel', () => {
  it('counts equal messages as copies of one', () => {
    const [once] = put('runs', {}, message);
    const [twice, id] = put('runs', once, message);
    expect([id, twice['run_1:1']?.ready]).toEqual(['run_1:1', 2]);
  });

  it('gives another content under the same id an id of its own', () => {
    const [once] = put('runs', {}, message);
    const [both, id] = put('runs', once, { ...message, body: { run: 'run_2' } });
    expect(id).toBe('run_1:1~2');
    expect(Object.keys(both)).toEqual(['run_1:1', 'run_1:1~2']);
  });

  it('keeps a delivered copy until it is acknowledged, where the broker waits for that', () => {
    const [sent] = put('runs', {}, message);
    const held = deliver(broker, sent, 'run_1:1', 'w');
    expect(held['run_1:1']).toMatchObject({ ready: 0, unacknowledged: { w: 1 } });
    expect(settle(held, 'run_1:1', 'w', false)).toEqual({});
    expect(settle(held, 'run_1:1', 'w', true)['run_1:1']).toMatchObject({ ready: 1, unacknowledged: {} });
  });

  it('forgets a delivered message where nobody acknowledges', () => {
    const [sent] = put('http', {}, { ...message, channel: 'http' });
    expect(deliver(link, sent, 'run_1:1', 'w')).toEqual({});
  });

  describe('whose receipt comes late', () => {
    const late = { ...broker, receipts: 'per_message' } as const;
    const entryWith = (some: Partial<Entry>): Entry => {
      return {
        from: 'd',
        to: null,
        run: 'run_1',
        body: {},
        ready: 0,
        delayed: [],
        unacknowledged: {},
        ...some,
      };
    };
    const [own, newer, resting] = [
      entryWith({ unacknowledged: { v: 1, w: 1 } }),
      entryWith({ unacknowledged: { v: 1 } }),
      entryWith({ ready: 1 }),
    ];

    it('settles nothing, where a receipt names its delivery', () => {
      expect([own, newer, resting].map((entry) => settledBy(broker, entry, 'w'))).toEqual([
        { receiver: 'w' },
        null,
        null,
      ]);
    });

    it('settles what was delivered since, or would be, where it names the message alone', () => {
      expect([own, newer, resting].map((entry) => settledBy(late, entry, 'w'))).toEqual([
        { receiver: 'w' },
        { receiver: 'v' },
        { receiver: null },
      ]);
      expect(withdraw({ m: resting }, 'm')).toEqual({});
    });

    it('settles nothing where nothing is left but a copy that is delayed', () => {
      expect(settledBy(late, entryWith({ delayed: [1] }), 'w')).toBeNull();
    });
  });

  it('settles nothing that was not delivered', () => {
    const [sent] = put('runs', {}, message);
    expect(settle(sent, 'run_1:1', 'w', false)).toBe(sent);
  });

  it('makes delayed copies ready when their time has come, and not before', () => {
    const [sent] = put('runs', {}, message);
    const entry = must(sent['run_1:1'], 'entry');
    const delayed = { 'run_1:1': { ...entry, ready: 0, delayed: [1_000, 2_000] } };
    expect(releaseDelayed(delayed, 999)).toEqual(delayed);
    expect(releaseDelayed(delayed, 1_000)['run_1:1']).toMatchObject({ ready: 1, delayed: [2_000] });
  });

  it('puts a message behind those of its run that are there, where it keeps their order', () => {
    const keep = (state: ChannelState, id: string, run: string): ChannelState =>
      put('notices', state, { ...message, id, run }, undefined, 'run')[0];
    const first = keep({}, 'run_1:9', 'run_1');
    const both = keep(keep(first, 'run_1:3', 'run_1'), 'run_2:1', 'run_2');
    const firstOf = (id: string) => firstBefore(both, must(both[id], id));
    expect(['run_1:9', 'run_1:3', 'run_2:1'].map(firstOf)).toEqual([null, 'run_1:9', null]);
    const again = keep(both, 'run_1:9', 'run_1');
    expect(again['run_1:9']).toMatchObject({ ready: 2, place: 1 });
  });

  it('has no message wait for another one, where it keeps no order', () => {
    const [one] = put('runs', {}, message);
    const [two] = put('runs', one, { ...message, id: 'run_1:2' });
    expect(firstBefore(two, must(two['run_1:2'], 'entry'))).toBeNull();
  });

  it('refuses one message more than its limit, and says the number', () => {
    let state = {};
    for (let i = 0; i < CHANNEL_LENGTH_MAX; i++)
      [state] = put('runs', state, { ...message, id: `run_${String(i)}:1` });
    expect(() => put('runs', state, message)).not.toThrow();
    expect(() => put('runs', state, { ...message, id: 'one-more' })).toThrow(
      'runs holds 1024 messages, its limit.',
    );
  });
});
