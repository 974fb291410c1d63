// The searches of the page, one a design of a scenario: another design keeps what was found in the first. They
// stay while the lab does, whether or not their screen is open.

import { canonical } from '../../kernel/json';
import type { Engine } from '../engine';
import { usualBounds } from '../explore/bounds';
import type { OpenThread } from '../explore/protocol';
import { openThread, sqliteAddress } from '../explore/thread';
import type { ChosenDesign, Story } from '../stories';
import { SearchRun } from './explore-run.svelte';
import type { Session } from './session.svelte';

export class Explore {
  // Not reactive: what is looked at of a search is.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #runs = new Map<string, SearchRun>();
  readonly #open: OpenThread;

  constructor(open: OpenThread = openThread) {
    this.#open = open;
  }

  /** The search of a design; it has not begun where there was none. */
  of(engine: Engine, story: Story, { overrides }: ChosenDesign): SearchRun {
    const key = `${story.id} ${canonical(overrides)}`;
    const known = this.#runs.get(key);
    if (known !== undefined) return known;
    const wasm = sqliteAddress();
    const begin = () => engine.begin(story, overrides);
    const { text } = engine.source(story);
    const run = new SearchRun(
      { wasm, story: { ...story, text }, overrides, bounds: usualBounds({ text }), begin },
      this.#open,
    );
    this.#runs.set(key, run);
    return run;
  }

  /** One search at a time: it has the machine to itself. */
  attend(run: SearchRun): void {
    for (const other of this.#runs.values()) if (other !== run && other.isGoing) other.stop();
  }

  close(): void {
    for (const run of this.#runs.values()) run.close();
  }
}

const explores = new WeakMap<Session, Explore>();

export function exploreIn(session: Session): Explore {
  const known = explores.get(session) ?? new Explore();
  explores.set(session, known);
  return known;
}

/** The next search begins where the run stands at its cursor. */
export function exploreFrom(session: Session): void {
  const { engine, story, design, moment } = session;
  if (engine === null || moment === null) return;
  const here = moment.trace.slice(0, moment.cursor).map(({ id }) => id);
  exploreIn(session).of(engine, story, design).beginAfter(here);
}

/** Ends whatever is being searched. */
export function leaveExplore(session: Session): void {
  explores.get(session)?.close();
}
