// What was lost, as a sentence whose effect is marked. It names steps in words: there is nothing to go to yet.

import { exploreWordsIn } from '../../i18n/explore';
import { propertiesAt } from '../../view/properties';
import { harmOf } from '../../view/harm';
import type { Finding } from '../../explore/search';
import type { Timeline } from '../../kernel/timeline';
import { whomIn } from '../properties/whom';
import type { Part } from '../sentence/parts';
import type { Language } from '../state/language';

export function harmWords(language: Language, finding: Finding, timeline: Timeline): readonly Part[] {
  const explore = exploreWordsIn(language.locale);
  if (finding.kind === 'eventually') return marked(explore.noWayOut);
  const { simulation, first, trace } = timeline;
  const { properties } = simulation.system;
  const known = propertiesAt(properties, first.judgement, trace, trace.length, null);
  const property = known.find(({ id }) => id === finding.property);
  const harm = property === undefined ? null : harmOf(property, first.rows, trace);
  if (harm === null) return finding.path.length === 0 ? marked(explore.atOnce) : [];
  const { know } = language.messages;
  const whom = whomIn(language, harm.whom);
  return know.harm[harm.key].split(/\{(\w+)\}/).map((piece, i): Part => {
    const step = harm.steps[piece];
    if (i % 2 === 0) return { text: piece, isId: false, isMarked: true };
    if (step !== undefined) return { text: know.step({ step }), isId: false, isMarked: true };
    if (piece === 'whom') return { text: whom, isId: false, isMarked: true };
    return { text: String(harm.values[piece] ?? ''), isId: true, isMarked: true };
  });
}

const marked = (text: string): readonly Part[] => [{ text, isId: false, isMarked: true }];
