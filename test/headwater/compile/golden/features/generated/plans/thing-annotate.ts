// POST /v2/thing/{thing-id}/files/{path*}, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import type { RuntimeOperation } from 'headwater/internal/plan/operation-plan';

export const operation = {
  id: 'thing-annotate',
  successStatus: 204,
  produces: [],
  parameters: [
    { name: 'thing-id', place: 'path', cast: 'int32', required: true, isList: false, gatewayName: 'id' },
    { name: 'path', place: 'path', cast: 'text', required: false, isList: false },
  ],
  body: {
    required: false,
    maxBytes: 4194304,
    mediaTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    fields: [{ name: 'note', place: 'form', cast: 'text', required: true, isList: false }],
  },
  links: { describedBy: '/v2/api-docs.json/thing' },
} as const satisfies RuntimeOperation;
