// DELETE /v2/thing/{id}, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import validator from '@middy/validator';
import { validate } from '#generated/validators/thing/remove.mjs';
import type { RuntimeOperation } from '#lib/plan/operation-plan.ts';
import {
  callHandler,
  castInput,
  checkRequest,
  completeAnswer,
  formatErrors,
  middyOptions,
  parseBody,
  respondEmpty,
} from '#lib/http/steps/middleware.ts';
import { handle } from '#handlers/thing/remove.ts';
import type { Handle } from '#generated/types/thing/remove.ts';

const operation = {
  id: 'thing-remove',
  successStatus: 204,
  fixedHeaders: { deprecation: '@1782777600', sunset: 'Wed, 30 Jun 2027 23:59:59 GMT' },
  produces: [],
  parameters: [{ name: 'id', place: 'path', cast: 'int32', required: true, isList: false }],
  body: { required: false, maxBytes: 1048576, mediaTypes: ['application/json'] },
  links: { describedBy: '/v2/api-docs.json/thing', collection: '/v2/thing' },
} as const satisfies RuntimeOperation;

export const handler = middy(callHandler(handle satisfies Handle), middyOptions)
  .use(completeAnswer(operation))
  .use(formatErrors(operation))
  .use(parseBody(operation, httpJsonBodyParser()))
  .use(castInput(operation))
  .use(checkRequest(operation, validator({ eventSchema: validate })))
  .use(respondEmpty(operation));
