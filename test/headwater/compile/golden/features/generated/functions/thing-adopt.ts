// POST /v2/thing/{id}/animals, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation } from '#generated/plans/thing-adopt.ts';
import { middyChain } from 'headwater/internal/steps/chain';
import { finalizeResponse } from 'headwater/internal/steps/finalize-response';
import { formatErrors } from 'headwater/internal/steps/format-errors';
import { receiveEvent } from 'headwater/internal/steps/receive-event';
import { negotiate } from 'headwater/internal/steps/negotiate';
import { authorize } from 'headwater/internal/steps/authorize';
import { tokenOrKeyAuthenticator } from 'headwater/internal/access/authenticators';
import { parseJsonBody } from 'headwater/internal/steps/parse-body';
import { httpJsonBodyParser } from 'headwater/internal/middy/json-body-parser';
import { castInput } from 'headwater/internal/steps/cast-input';
import { int32Caster } from 'headwater/internal/request/casters';
import { unknownNames } from 'headwater/internal/request/query-string';
import { checkRequest, keepErrors } from 'headwater/internal/steps/check-request';
import { validator } from 'headwater/internal/middy/validator';
import { validate } from '#generated/validators/thing/adopt.mjs';
import { respond } from 'headwater/internal/steps/respond';
import { handle } from '#handlers/thing/adopt.ts';
import type { Handle } from '#generated/types/thing/adopt.ts';

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation))
  .use(receiveEvent(operation))
  .use(negotiate(operation))
  .use(authorize(operation, tokenOrKeyAuthenticator()))
  .use(parseJsonBody(operation, httpJsonBodyParser({ disableContentTypeCheck: true })))
  .use(castInput(operation, { int32: int32Caster }, unknownNames))
  .use(checkRequest(operation, validator({ eventSchema: keepErrors(validate) })))
  .use(respond(operation))
  .handler(handle satisfies Handle);
