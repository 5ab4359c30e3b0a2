// POST /v2/thing, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { finalizeResponse } from '#lib/http/steps/finalize-response.ts';
import { formatErrors } from '#lib/http/steps/format-errors.ts';
import { receiveEvent } from '#lib/http/steps/receive-event.ts';
import { negotiate } from '#lib/http/steps/negotiate.ts';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import { parseJsonBody } from '#lib/http/steps/parse-json-body.ts';
import { castWithoutQuery } from '#lib/http/steps/cast-without-query.ts';
import validator from '@middy/validator';
import { validate } from '#generated/validators/thing/create.mjs';
import { modelRules } from '#lib/http/request/model-rules.ts';
import { checkRequest } from '#lib/http/steps/check-request.ts';
import { idempotencyStore } from '#lib/store/idempotency/container-store.ts';
import { idempotency } from '#lib/http/steps/idempotency.ts';
import { respond } from '#lib/http/steps/respond.ts';
import { middyChain } from '#lib/http/steps/chain.ts';
import { operation } from '#generated/plans/thing-create.ts';
import { handle } from '#handlers/thing/create.ts';
import type { Handle } from '#generated/types/thing/create.ts';

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation))
  .use(receiveEvent(operation))
  .use(negotiate(operation))
  .use(parseJsonBody(operation, httpJsonBodyParser({ disableContentTypeCheck: true })))
  .use(castWithoutQuery(operation, {}))
  .use(checkRequest(operation, validator({ eventSchema: validate }), modelRules))
  .use(idempotency(operation, idempotencyStore))
  .use(respond(operation))
  .handler(handle satisfies Handle);
