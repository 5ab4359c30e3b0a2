/** Rules for the number of members of an object. */

import { counted, type Rules } from './schema-issues.ts';

export const memberRules: Rules = {
  minProperties: {
    code: 'min_members',
    message: ({ params }) => `must have at least ${counted(params.limit, 'member')}`,
  },
  maxProperties: {
    code: 'max_members',
    message: ({ params }) => `must have at most ${counted(params.limit, 'member')}`,
  },
};
