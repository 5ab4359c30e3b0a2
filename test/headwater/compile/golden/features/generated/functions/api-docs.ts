// The descriptors: GET /api-docs.json, /api-docs.json/{resource} and /openapi.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation, descriptors } from '#generated/plans/api-docs.ts';
import { middyChain } from '#lib/run/http/steps/chain.ts';
import { finalizeResponse } from '#lib/run/http/steps/finalize-response.ts';
import { formatErrors } from '#lib/run/http/steps/format-errors.ts';
import { receiveEvent } from '#lib/run/http/steps/receive-event.ts';
import { negotiate } from '#lib/run/http/steps/negotiate.ts';
import { emptyInput } from '#lib/run/http/steps/cast-input.ts';
import { respond } from '#lib/run/http/steps/respond.ts';
import { serveDescriptors } from '#lib/run/http/handlers/descriptors.ts';

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation))
  .use(receiveEvent(operation))
  .use(negotiate(operation))
  .use(emptyInput())
  .use(respond(operation))
  .handler(serveDescriptors(descriptors, new URL('../../', import.meta.url)));
