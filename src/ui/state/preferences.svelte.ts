// What a person prefers, kept on this device where it may be: storage can be refused or full, and the page
// works without it.

import { advance, parseProgress, type Progress, type Status } from '../../lesson/progress';
import type { Locale } from '../../scenario/words';

export type Theme = 'light' | 'dark';

const KEYS = {
  locale: 'converge.locale',
  theme: 'converge.theme',
  letters: 'converge.letters',
  progress: 'converge.progress',
} as const;

export class Preferences {
  #locale = $state<Locale>(storedLocale() ?? preferredLocale());
  #theme = $state<Theme>(storedTheme() ?? preferredTheme());
  #hasLetters = $state(recall(KEYS.letters) !== 'off');
  #progress = $state.raw<Progress>(parseProgress(recall(KEYS.progress)));
  #isKept = $state(true);

  get locale(): Locale {
    return this.#locale;
  }

  set locale(locale: Locale) {
    this.#locale = locale;
    keep(KEYS.locale, locale);
  }

  get theme(): Theme {
    return this.#theme;
  }

  set theme(theme: Theme) {
    this.#theme = theme;
    keep(KEYS.theme, theme);
  }

  /** Single letters mean something to the page. */
  get hasLetters(): boolean {
    return this.#hasLetters;
  }

  set hasLetters(hasLetters: boolean) {
    this.#hasLetters = hasLetters;
    keep(KEYS.letters, hasLetters ? 'on' : 'off');
  }

  /** How far the person is in every lesson. */
  get progress(): Progress {
    return this.#progress;
  }

  /** False where this device refused to keep the progress. */
  get isKept(): boolean {
    return this.#isKept;
  }

  advance(scenario: string, status: Status): void {
    const progress = advance(this.#progress, scenario, status);
    if (progress === this.#progress) return;
    this.#progress = progress;
    this.#isKept = keep(KEYS.progress, JSON.stringify(progress));
  }
}

function storedLocale(): Locale | null {
  const stored = recall(KEYS.locale);
  return stored === 'en' || stored === 'zh-CN' ? stored : null;
}

/** Chinese for whoever reads it at all: the first language of the two that the browser names. */
function preferredLocale(): Locale {
  for (const language of navigator.languages) {
    if (/^zh\b/i.test(language)) return 'zh-CN';
    if (/^en\b/i.test(language)) return 'en';
  }
  return 'en';
}

function storedTheme(): Theme | null {
  const stored = recall(KEYS.theme);
  return stored === 'light' || stored === 'dark' ? stored : null;
}

function preferredTheme(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** False where it cannot be kept; then it holds for this visit. */
function keep(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
