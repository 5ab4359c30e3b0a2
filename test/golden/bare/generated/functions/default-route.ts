// What no route fits: unknown paths, other methods, OPTIONS
// Written by `npm run build`; what is changed here is lost at the next one.

import middy from '@middy/core';
import type { RuntimeOperation } from '#lib/plan/operation-plan.ts';
import {
  callHandler,
  completeAnswer,
  formatErrors,
  middyOptions,
  rawInput,
  respondEmpty,
} from '#lib/http/steps/middleware.ts';
import { formatError } from '#handlers/format-error.ts';
import { answerUnrouted, type Handle } from '#lib/http/handlers/default-route.ts';

const handle = answerUnrouted([
  { path: '/thing', methods: ['GET', 'HEAD'], describedBy: '/api-docs.json/thing' },
  { path: '/api-docs.json', methods: ['GET', 'HEAD'] },
  { path: '/api-docs.json/{resource}', methods: ['GET', 'HEAD'] },
]);

const operation = { id: 'default-route', successStatus: 204, produces: [], parameters: [], variesByOrigin: true } as const satisfies RuntimeOperation;

export const handler = middy(callHandler(handle satisfies Handle), middyOptions)
  .use(completeAnswer(operation))
  .use(formatErrors(operation, formatError))
  .use(rawInput(operation))
  .use(respondEmpty(operation));
