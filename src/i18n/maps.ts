// The words of the panes beside the tables: they come with it, and not with the page.

import { maps as en } from './en/maps';
import type { Locale } from './messages';
import { maps as zhCN } from './zh-CN/maps';

export type MapsWords = typeof en;

const CATALOGUES: Readonly<Record<Locale, MapsWords>> = { en, 'zh-CN': zhCN };

export const mapsWordsIn = (locale: Locale): MapsWords => CATALOGUES[locale];
