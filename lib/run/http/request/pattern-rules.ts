/** The rule for texts with a pattern: of bodies, and of some parameters. */

import type { Rules } from './schema-issues.ts';

export const patternRules: Rules = {
  pattern: {
    code: 'pattern',
    message: ({ params, parentSchema }) => parentSchema?.['x-message'] ?? `must match ${params.pattern}`,
  },
};
