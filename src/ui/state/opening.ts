// How a lesson begins: from its start, playing at once where the address asks for it, or waiting behind a run
// that a link has put on stage.

import type { Engine } from '../engine';
import type { Story } from '../stories';
import type { Page } from './context';
import { Lesson } from './lesson.svelte';

/** Time to see how the first run ended, before the moment that matters. */
const SEEN_MS = 1_500;

/** Null where the scenario has no lesson. */
export function openLesson(page: Page, engine: Engine, story: Story, address: string): Lesson | null {
  const { session, layout, preferences } = page;
  const room = engine.classroom(story);
  const isLinked = /[?&](r|without)=/.test(address);
  layout.isWorkbench = room === null || isLinked;
  if (room === null) return null;
  const lesson = new Lesson(session, room, (status) => preferences.advance(story.id, status));
  if (isLinked) {
    layout.tab = 'run';
    return lesson;
  }
  const { notes } = session;
  lesson.restart();
  session.keepNotes(notes);
  layout.tab = 'lesson';
  if (/[?&]play\b/.test(address) && lesson.arc.stage === 'watch') {
    layout.tab = 'run';
    lesson.watch(() => {
      if (lesson.isWatched) setTimeout(() => lesson.isWatched && lesson.toMoment(), SEEN_MS);
    });
  }
  return lesson;
}
