/** Rules for lists: of bodies, and of few parameters. */

import { counted, type Rules } from './schema-issues.ts';

export const listRules: Rules = {
  minItems: {
    code: 'min_items',
    message: ({ params }) => `must have at least ${counted(params.limit, 'item')}`,
  },
  maxItems: {
    code: 'max_items',
    message: ({ params }) => `must have at most ${counted(params.limit, 'item')}`,
  },
  uniqueItems: {
    code: 'duplicate',
    message: ({ params }) => `must not repeat a value: items ${params.j} and ${params.i} are equal`,
  },
};
