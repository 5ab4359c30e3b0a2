// POST /v2/thing/{id}/animals, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import type { RuntimeOperation } from 'headwater/internal/plan/operation-plan';

export const operation = {
  id: 'thing-adopt',
  successStatus: 201,
  access: [
    [{ scheme: 'bearer', name: 'authorization', scopes: [] }],
    [{ scheme: 'bearer', name: 'authorization', scopes: ['read:things'] }],
    [{ scheme: 'apiKey', name: 'x-other-key', scopes: [] }],
    [{ scheme: 'apiKey', name: 'x-thing-key', scopes: ['read:things'] }],
  ],
  produces: ['application/vnd.animal+json', 'application/vnd.things-v1+json'],
  parameters: [{ name: 'id', place: 'path', cast: 'int32', required: true, isList: false }],
  body: { required: true, maxBytes: 1048576, mediaTypes: ['application/json'] },
  links: { describedBy: '/v2/api-docs.json/thing' },
} as const satisfies RuntimeOperation;
