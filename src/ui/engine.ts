// All that the page asks of the layers below, behind one import, so that the page can be read while it is
// still on its way: SQLite, the service, the reading of scenarios and of links.

import type { Design } from '../kernel/decision';
import type { Verdict } from '../kernel/property';
import type { Timeline } from '../kernel/timeline';
import type { Trace } from '../kernel/trace';
import { Classroom } from '../lesson/classroom';
import { lessonOf } from '../lesson/lesson';
import { digestOf } from '../scenario/document';
import { type LinkedRun, linkTo, type LinkRead, readLink } from '../scenario/link';
import { type Opened, openLinkedRun } from '../scenario/linked-run';
import { beginRun } from '../scenario/run';
import { parseScenario, type Scenario } from '../scenario/scenario';
import { drive, type Driven } from '../scenario/schedule';
import { Systems } from '../scenario/systems';
import { verdictsOf } from '../scenario/verdicts';
import { openSqlite } from '../sqlite/open';
import type { BrowserDisk } from '../system/actors/browser/state';
import { viewsOf } from '../system/views';
import type { Reader } from '../view/log';
import ablation from '../scenario/ablation.json';
import type { GuardRow } from './ablation';
import type { Moment } from './state/moment';
import { type Source, sourceOf } from './sources';
import type { Story } from './stories';

/** Opens SQLite, which lies at this address. */
export async function openEngine(wasm: string, read: (story: Story) => Source = sourceOf): Promise<Engine> {
  return new Engine(new Systems(await openSqlite(() => wasm)), read);
}

export class Engine {
  private readonly systems: Systems;
  /** The scenario's file, and what it says in every language. */
  readonly source: (story: Story) => Source;
  private readonly scenarios = new Map<string, Scenario>();
  private readonly classrooms = new Map<string, Classroom>();
  private readonly digests = new WeakMap<Trace, { readonly steps: number; readonly digest: string }>();

  constructor(systems: Systems, source: (story: Story) => Source) {
    this.systems = systems;
    this.source = source;
  }

  /** A run of this scenario under a design, at its start. */
  begin(story: Story, overrides: Design): Timeline {
    return beginRun(this.systems, this.scenario(story), overrides);
  }

  /** The lesson of a scenario, or null where it has none. */
  classroom(story: Story): Classroom | null {
    const scenario = this.scenario(story);
    const known = this.classrooms.get(story.id);
    if (known !== undefined) return known;
    const lesson = lessonOf(scenario);
    if (lesson === null) return null;
    const room = new Classroom(this.systems, scenario, lesson);
    this.classrooms.set(story.id, room);
    return room;
  }

  /** A link that opens this run, and the step at which to look; null where it is longer than a link may be. */
  link(story: Story, overrides: Design, trace: Trace, cursor: number): string | null {
    const { content } = this.scenario(story);
    const path = trace.map(({ id }) => id);
    return linkTo({
      scenario: story.id,
      content,
      overrides,
      path,
      ...(cursor < path.length ? { at: cursor } : {}),
    });
  }

  /** The digest of what a scenario's file says, as links hold it. */
  contentOf(story: Story): string {
    return this.scenario(story).content;
  }

  /** The steps by which a row of the ablation breaks its property. */
  pathOf({ decision, alternative }: GuardRow): readonly string[] {
    const row = ablation.rows.find((one) => one.decision === decision && one.alternative === alternative);
    return row?.path ?? [];
  }

  read(link: string): LinkRead {
    return readLink(link);
  }

  openLinked(story: Story, linked: LinkedRun): Opened {
    return openLinkedRun(this.systems, this.scenario(story), linked);
  }

  /** Takes default steps from the cursor on until nothing is left to happen. */
  runToQuiet(timeline: Timeline): Driven {
    return drive(timeline, { interventions: [], ends: 'quiet' });
  }

  /** Runs the scenario's own faults from the start. What the design has nothing for is known, and no news. */
  runSchedule(timeline: Timeline, story: Story, design: string): Driven {
    const { plan, designs } = this.scenario(story);
    const known = designs.find(({ name }) => name === design)?.unmatched ?? [];
    timeline.seek(0);
    const driven = drive(timeline, plan);
    return { ...driven, unmatched: driven.unmatched.filter(({ text }) => !known.includes(text)) };
  }

  /** Looking back changes no digest: a trace is read once for each length. */
  digest(trace: Trace): string {
    const known = this.digests.get(trace);
    if (known?.steps === trace.length) return known.digest;
    const digest = digestOf(trace);
    this.digests.set(trace, { steps: trace.length, digest });
    return digest;
  }

  /** What is said of every property at the end of a run, where nothing is left to happen. */
  verdicts(timeline: Timeline): Readonly<Record<string, Verdict>> {
    return verdictsOf(timeline);
  }

  /** The browsers as they stand at a moment. One that is down shows nothing, and has not lost its disk. */
  readers({ world }: Moment): readonly Reader[] {
    // What was applied is folded by the pictures themselves, step by step.
    const views = viewsOf(world, []);
    return Object.keys(views).map((browser) => {
      const actor = world.actors[browser];
      const disk = actor?.disk as unknown as BrowserDisk;
      const { state, cursor: position } = views[browser]!;
      return { browser, run: disk.runId, state: actor?.up === false ? 'DOWN' : state, cursor: position };
    });
  }

  private scenario(story: Story): Scenario {
    const { id, file } = story;
    const scenario = this.scenarios.get(id) ?? parseScenario(this.source(story).text, file, id);
    this.scenarios.set(id, scenario);
    return scenario;
  }
}
