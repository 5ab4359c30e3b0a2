// GET /v2/thing, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation } from '#generated/plans/thing-list.ts';
import { middyChain } from '#lib/run/http/steps/chain.ts';
import { finalizeResponse } from '#lib/run/http/steps/finalize-response.ts';
import { formatErrors } from '#lib/run/http/steps/format-errors.ts';
import { receiveEvent } from '#lib/run/http/steps/receive-event.ts';
import { negotiate } from '#lib/run/http/steps/negotiate.ts';
import { castInput } from '#lib/run/http/steps/cast-input.ts';
import { booleanCaster, int32Caster, int64Caster, floatCaster, dateCaster, jsonCaster } from '#lib/run/http/request/casters.ts';
import { castList, castUnion } from '#lib/run/http/request/cast.ts';
import { unknownNames } from '#lib/run/http/request/query-string.ts';
import { checkRequest, keepErrors } from '#lib/run/http/steps/check-request.ts';
import validator from '@middy/validator';
import { validate } from '#generated/validators/thing/list.mjs';
import { respond } from '#lib/run/http/steps/respond.ts';
import { handle } from '#handlers/thing/list.ts';
import type { Handle } from '#generated/types/thing/list.ts';

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation))
  .use(receiveEvent(operation))
  .use(negotiate(operation))
  .use(castInput(operation, { boolean: booleanCaster, int32: int32Caster, int64: int64Caster, float: floatCaster, date: dateCaster, json: jsonCaster, list: castList, union: castUnion }, unknownNames))
  .use(checkRequest(operation, validator({ eventSchema: keepErrors(validate) })))
  .use(respond(operation))
  .handler(handle satisfies Handle);
