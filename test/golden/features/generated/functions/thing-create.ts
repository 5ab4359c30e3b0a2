// POST /v2/thing, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import validator from '@middy/validator';
import { validate } from '#generated/validators/thing/create.mjs';
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
import { idempotencyStore } from '#lib/store/idempotency/container-store.ts';
import { idempotency } from '#lib/http/steps/idempotency.ts';
import { handle } from '#handlers/thing/create.ts';
import type { Handle } from '#generated/types/thing/create.ts';

const operation = {
  id: 'thing-create',
  successStatus: 202,
  isIdempotent: true,
  produces: ['application/json', 'application/vnd.things-v1+json'],
  parameters: [{ name: 'Idempotency-Key', place: 'header', cast: 'text', required: false, isList: false }],
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
  .use(idempotency(operation, idempotencyStore))
  .use(respond(operation));
