// GET /v2/thing, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation } from '#generated/plans/thing-list.ts';
import { middyChain } from 'headwater/internal/steps/chain';
import { finalizeResponse } from 'headwater/internal/steps/finalize-response';
import { formatErrors } from 'headwater/internal/steps/format-errors';
import { receiveEvent } from 'headwater/internal/steps/receive-event';
import { negotiate } from 'headwater/internal/steps/negotiate';
import { castInput } from 'headwater/internal/steps/cast-input';
import { booleanCaster, int32Caster, int64Caster, floatCaster, dateCaster, jsonCaster } from 'headwater/internal/request/casters';
import { castList, castUnion } from 'headwater/internal/request/cast';
import { unknownNames } from 'headwater/internal/request/query-string';
import { checkRequest, keepErrors } from 'headwater/internal/steps/check-request';
import { validator } from 'headwater/internal/middy/validator';
import { validate } from '#generated/validators/thing/list.mjs';
import { respond } from 'headwater/internal/steps/respond';
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
