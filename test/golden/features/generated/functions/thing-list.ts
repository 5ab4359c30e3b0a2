// GET /v2/thing, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import middy from '@middy/core';
import validator from '@middy/validator';
import { validate } from '#generated/validators/thing/list.mjs';
import type { RuntimeOperation } from '#lib/plan/operation-plan.ts';
import {
  callHandler,
  castInput,
  checkRequest,
  completeAnswer,
  formatErrors,
  middyOptions,
  negotiate,
  respond,
} from '#lib/http/steps/middleware.ts';
import { readJsonObject } from '#lib/http/request/read-json-object.ts';
import { handle } from '#handlers/thing/list.ts';
import type { Handle } from '#generated/types/thing/list.ts';

const operation = {
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

export const handler = middy(callHandler(handle satisfies Handle), middyOptions)
  .use(completeAnswer(operation))
  .use(formatErrors(operation))
  .use(negotiate(operation))
  .use(castInput(operation, readJsonObject))
  .use(checkRequest(operation, validator({ eventSchema: validate })))
  .use(respond(operation));
