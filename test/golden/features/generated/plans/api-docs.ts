// The descriptors: GET /api-docs.json and /api-docs.json/{resource}
// Written by `npm run build`; what is changed here is lost at the next one.

import type { RuntimeOperation } from '#lib/plan/operation-plan.ts';

export const operation = {
  id: 'api-docs',
  successStatus: 200,
  cacheControl: 'public, max-age=300',
  produces: ['application/json'],
  parameters: [{ name: 'resource', place: 'path', cast: 'text', required: false, isList: false }],
} as const satisfies RuntimeOperation;
