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
import { answerUnrouted, type Handle } from '#lib/http/handlers/default-route.ts';

const handle = answerUnrouted([
  { path: '/v2/thing', methods: ['GET', 'HEAD', 'POST'], describedBy: '/v2/api-docs.json/thing' },
  { path: '/v2/thing/{id}', methods: ['DELETE'], describedBy: '/v2/api-docs.json/thing' },
  { path: '/v2/thing/{id}/files', methods: ['PUT', 'POST'], describedBy: '/v2/api-docs.json/thing' },
  {
    path: '/v2/thing/{id}/files/{path+}',
    methods: ['PUT', 'POST'],
    describedBy: '/v2/api-docs.json/thing',
  },
  { path: '/v2/thing/{id}/animals', methods: ['POST'], describedBy: '/v2/api-docs.json/thing' },
  { path: '/v2/api-docs.json', methods: ['GET', 'HEAD'] },
  { path: '/v2/api-docs.json/{resource}', methods: ['GET', 'HEAD'] },
]);

const operation = { id: 'default-route', successStatus: 204, produces: [], parameters: [] } as const satisfies RuntimeOperation;

export const handler = middy(callHandler(handle satisfies Handle), middyOptions)
  .use(completeAnswer(operation))
  .use(formatErrors(operation))
  .use(rawInput(operation))
  .use(respondEmpty(operation));
