/** Rules for numbers with a step, or with bounds that they may not reach. */

import type { Rules } from './schema-issues.ts';

export const numberRules: Rules = {
  exclusiveMinimum: { code: 'minimum', message: ({ params }) => `must be greater than ${params.limit}` },
  exclusiveMaximum: { code: 'maximum', message: ({ params }) => `must be less than ${params.limit}` },
  multipleOf: { code: 'multiple_of', message: ({ params }) => `must be a multiple of ${params.multipleOf}` },
};
