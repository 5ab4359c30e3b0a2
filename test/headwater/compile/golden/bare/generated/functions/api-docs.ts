// The descriptors: GET /api-docs.json, /api-docs.json/{resource} and /openapi.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation, descriptors } from '#generated/plans/api-docs.ts';
import { middyChain } from 'headwater/internal/steps/chain';
import { finalizeResponse } from 'headwater/internal/steps/finalize-response';
import { formatErrors } from 'headwater/internal/steps/format-errors';
import { formatError } from '#handlers/format-error.ts';
import { receiveEvent } from 'headwater/internal/steps/receive-event';
import { negotiate } from 'headwater/internal/steps/negotiate';
import { emptyInput } from 'headwater/internal/steps/cast-input';
import { respond } from 'headwater/internal/steps/respond';
import { serveDescriptors } from 'headwater/internal/handlers/descriptors';

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation, formatError))
  .use(receiveEvent(operation))
  .use(negotiate(operation))
  .use(emptyInput())
  .use(respond(operation))
  .handler(serveDescriptors(descriptors, new URL('../../', import.meta.url)));
