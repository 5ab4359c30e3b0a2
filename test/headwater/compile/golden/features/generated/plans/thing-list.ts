// GET /v2/thing, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import type { RuntimeOperation } from 'headwater/internal/plan/operation-plan';

export const operation = {
  id: 'thing-list',
  successStatus: 200,
  cacheControl: 'max-age=60',
  produces: [
    'application/json',
    'application/vnd.things-v1+json',
    'application/vnd.things-v2+json',
    'application/vnd.things-v10+json',
  ],
  versions: [
    { version: 1, mediaType: 'application/vnd.things-v1+json' },
    { version: 2, mediaType: 'application/vnd.things-v2+json' },
    { version: 10, mediaType: 'application/vnd.things-v10+json' },
  ],
  parameters: [
    { name: 'ids', place: 'query', cast: 'int64', required: false, isList: true },
    { name: 'kind', place: 'query', cast: 'text', required: false, isList: false },
    { name: 'ratio', place: 'query', cast: 'float', required: false, isList: false, defaultValue: 0.5 },
    { name: 'X-Since', place: 'header', cast: 'date', required: false, isList: false },
    {
      name: 'order by',
      place: 'query',
      cast: 'text',
      required: false,
      isList: true,
      defaultValue: ['name', 'size'],
    },
    { name: 'like', place: 'query', cast: 'json', required: false, isList: false },
    {
      name: 'either',
      place: 'query',
      cast: ['boolean', 'int32', 'text'],
      required: false,
      isList: true,
    },
    {
      name: 'options',
      place: 'query',
      cast: 'json',
      required: false,
      isList: false,
      defaultValue: { deep: true },
    },
  ],
  links: { describedBy: '/v2/api-docs.json/thing' },
} as const satisfies RuntimeOperation;
