// The words of the screen of a search: they come with it, and not with the page.

import { explore as en } from './en/explore';
import type { Locale } from './messages';
import { explore as zhCN } from './zh-CN/explore';

export type ExploreWords = typeof en;

const CATALOGUES: Readonly<Record<Locale, ExploreWords>> = { en, 'zh-CN': zhCN };

export const exploreWordsIn = (locale: Locale): ExploreWords => CATALOGUES[locale];
