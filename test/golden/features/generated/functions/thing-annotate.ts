// POST /v2/thing/{thing-id}/files/{path*}, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import middy from '@middy/core';
import validator from '@middy/validator';
import { validate } from '#generated/validators/thing/annotate.mjs';
import type { RuntimeOperation } from '#lib/plan/operation-plan.ts';
import {
  callHandler,
  castInput,
  checkRequest,
  completeAnswer,
  formatErrors,
  middyOptions,
  parseForm,
  respondEmpty,
} from '#lib/http/steps/middleware.ts';
import { readMultipart } from '#lib/http/request/read-multipart.ts';
import { handle } from '#handlers/thing/annotate.ts';
import type { Handle } from '#generated/types/thing/annotate.ts';

const operation = {
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

export const handler = middy(callHandler(handle satisfies Handle), middyOptions)
  .use(completeAnswer(operation))
  .use(formatErrors(operation))
  .use(parseForm(operation, readMultipart))
  .use(castInput(operation))
  .use(checkRequest(operation, validator({ eventSchema: validate })))
  .use(respondEmpty(operation));
