// Requests that match no route: unknown paths, other methods, OPTIONS
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation, routes } from '#generated/plans/default-route.ts';
import { middyChain } from '#lib/run/http/steps/chain.ts';
import { finalizeResponse } from '#lib/run/http/steps/finalize-response.ts';
import { formatErrors } from '#lib/run/http/steps/format-errors.ts';
import { formatError } from '#handlers/format-error.ts';
import { receiveEvent } from '#lib/run/http/steps/receive-event.ts';
import { emptyInput } from '#lib/run/http/steps/cast-input.ts';
import { respondEmpty } from '#lib/run/http/steps/respond.ts';
import { respondUnrouted } from '#lib/run/http/handlers/default-route.ts';

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation, formatError))
  .use(receiveEvent(operation))
  .use(emptyInput())
  .use(respondEmpty(operation))
  .handler(respondUnrouted(routes));
