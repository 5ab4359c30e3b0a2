// DELETE /v2/thing/{id}, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation } from '#generated/plans/thing-remove.ts';
import { middyChain } from '#lib/run/http/steps/chain.ts';
import { finalizeResponse } from '#lib/run/http/steps/finalize-response.ts';
import { formatErrors } from '#lib/run/http/steps/format-errors.ts';
import { receiveEvent } from '#lib/run/http/steps/receive-event.ts';
import { authorize } from '#lib/run/http/steps/authorize.ts';
import { tokenAuthenticator } from '#lib/run/access/authenticators.ts';
import { parseJsonBody } from '#lib/run/http/steps/parse-body.ts';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import { castInput } from '#lib/run/http/steps/cast-input.ts';
import { int32Caster } from '#lib/run/http/request/casters.ts';
import { unknownNames } from '#lib/run/http/request/query-string.ts';
import { checkRequest, keepErrors } from '#lib/run/http/steps/check-request.ts';
import validator from '@middy/validator';
import { validate } from '#generated/validators/thing/remove.mjs';
import { respondEmpty } from '#lib/run/http/steps/respond.ts';
import { handle } from '#handlers/thing/remove.ts';
import type { Handle } from '#generated/types/thing/remove.ts';

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation))
  .use(receiveEvent(operation))
  .use(authorize(operation, tokenAuthenticator()))
  .use(parseJsonBody(operation, httpJsonBodyParser({ disableContentTypeCheck: true })))
  .use(castInput(operation, { int32: int32Caster }, unknownNames))
  .use(checkRequest(operation, validator({ eventSchema: keepErrors(validate) })))
  .use(respondEmpty(operation))
  .handler(handle satisfies Handle);
