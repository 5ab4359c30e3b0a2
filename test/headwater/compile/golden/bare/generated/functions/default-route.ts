// Requests that match no route: unknown paths, other methods, OPTIONS
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation, routes } from '#generated/plans/default-route.ts';
import { middyChain } from 'headwater/internal/steps/chain';
import { finalizeResponse } from 'headwater/internal/steps/finalize-response';
import { formatErrors } from 'headwater/internal/steps/format-errors';
import { formatError } from '#handlers/format-error.ts';
import { receiveEvent } from 'headwater/internal/steps/receive-event';
import { emptyInput } from 'headwater/internal/steps/cast-input';
import { respondEmpty } from 'headwater/internal/steps/respond';
import { respondUnrouted } from 'headwater/internal/handlers/default-route';

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation, formatError))
  .use(receiveEvent(operation))
  .use(emptyInput())
  .use(respondEmpty(operation))
  .handler(respondUnrouted(routes));
