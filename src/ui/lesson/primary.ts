// The one large thing to press, whatever the stage: what it would do, and who does it. The column, the foot
// of a phone and the Enter key all press the same.

import type { Action } from '../../kernel/action';
import type { Messages } from '../../i18n/en';
import type { Layout } from '../state/layout.svelte';
import type { Lesson } from '../state/lesson.svelte';
import { isPast } from '../state/moment';

type Words = Messages['lesson'];

export interface Primary {
  readonly label: string;
  /** The step that it takes; its words say more than the label. */
  readonly action: Action | null;
  readonly press: () => void;
}

/** Null where there is nothing to press: a question waits, or a verdict. */
export function primaryOf(lesson: Lesson, words: Words, layout: Pick<Layout, 'tab'>): Primary | null {
  const { arc, player, run } = lesson;
  const plain = (label: string, press: () => void): Primary => ({ label, action: null, press });
  if (player.isPlaying) return plain(words.pause, () => player.pause());
  switch (arc.stage) {
    case 'watch':
      if (lesson.isWatched) return plain(words.toMoment, () => lesson.toMoment());
      return plain(lesson.session.moment?.cursor === 0 ? words.watch : words.goOn, () => {
        layout.tab = 'run';
        lesson.watch();
      });
    case 'setting':
      return plain(words.toItsMoment, () => lesson.toMoment());
    case 'break':
    case 'run': {
      const { ahead } = run;
      if (ahead !== null) return { label: words.next, action: ahead.action, press: () => lesson.step() };
      const { moment } = lesson.session;
      return moment !== null && isPast(moment) ? plain(words.goOn, () => lesson.step()) : null;
    }
    case 'mend':
      if (lesson.guard.chosen === null) return null;
      return plain(words.tryGuard, () => {
        layout.tab = 'run';
        lesson.tryGuard();
      });
    case 'again':
      if (lesson.isAsking) return null;
      if (run.isDecided) return plain(words.goOn, () => player.play());
      if (arc.guard?.breach !== null) return null;
      return lesson.plan.transfer === null
        ? plain(words.toRule, () => lesson.conclude())
        : plain(words.onYourOwn, () => lesson.toTransfer());
    case 'other':
      if (run.isDecided) return plain(words.goOn, () => player.play());
      if (run.isOther) return plain(words.toRule, () => lesson.conclude());
      return plain(words.toOther, () => {
        layout.tab = 'run';
        lesson.toOther();
      });
    case 'transfer':
      if (arc.isDone || lesson.guard.chosen === null || lesson.guard.trial !== null) return null;
      return plain(words.tryTransfer, () => lesson.tryTransfer());
    default:
      return null;
  }
}
