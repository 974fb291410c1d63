// The form of scenario.json as JSON Schema, so that editors complete and check it. It says what the schema
// says; what only a run or another place in the file can tell (checks.ts) it leaves out. The build writes
// it to public/.

import * as z from 'zod/mini';
import type { Json } from '../kernel/json';
import { layOut } from './json-layout';
import { scenarioSchema } from './schema';

export function scenarioFormText(): string {
  const { $schema, ...form } = z.toJSONSchema(scenarioSchema, { io: 'input' });
  const titled = { $schema, title: 'A scenario of Converge', ...form };
  return layOut(titled as unknown as Json, Infinity);
}
