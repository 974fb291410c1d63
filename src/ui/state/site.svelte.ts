// The whole page behind its parts: the address says what is open, the engine is fetched when a scenario is, and
// a lesson begins with its scenario as soon as the engine is there.

import { untrack } from 'svelte';
import type { Engine } from '../engine';
import type { Story } from '../stories';
import type { Page } from './context';
import { Controls } from './controls.svelte';
import { Language } from './language';
import { Layout } from './layout.svelte';
import type { Lesson } from './lesson.svelte';
import { Preferences } from './preferences.svelte';
import { Session } from './session.svelte';

/** The engine and what begins a lesson come together, and later than the page. */
export interface Loaded {
  readonly engine: Engine;
  readonly openLesson: (page: Page, engine: Engine, story: Story, address: string) => Lesson | null;
}

export class Site implements Page {
  readonly preferences = new Preferences();
  readonly layout = new Layout();
  readonly session: Session;
  readonly controls: Controls;
  readonly language: Language = $derived(new Language(this.preferences.locale));
  /** Another object at every visit: the same address twice begins anew. */
  #place = $state.raw({ address: '' });
  #lesson = $state.raw<Lesson | null>(null);
  #openLesson: Loaded['openLesson'] | null = null;
  #hasOpened = false;

  constructor(stories: readonly Story[], load: () => Promise<Loaded>) {
    this.session = new Session(stories, async () => {
      const { engine, openLesson } = await load();
      this.#openLesson = openLesson;
      return engine;
    });
    this.controls = new Controls(this.session, this.layout, () => this.#lesson);
  }

  get lesson(): Lesson | null {
    return this.#lesson;
  }

  readonly isCourse: boolean = $derived(/^(#\/?)?$/.test(this.#place.address));

  /** Shows what an address names. */
  go(address: string): void {
    this.#place = { address };
    this.#lesson?.close();
    this.#lesson = null;
    if (this.isCourse) return;
    if (this.#hasOpened) this.session.openAddress(address);
    else void this.session.open(address);
    this.#hasOpened = true;
  }

  /** Begins the lesson of what is open; to be called in an effect, which waits for the engine. */
  begin(): void {
    const { engine, story } = this.session;
    const { address } = this.#place;
    if (engine === null || this.isCourse) return;
    untrack(() => {
      this.#lesson = this.#openLesson?.(this, engine, story, address) ?? null;
    });
  }
}
