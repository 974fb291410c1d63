// What a person prefers, kept on this device where it may be: storage can be refused or full, and the page
// works without it.

import type { Locale } from '../../scenario/words';

export type Theme = 'light' | 'dark';

const KEYS = { locale: 'converge.locale', theme: 'converge.theme' } as const;

export class Preferences {
  #locale = $state<Locale>(storedLocale() ?? preferredLocale());
  #theme = $state<Theme>(storedTheme() ?? preferredTheme());

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

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice holds for this visit.
  }
}
