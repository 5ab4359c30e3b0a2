// The reference page: GET /docs, and the files that it loads
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation } from '#generated/plans/reference.ts';
import { middyChain } from '#lib/run/http/steps/chain.ts';
import { finalizeResponse } from '#lib/run/http/steps/finalize-response.ts';
import { formatErrors } from '#lib/run/http/steps/format-errors.ts';
import { receiveEvent } from '#lib/run/http/steps/receive-event.ts';
import { emptyInput } from '#lib/run/http/steps/cast-input.ts';
import { respondFile } from '#lib/run/http/steps/respond.ts';
import { serveReference } from '#lib/run/http/handlers/reference.ts';

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation))
  .use(receiveEvent(operation))
  .use(emptyInput())
  .use(respondFile())
  .handler(serveReference('/v2/openapi.json', new URL('../../reference/', import.meta.url)));
