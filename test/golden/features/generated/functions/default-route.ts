// Requests that match no route: unknown paths, other methods, OPTIONS
// Written by `npm run build`; what is changed here is lost at the next one.

import { finalizeResponse } from '#lib/http/steps/finalize-response.ts';
import { formatErrors } from '#lib/http/steps/format-errors.ts';
import { receiveEvent } from '#lib/http/steps/receive-event.ts';
import { lazyGate } from '#lib/access/lazy-gate.ts';
import { authorizeUnrouted } from '#lib/http/steps/authorize-unrouted.ts';
import { emptyInput } from '#lib/http/steps/empty-input.ts';
import { respondEmpty } from '#lib/http/steps/respond-empty.ts';
import { middyChain } from '#lib/http/steps/chain.ts';
import { operation, routes } from '#generated/plans/default-route.ts';
import { respondUnrouted, type UnroutedHandle as Handle } from '#lib/http/handlers/default-route.ts';

const handle = respondUnrouted(routes);

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation))
  .use(receiveEvent(operation))
  .use(authorizeUnrouted(operation, routes, lazyGate(new URL('../default-route-gate/index.mjs', import.meta.url))))
  .use(emptyInput())
  .use(respondEmpty(operation))
  .handler(handle satisfies Handle);
