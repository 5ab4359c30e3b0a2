// POST /v2/thing, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import type { RuntimeOperation } from 'headwater/internal/plan/operation-plan';

export const operation = {
  id: 'thing-create',
  successStatus: 202,
  isIdempotent: true,
  produces: ['application/json', 'application/vnd.things-v1+json'],
  parameters: [{ name: 'Idempotency-Key', place: 'header', cast: 'text', required: false, isList: false }],
  body: { required: true, maxBytes: 1048576, mediaTypes: ['application/json'] },
  links: { describedBy: '/v2/api-docs.json/thing' },
} as const satisfies RuntimeOperation;
