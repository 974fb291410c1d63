// The ablation as a file that the page and the README read. It carries the digest of what it was made from, so
// that a table that no longer speaks of these designs is found out.

import { safeDesign } from '../kernel/decision';
import { canonical, type Json } from '../kernel/json';
import { procedureText } from '../kernel/procedure';
import { decisions, properties } from '../system/catalog';
import { sha256 } from '../system/digest';
import { statementsOf } from '../system/properties/property-source';
import { assembleDesign, schemaOf, statementsFor } from '../system/system';
import { type Ablation, ABLATION_BOUNDS, distinctStarts, naiveChoices } from './ablation';
import type { Scenario } from './scenario';

export interface AblationFile extends Pick<Ablation, 'rows' | 'redundant'> {
  /** Digest of the designs, properties, starts and bounds that it was made from. */
  readonly made: string;
}

const MADE_DIGITS = 16;

/** What an ablation of these scenarios is made from, in short: its procedures, statements, schema and starts. */
export function madeFrom(scenarios: readonly Scenario[]): string {
  const safe = safeDesign(decisions);
  const designs = [{}, ...naiveChoices(decisions).map((one) => ({ [one.decision]: one.alternative }))];
  const told = designs.map((overrides) => {
    const assembly = assembleDesign({ ...safe, ...overrides });
    const texts = [...assembly.procedures.values()].map((one) => `${one.name}: ${procedureText(one)}`);
    const operations = [...assembly.operations.keys()];
    const { parameters } = assembly;
    return { texts, operations, parameters, schema: schemaOf(assembly), statements: statementsFor(assembly) };
  });
  const judged = properties.map((property) => ({ id: property.id, texts: statementsOf(property) }));
  const starts = distinctStarts(scenarios).map(({ id, given }) => ({ id, given }));
  const all = { told, judged, starts, bounds: ABLATION_BOUNDS } as unknown as Json;
  return sha256(canonical(all)).slice(0, MADE_DIGITS);
}

export function ablationFile({ rows, redundant }: Ablation, scenarios: readonly Scenario[]): AblationFile {
  return { made: madeFrom(scenarios), rows, redundant };
}
