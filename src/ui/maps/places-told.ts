// Where an id lives, as a sentence: its home wherever that is, other places among the tables that are shown, and
// how many there are besides.

import type { MapsWords } from '../../i18n/maps';
import type { TableIds } from '../../system/references';

interface Place {
  readonly table: string;
  readonly column: string;
  readonly isHome: boolean;
}

/** More than this nobody reads. */
const NAMED_MAX = 4;

const placesOf = (tables: readonly TableIds[], id: string): readonly Place[] =>
  tables.flatMap(({ table, columns }) =>
    columns.filter((column) => column.id === id).map(({ column, isHome }) => ({ table, column, isHome })),
  );

export function placesTold(
  words: MapsWords['schema'],
  comma: string,
  all: readonly TableIds[],
  shown: readonly TableIds[],
  id: string,
): string {
  const everywhere = placesOf(all, id);
  const home = everywhere.find((place) => place.isHome);
  const name = home?.column ?? everywhere[0]?.column ?? id;
  const here = placesOf(shown, id).filter((place) => !place.isHome);
  const places = here
    .slice(0, NAMED_MAX)
    .map(({ table, column }) => (column === name ? table : `${table}.${column}`))
    .join(comma);
  const count = everywhere.filter((place) => !place.isHome).length - Math.min(here.length, NAMED_MAX);
  const livesHere = home === undefined ? words.lives({ places }) : words.livesToo({ places });
  return [
    home === undefined ? words.homeless({ id: name }) : words.home({ id: name, home: home.table }),
    here.length === 0 ? '' : livesHere,
    count === 0 ? '' : here.length === 0 ? words.onlyElsewhere({ count }) : words.elsewhere({ count }),
    words.stop,
  ].join('');
}
