// A scenario file that is right, as text with a line for each thing that a test may want to spoil.

import { parseScenario } from '../../src/scenario/scenario';
import { ProblemsError } from '../../src/scenario/problem';

export const SCENARIO = `{
  "course": ["M06 §6"],
  "stage": {
    "lanes": ["browser-1", "api", "worker-1"],
    "tables": { "runs": ["status", "version"] },
    "properties": ["S27"],
    "faults": ["crash api"]
  },
  "given": {
    "orders": [{ "order": "ord_1", "total": "100.00" }],
    "browsers": { "browser-1": { "person": "alice", "submits": { "order": "ord_1", "amount": "25.00" } } },
    "runs": []
  },
  "designs": {
    "naive": { "outbox.mode": "commit_then_publish" },
    "safe": {}
  },
  "schedule": ["after api.insertRun run_1: crash api, restart api", "quiet", "pick clock:advance"],
  "expect": {
    "naive": { "counters": { "effects": 0 }, "violated": ["S27", "L1"] },
    "safe": { "counters": { "effects": 1 }, "rows": { "outbox": [{ "sent": 1 }] }, "violated": [] }
  }
}
`;

/** The sample with one piece of text replaced, which must be there. */
export function spoiled(part: string, by: string): string {
  if (!SCENARIO.includes(part)) throw new Error(`The sample does not hold ${part}`);
  return SCENARIO.replace(part, by);
}

/** What is wrong with a text, or nothing. */
export function problemsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    return error.message.split('\n');
  }
}

export const problemsIn = (text: string): string[] =>
  problemsOf(() => parseScenario(text, 's.json', 'sample'));
