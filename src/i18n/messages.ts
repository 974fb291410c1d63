// The catalogues by language, and the look-up of words whose key comes from the engine and not from code.

import { en, type Messages } from './en';
import { zhCN } from './zh-CN';

export const LOCALES = ['en', 'zh-CN'] as const;
export type Locale = (typeof LOCALES)[number];

const CATALOGUES: Readonly<Record<Locale, Messages>> = { en, 'zh-CN': zhCN };

export const messagesIn = (locale: Locale): Messages => CATALOGUES[locale];

/** A blocked action's reason in words; the bare key where no language has any for it. */
export function reasonText(
  messages: Messages,
  reason: { readonly key: string; readonly values: Readonly<Record<string, string | number>> },
): string {
  const { reasons } = messages;
  if (!Object.hasOwn(reasons, reason.key)) return reason.key;
  const words = reasons[reason.key as keyof Messages['reasons']] as (values: unknown) => string;
  return words(reason.values);
}
