// POST /v2/thing/{id}/animals, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import validator from '@middy/validator';
import { validate } from '#generated/validators/thing/adopt.mjs';
import type { RuntimeOperation } from '#lib/plan/operation-plan.ts';
import {
  callHandler,
  castInput,
  checkRequest,
  completeAnswer,
  formatErrors,
  middyOptions,
  negotiate,
  parseBody,
  respond,
} from '#lib/http/steps/middleware.ts';
import { handle } from '#handlers/thing/adopt.ts';
import type { Handle } from '#generated/types/thing/adopt.ts';

const operation = {
  id: 'thing-adopt',
  successStatus: 201,
  produces: ['application/vnd.animal+json', 'application/vnd.things-v1+json'],
  parameters: [{ name: 'id', place: 'path', cast: 'int32', required: true, isList: false }],
  body: { required: true, maxBytes: 1048576, mediaTypes: ['application/json'] },
  links: { describedBy: '/v2/api-docs.json/thing' },
} as const satisfies RuntimeOperation;

export const handler = middy(callHandler(handle satisfies Handle), middyOptions)
  .use(completeAnswer(operation))
  .use(formatErrors(operation))
  .use(negotiate(operation))
  .use(parseBody(operation, httpJsonBodyParser()))
  .use(castInput(operation))
  .use(checkRequest(operation, validator({ eventSchema: validate })))
  .use(respond(operation));
