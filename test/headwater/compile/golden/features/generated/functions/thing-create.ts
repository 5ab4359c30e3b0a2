// POST /v2/thing, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation } from '#generated/plans/thing-create.ts';
import { middyChain } from 'headwater/internal/steps/chain';
import { finalizeResponse } from 'headwater/internal/steps/finalize-response';
import { formatErrors } from 'headwater/internal/steps/format-errors';
import { receiveEvent } from 'headwater/internal/steps/receive-event';
import { negotiate } from 'headwater/internal/steps/negotiate';
import { parseJsonBody } from 'headwater/internal/steps/parse-body';
import { httpJsonBodyParser } from 'headwater/internal/middy/json-body-parser';
import { castInput } from 'headwater/internal/steps/cast-input';
import { unknownNames } from 'headwater/internal/request/query-string';
import { checkRequest, keepErrors } from 'headwater/internal/steps/check-request';
import { validator } from 'headwater/internal/middy/validator';
import { validate } from '#generated/validators/thing/create.mjs';
import { idempotency } from 'headwater/internal/steps/idempotency';
import { idempotencyStore } from 'headwater/internal/idempotency/container-store';
import { respond } from 'headwater/internal/steps/respond';
import { handle } from '#handlers/thing/create.ts';
import type { Handle } from '#generated/types/thing/create.ts';

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation))
  .use(receiveEvent(operation))
  .use(negotiate(operation))
  .use(parseJsonBody(operation, httpJsonBodyParser({ disableContentTypeCheck: true })))
  .use(castInput(operation, {}, unknownNames))
  .use(checkRequest(operation, validator({ eventSchema: keepErrors(validate) })))
  .use(idempotency(operation, idempotencyStore))
  .use(respond(operation))
  .handler(handle satisfies Handle);
