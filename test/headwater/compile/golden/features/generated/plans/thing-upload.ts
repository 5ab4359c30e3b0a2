// PUT /v2/thing/{thing-id}/files/{path*}, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import type { RuntimeOperation } from 'headwater/internal/plan/operation-plan';

export const operation = {
  id: 'thing-upload',
  successStatus: 200,
  produces: ['application/json', 'application/vnd.things-v1+json'],
  parameters: [
    { name: 'thing-id', place: 'path', cast: 'int32', required: true, isList: false, gatewayName: 'id' },
    { name: 'path', place: 'path', cast: 'text', required: false, isList: false },
  ],
  body: {
    required: false,
    maxBytes: 4194304,
    mediaTypes: ['multipart/form-data'],
    fields: [
      { name: 'photo', place: 'form', cast: 'text', required: true, isList: false, isFile: true },
      { name: 'copies', place: 'form', cast: 'int32', required: false, isList: false, defaultValue: 1 },
      { name: 'tags', place: 'form', cast: 'text', required: false, isList: true },
    ],
  },
  links: { describedBy: '/v2/api-docs.json/thing' },
} as const satisfies RuntimeOperation;
