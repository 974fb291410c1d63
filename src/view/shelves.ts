// Where messages rest: at the broker, or with a cache that hands tasks out.

export const BROKER = 'broker';

/** Where messages of these channels rest until they are acknowledged. */
const SHELVES: Readonly<Record<string, string>> = { runs: BROKER, notices: BROKER, tasks: 'cache' };
export const isBrokered = (channel: string): boolean => SHELVES[channel] !== undefined;
export const shelfOf = (channel: string): string => SHELVES[channel] ?? BROKER;
