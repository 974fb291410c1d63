// A link that opens for everybody who has it opens for everybody whom it reaches. The content of an artifact
// is asked for like everything else: by somebody who may. M06 §2, §5.

import type { Decision } from '../../kernel/decision';
import { parameter } from '../../kernel/edit';

const EVERYBODY = ['own', 'wri', 'vie', 'app', 'own+app', 'ope', 'ten', 'oth'] as const;
const capability = Object.fromEntries(EVERYBODY.map((relation) => [relation, 'allowed']));

export const artifactAccess: Decision = {
  id: 'artifact.access',
  kind: 'safety',
  properties: ['S38'],
  alternatives: [
    {
      name: 'capability_url',
      safe: false,
      failure: 'leaked link',
      edits: [parameter('matrix.download', capability)],
      breaksAlways: true,
    },
    { name: 'per_request', safe: true, failure: '', edits: [] },
  ],
};
