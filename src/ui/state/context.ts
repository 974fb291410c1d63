// What every component of the page may ask for, without being handed it by each component above.

import { createContext } from 'svelte';
import type { Controls } from './controls.svelte';
import type { Language } from './language';
import type { Layout } from './layout.svelte';
import type { Lesson } from './lesson.svelte';
import type { Preferences } from './preferences.svelte';
import type { Session } from './session.svelte';

export interface Page {
  readonly session: Session;
  readonly preferences: Preferences;
  readonly controls: Controls;
  /** What is open and in front. */
  readonly layout: Layout;
  /** The lesson in progress; null until the engine is there, and where the scenario has none. */
  readonly lesson: Lesson | null;
  /** Changes with the preferences: to be read where it is used, and not kept. */
  readonly language: Language;
}

export const [getPage, setPage] = createContext<Page>();
