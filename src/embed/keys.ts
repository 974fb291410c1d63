// The keys of a player in a frame. They reach it only while the frame has the focus, and there is one thing
// to move: no sheets, no panels.

import type { Preferences } from '../ui/state/preferences.svelte';
import type { FreePlay } from './free-play.svelte';

type Act = (play: FreePlay) => void;

const fault = (index: number): Act => {
  return (play) => {
    const action = play.faults[index];
    if (action !== undefined) play.take(action.id);
  };
};

const KEYS: Readonly<Record<string, Act>> = {
  ArrowRight: (play) => play.step(),
  ArrowLeft: (play) => play.back(),
  'Shift ArrowRight': (play) => play.toMark(1),
  'Shift ArrowLeft': (play) => play.toMark(-1),
  Home: (play) => play.seek(0),
  End: (play) => play.seek(Infinity),
  Backspace: (play) => play.undo(),
  Enter: (play) => play.step(),
  ' ': (play) => play.toggle(),
};

/** Signs, digits and letters, which a reader may have switched off. */
const LETTERS: Readonly<Record<string, Act>> = {
  '[': (play) => play.player.slower(),
  ']': (play) => play.player.faster(),
  '1': fault(0),
  '2': fault(1),
  f: fault(0),
  t: (play) => play.chooseOtherDesign(),
};

/** True where the key meant something to the player. */
export function keyTaken(play: FreePlay, { hasLetters }: Preferences, event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (target !== null && target.closest('input, select, textarea, [role=menu]') !== null) return false;
  const isPressed = event.key === 'Enter' || event.key === ' ';
  // A control that has the focus is pressed by these two itself.
  if (isPressed && target !== null && target.closest('button, a, summary') !== null) return false;
  const named = event.shiftKey ? `Shift ${event.key}` : event.key;
  const act = KEYS[named] ?? (hasLetters ? LETTERS[named] : undefined);
  act?.(play);
  return act !== undefined;
}
