// The descriptors: GET /api-docs.json and /api-docs.json/{resource}
// Written by `npm run build`; what is changed here is lost at the next one.

import { finalizeResponse } from '#lib/http/steps/finalize-response.ts';
import { formatError } from '#handlers/format-error.ts';
import { formatErrors } from '#lib/http/steps/format-errors.ts';
import { receiveEvent } from '#lib/http/steps/receive-event.ts';
import { negotiate } from '#lib/http/steps/negotiate.ts';
import { rawInput } from '#lib/http/steps/raw-input.ts';
import { respond } from '#lib/http/steps/respond.ts';
import { callHandler } from '#lib/http/steps/call-handler.ts';
import { middyChain } from '#lib/http/steps/chain.ts';
import { operation } from '#generated/plans/api-docs.ts';
import { type DescriptorsHandle as Handle, type ServedDocument, serveDescriptors } from '#lib/http/handlers/descriptors.ts';
import listing from '#generated/served/api-docs.json' with { type: 'json' };
import declaration0 from '#generated/served/thing.json' with { type: 'json' };

const handle = serveDescriptors({ document: listing, basePath: '' }, new Map<string, ServedDocument>([
  ['thing', { document: declaration0, basePath: '' }],
]));

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation, formatError))
  .use(receiveEvent(operation))
  .use(negotiate(operation))
  .use(rawInput(operation))
  .use(respond(operation))
  .handler(callHandler(handle satisfies Handle));
