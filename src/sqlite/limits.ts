// The numbers that bound a database of this laboratory. Hitting one is a visible result, never a slow page.

/** Rows that one table may hold. */
export const TABLE_ROWS_MAX = 100_000;

/** Length of one text, in UTF-16 units. */
export const TEXT_LENGTH_MAX = 1_000_000;

/** Rows that one statement may return. */
export const RESULT_ROWS_MAX = 10_000;

/** Distinct reads that are remembered between steps before they are forgotten. */
export const REMEMBERED_READS_MAX = 50_000;
