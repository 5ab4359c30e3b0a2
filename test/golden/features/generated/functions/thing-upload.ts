// PUT /v2/thing/{thing-id}/files/{path*}, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { finalizeResponse } from '#lib/http/steps/finalize-response.ts';
import { formatErrors } from '#lib/http/steps/format-errors.ts';
import { receiveEvent } from '#lib/http/steps/receive-event.ts';
import { negotiate } from '#lib/http/steps/negotiate.ts';
import { readMultipart } from '#lib/http/request/read-multipart.ts';
import { parseForm } from '#lib/http/steps/parse-form.ts';
import { int32Caster } from '#lib/http/request/casters.ts';
import { castWithoutQuery } from '#lib/http/steps/cast-without-query.ts';
import { castList } from '#lib/http/request/composers.ts';
import { castForm } from '#lib/http/steps/cast-form.ts';
import validator from '@middy/validator';
import { validate } from '#generated/validators/thing/upload.mjs';
import { modelRules } from '#lib/http/request/model-rules.ts';
import { checkRequest } from '#lib/http/steps/check-request.ts';
import { respond } from '#lib/http/steps/respond.ts';
import { middyChain } from '#lib/http/steps/chain.ts';
import { operation } from '#generated/plans/thing-upload.ts';
import { handle } from '#handlers/thing/upload.ts';
import type { Handle } from '#generated/types/thing/upload.ts';

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation))
  .use(receiveEvent(operation))
  .use(negotiate(operation))
  .use(parseForm(operation, { 'multipart/form-data': readMultipart }))
  .use(castWithoutQuery(operation, { int32: int32Caster }))
  .use(castForm(operation, { int32: int32Caster, list: castList }))
  .use(checkRequest(operation, validator({ eventSchema: validate }), modelRules))
  .use(respond(operation))
  .handler(handle satisfies Handle);
