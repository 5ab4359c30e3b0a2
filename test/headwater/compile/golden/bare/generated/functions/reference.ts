// The reference page: GET /docs, and the files that it loads
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation } from '#generated/plans/reference.ts';
import { middyChain } from 'headwater/internal/steps/chain';
import { finalizeResponse } from 'headwater/internal/steps/finalize-response';
import { formatErrors } from 'headwater/internal/steps/format-errors';
import { formatError } from '#handlers/format-error.ts';
import { receiveEvent } from 'headwater/internal/steps/receive-event';
import { emptyInput } from 'headwater/internal/steps/cast-input';
import { respondFile } from 'headwater/internal/steps/respond';
import { serveReference } from 'headwater/internal/handlers/reference';

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation, formatError))
  .use(receiveEvent(operation))
  .use(emptyInput())
  .use(respondFile())
  .handler(serveReference('/openapi.json', new URL('../../reference/', import.meta.url)));
