// What every component of the page may ask for, without being handed it by each component above.

import { createContext } from 'svelte';
import type { Language } from './language';
import type { Preferences } from './preferences.svelte';
import type { Session } from './session.svelte';

export interface Page {
  readonly session: Session;
  readonly preferences: Preferences;
  /** Changes with the preferences: to be read where it is used, and not kept. */
  readonly language: Language;
}

export const [getPage, setPage] = createContext<Page>();
