// DELETE /v2/thing/{id}, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import middy from '@middy/core';
import httpContentNegotiation from '@middy/http-content-negotiation';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import validator from '@middy/validator';
import { validate } from '#generated/validators/thing/remove.mjs';
import type { RuntimeOperation } from '#lib/plan/operation-plan.ts';
import {
  callHandler,
  castInput,
  checkRequest,
  formatErrors,
  middyOptions,
  negotiate,
  negotiationOptions,
  parseBody,
  respondEmpty,
} from '#lib/runtime/middleware.ts';
import { handle } from '#handlers/thing/remove.ts';
import type { Handle } from '#generated/types/thing/remove.ts';

const operation = {
  id: 'thing-remove',
  successStatus: 204,
  links: { describedBy: '/v2/api-docs.json/thing', collection: '/v2/thing' },
  produces: ['application/json'],
  parameters: [{ name: 'id', place: 'path', cast: 'int32', required: true, isList: false }],
  body: { required: false, maxBytes: 1048576, mediaTypes: ['application/json'] },
} as const satisfies RuntimeOperation;

export const handler = middy(callHandler(handle satisfies Handle), middyOptions)
  .use(formatErrors(operation))
  .use(negotiate(operation, httpContentNegotiation(negotiationOptions(operation))))
  .use(parseBody(operation, httpJsonBodyParser()))
  .use(castInput(operation))
  .use(checkRequest(operation, validator({ eventSchema: validate })))
  .use(respondEmpty(operation));
