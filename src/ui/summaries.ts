// What each scenario is about, in a paragraph. The course names scenarios only, and these texts would be a third of
// what it has to fetch; so they come with the pages that show them.

import type { Locale } from '../scenario/words';
import type { Story } from './stories';

const files: Readonly<Record<string, string>> = import.meta.glob('../../scenarios/*/{en,zh-CN}.json', {
  eager: true,
  query: '?summary',
  import: 'default',
});

export const summaryOf = ({ file }: Pick<Story, 'file'>, locale: Locale): string =>
  files[file.replace(/scenario(?=\.json$)/, locale)] ?? '';
