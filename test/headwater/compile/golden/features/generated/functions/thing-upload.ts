// PUT /v2/thing/{thing-id}/files/{path*}, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation } from '#generated/plans/thing-upload.ts';
import { middyChain } from '#lib/run/http/steps/chain.ts';
import { finalizeResponse } from '#lib/run/http/steps/finalize-response.ts';
import { formatErrors } from '#lib/run/http/steps/format-errors.ts';
import { receiveEvent } from '#lib/run/http/steps/receive-event.ts';
import { negotiate } from '#lib/run/http/steps/negotiate.ts';
import { parseForm } from '#lib/run/http/steps/parse-form.ts';
import { readMultipart } from '#lib/run/http/request/read-multipart.ts';
import { castInput } from '#lib/run/http/steps/cast-input.ts';
import { int32Caster } from '#lib/run/http/request/casters.ts';
import { unknownNames } from '#lib/run/http/request/query-string.ts';
import { castForm } from '#lib/run/http/steps/cast-form.ts';
import { castList } from '#lib/run/http/request/cast.ts';
import { checkRequest, keepErrors } from '#lib/run/http/steps/check-request.ts';
import validator from '@middy/validator';
import { validate } from '#generated/validators/thing/upload.mjs';
import { respond } from '#lib/run/http/steps/respond.ts';
import { handle } from '#handlers/thing/upload.ts';
import type { Handle } from '#generated/types/thing/upload.ts';

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation))
  .use(receiveEvent(operation))
  .use(negotiate(operation))
  .use(parseForm(operation, { 'multipart/form-data': readMultipart }))
  .use(castInput(operation, { int32: int32Caster }, unknownNames))
  .use(castForm(operation, { int32: int32Caster, list: castList }))
  .use(checkRequest(operation, validator({ eventSchema: keepErrors(validate) })))
  .use(respond(operation))
  .handler(handle satisfies Handle);
