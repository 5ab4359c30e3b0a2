// DELETE /v2/thing/{id}, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import type { RuntimeOperation } from 'headwater/internal/plan/operation-plan';

export const operation = {
  id: 'thing-remove',
  successStatus: 204,
  access: [[{ scheme: 'bearer', name: 'authorization', scopes: ['write:things'] }]],
  fixedHeaders: { deprecation: '@1782777600', sunset: 'Wed, 30 Jun 2027 23:59:59 GMT' },
  produces: [],
  parameters: [{ name: 'id', place: 'path', cast: 'int32', required: true, isList: false }],
  body: { required: false, maxBytes: 1048576, mediaTypes: ['application/json'] },
  links: { describedBy: '/v2/api-docs.json/thing', collection: '/v2/thing' },
} as const satisfies RuntimeOperation;
