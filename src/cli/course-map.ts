// The course map of the READMEs, made of the scenarios: each once, by the section that it cites first.

import { messagesIn, type Locale } from '../i18n/messages';
import type { Scenario } from '../scenario/scenario';
import { groupsOf, TEXTS } from '../view/course';

interface MapWords {
  readonly locale: Locale;
  readonly head: readonly [string, string];
  readonly and: string;
  readonly retells: (source: string) => string;
}

/** The READMEs by file, and the words of their maps. */
export const MAPS: Readonly<Record<string, MapWords>> = {
  'README.md': {
    locale: 'en',
    head: ['section', 'scenario'],
    and: ', ',
    retells: (source) => ` (${source})`,
  },
  'README.zh-CN.md': {
    locale: 'zh-CN',
    head: ['小节', '场景'],
    and: '、',
    retells: (source) => `（${source}）`,
  },
};

type Mapped = Pick<Scenario, 'id' | 'course' | 'source' | 'lesson'>;

/** In Markdown; scenarios with a full lesson stand out, and a retold report follows its scenario. */
export function courseTable(scenarios: readonly Mapped[], { locale, head, and, retells }: MapWords): string {
  const words = messagesIn(locale).course;
  const entryOf = ({ id, source, lesson }: Mapped): string => {
    const name = lesson?.transfer === undefined ? `\`${id}\`` : `**\`${id}\`**`;
    return source === null ? name : `${name}${retells(source)}`;
  };
  const rows = groupsOf(scenarios).map(({ section, stories }) => {
    const text = TEXTS.find(({ sections }) => sections.some((one) => one.id === section?.id));
    const place = text === undefined ? [] : [text.id, section?.number];
    const title = section === null ? words.gallery : words.sections[section.id];
    return [[...place, title].join(' '), stories.map(entryOf).join(and)];
  });
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const MARK = /<!-- course -->[\s\S]*?<!-- \/course -->/;

/** A README with its map made anew. */
export const withMap = (readme: string, table: string): string =>
  readme.replace(MARK, () => `<!-- course -->\n\n${table}\n\n<!-- /course -->`);
