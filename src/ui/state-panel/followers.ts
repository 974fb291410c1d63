// The browsers on stage that follow a run, or will: theirs is a machine to look at.

import type { Json } from '../../kernel/json';
import type { Moment } from '../state/moment';

const isThere = (value: Json | undefined): boolean => value !== undefined && value !== null;

export const followers = ({ first, lanes }: Pick<Moment, 'first' | 'lanes'>): readonly string[] =>
  lanes.filter((lane) => {
    const disk = first.actors[lane]?.disk;
    if (disk === undefined || !lane.startsWith('browser-')) return false;
    return isThere(disk['draft']) || isThere(disk['runId']) || isThere(disk['opens']);
  });
