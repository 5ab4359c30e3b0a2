// GET /thing, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation } from '#generated/plans/thing-read.ts';
import { middyChain } from 'headwater/internal/steps/chain';
import { finalizeResponse } from 'headwater/internal/steps/finalize-response';
import { formatErrors } from 'headwater/internal/steps/format-errors';
import { formatError } from '#handlers/format-error.ts';
import { receiveEvent } from 'headwater/internal/steps/receive-event';
import { negotiate } from 'headwater/internal/steps/negotiate';
import { rawInput } from 'headwater/internal/steps/cast-input';
import { respond } from 'headwater/internal/steps/respond';
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
