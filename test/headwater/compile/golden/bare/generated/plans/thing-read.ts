// GET /thing, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import type { RuntimeOperation } from 'headwater/internal/plan/operation-plan';

export const operation = {
  id: 'thing-read',
  successStatus: 200,
  produces: ['application/json'],
  parameters: [{ name: 'size', place: 'query', cast: 'int32', required: false, isList: false }],
  links: { describedBy: '/api-docs.json/thing' },
  variesByOrigin: true,
} as const satisfies RuntimeOperation;
