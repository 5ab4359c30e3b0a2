// POST /v2/thing, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation } from '#generated/plans/thing-create.ts';
import { middyChain } from '#lib/run/http/steps/chain.ts';
import { finalizeResponse } from '#lib/run/http/steps/finalize-response.ts';
import { formatErrors } from '#lib/run/http/steps/format-errors.ts';
import { receiveEvent } from '#lib/run/http/steps/receive-event.ts';
import { negotiate } from '#lib/run/http/steps/negotiate.ts';
import { parseJsonBody } from '#lib/run/http/steps/parse-body.ts';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import { castInput } from '#lib/run/http/steps/cast-input.ts';
import { unknownNames } from '#lib/run/http/request/query-string.ts';
import { checkRequest, keepErrors } from '#lib/run/http/steps/check-request.ts';
import validator from '@middy/validator';
import { validate } from '#generated/validators/thing/create.mjs';
import { idempotency } from '#lib/run/http/steps/idempotency.ts';
import { idempotencyStore } from '#lib/data/store/idempotency/container-store.ts';
import { respond } from '#lib/run/http/steps/respond.ts';
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
