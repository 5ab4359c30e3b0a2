// GET /thing, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation } from '#generated/plans/thing-read.ts';
import { middyChain } from '#lib/run/http/steps/chain.ts';
import { finalizeResponse } from '#lib/run/http/steps/finalize-response.ts';
import { formatErrors } from '#lib/run/http/steps/format-errors.ts';
import { formatError } from '#handlers/format-error.ts';
import { receiveEvent } from '#lib/run/http/steps/receive-event.ts';
import { negotiate } from '#lib/run/http/steps/negotiate.ts';
import { rawInput } from '#lib/run/http/steps/cast-input.ts';
import { respond } from '#lib/run/http/steps/respond.ts';
import { handle } from '#handlers/thing/read.ts';
import type { Handle } from '#generated/types/thing/read.ts';

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation, formatError))
  .use(receiveEvent(operation))
  .use(negotiate(operation))
  .use(rawInput(operation))
  .use(respond(operation))
  .handler(handle satisfies Handle);
