// PUT /v2/thing/{thing-id}/files/{path*}, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import middy from '@middy/core';
import validator from '@middy/validator';
import { validate } from '#generated/validators/thing/upload.mjs';
import type { RuntimeOperation } from '#lib/plan/operation-plan.ts';
import {
  callHandler,
  castInput,
  checkRequest,
  completeAnswer,
  formatErrors,
  middyOptions,
  negotiate,
  parseForm,
  respond,
} from '#lib/http/steps/middleware.ts';
import { readMultipart } from '#lib/http/request/read-multipart.ts';
import { handle } from '#handlers/thing/upload.ts';
import type { Handle } from '#generated/types/thing/upload.ts';

const operation = {
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

export const handler = middy(callHandler(handle satisfies Handle), middyOptions)
  .use(completeAnswer(operation))
  .use(formatErrors(operation))
  .use(negotiate(operation))
  .use(parseForm(operation, readMultipart))
  .use(castInput(operation))
  .use(checkRequest(operation, validator({ eventSchema: validate })))
  .use(respond(operation));
