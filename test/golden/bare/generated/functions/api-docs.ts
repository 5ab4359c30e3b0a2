// The descriptors: GET /api-docs.json and /api-docs.json/{resource}
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
import { type Handle, type ServedDocument, serveApiDocs } from '#lib/http/handlers/api-docs.ts';
import listing from '#generated/served/api-docs.json' with { type: 'json' };
import declaration0 from '#generated/served/thing.json' with { type: 'json' };

const handle = serveApiDocs({ document: listing, basePath: '' }, new Map<string, ServedDocument>([
  ['thing', { document: declaration0, basePath: '' }],
]));

const operation = {
  id: 'api-docs',
  successStatus: 200,
  cacheControl: 'public, max-age=300',
  produces: ['application/json'],
  parameters: [{ name: 'resource', place: 'path', cast: 'text', required: false, isList: false }],
  variesByOrigin: true,
} as const satisfies RuntimeOperation;

export const handler = middy(callHandler(handle satisfies Handle), middyOptions)
  .use(completeAnswer(operation))
  .use(formatErrors(operation, formatError))
  .use(negotiate(operation))
  .use(rawInput(operation))
  .use(respond(operation));
