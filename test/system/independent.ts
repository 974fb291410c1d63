// Whether two steps from one world have nothing to do with each other, told by what they recorded.

import type { Activity, Lock } from '../../src/kernel/actor';
import type { Message } from '../../src/kernel/channel';
import type { Taken } from '../../src/kernel/simulation';
import { covers } from '../../src/kernel/store';
import type { World } from '../../src/kernel/world';

/** Neither reads, writes or locks what the other writes, and they send nothing to each other's channel entry. */
export function areIndependent(before: World, one: Taken, two: Taken): boolean {
  return !concerns(before, one, two) && !concerns(before, two, one);
}

const concerns = (before: World, one: Taken, two: Taken): boolean =>
  touches(one, two) || meets(one, two) || wantsLockOf(before, one, two);

/** Whether one puts a message where the other takes or puts one of that name: a second of a name gets another. */
function meets(one: Taken, two: Taken): boolean {
  const nameOf = ({ channel, id }: Message): string => `${channel} ${id.replace(/~\d+$/, '')}`;
  const names = [...two.record.taken, ...two.record.sent].map(nameOf);
  return one.record.sent.some((sent) => names.includes(nameOf(sent)));
}

/** Whether one writes or waits for a row that a transaction of the other's actor has locked, before or after. */
function wantsLockOf(before: World, one: Taken, two: Taken): boolean {
  const worlds = [before, two.world];
  const locked = worlds.flatMap((world) => under(world, two.record.actor).flatMap(({ open }) => open ?? []));
  const opened = under(one.world, one.record.actor).flatMap(({ open, waits }) => [
    ...(open ?? []),
    ...(waits === undefined ? [] : [waits]),
  ]);
  const wanted: readonly Lock[] = [...one.record.changes, ...opened];
  return wanted.some((row) => locked.some(({ table, key }) => row.table === table && row.key === key));
}

const under = (world: World, actor: string): readonly Activity[] => world.actors[actor]?.activities ?? [];

function touches(reader: Taken, writer: Taken): boolean {
  return writer.record.changes.some(
    ({ table, key, before, after }) =>
      [before, after].some(
        (row) => row !== null && reader.record.reads.some((read) => covers(read, table, key, row)),
      ) || reader.record.changes.some((change) => change.table === table && change.key === key),
  );
}
