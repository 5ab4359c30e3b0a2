// GET /thing, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import middy from '@middy/core';
import type { RuntimeOperation } from '#lib/plan/operation-plan.ts';
import {
  callHandler,
  completeAnswer,
  formatErrors,
  middyOptions,
  negotiate,
  rawInput,
  respond,
} from '#lib/http/steps/middleware.ts';
import { formatError } from '#handlers/format-error.ts';
import { handle } from '#handlers/thing/read.ts';
import type { Handle } from '#generated/types/thing/read.ts';

const operation = {
  id: 'thing-read',
  successStatus: 200,
  produces: ['application/json'],
  parameters: [{ name: 'size', place: 'query', cast: 'int32', required: false, isList: false }],
  links: { describedBy: '/api-docs.json/thing' },
  variesByOrigin: true,
} as const satisfies RuntimeOperation;

export const handler = middy(callHandler(handle satisfies Handle), middyOptions)
  .use(completeAnswer(operation))
  .use(formatErrors(operation, formatError))
  .use(negotiate(operation))
  .use(rawInput(operation))
  .use(respond(operation));
