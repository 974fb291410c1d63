// The language and the light that the address of a frame asks for, else the reader's own. A frame in
// somebody else's page keeps nothing on the reader's device.

import type { Locale } from '../scenario/words';
import { Preferences, type Theme } from '../ui/state/preferences.svelte';
import type { Asked } from './parameters';

const DARK = '(prefers-color-scheme: dark)';

export class FramePreferences extends Preferences {
  readonly #locale: Locale;
  #theme: Theme = $state('light');

  constructor({ locale, theme }: Pick<Asked, 'locale' | 'theme'>) {
    super();
    this.#locale = locale ?? super.locale;
    if (theme !== 'auto') this.#theme = theme;
    else {
      const dark = matchMedia(DARK);
      const follow = (): void => {
        this.#theme = dark.matches ? 'dark' : 'light';
      };
      follow();
      dark.addEventListener('change', follow);
    }
  }

  override get locale(): Locale {
    return this.#locale;
  }

  override get theme(): Theme {
    return this.#theme;
  }
}
