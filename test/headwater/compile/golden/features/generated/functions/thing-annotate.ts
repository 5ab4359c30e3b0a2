// POST /v2/thing/{thing-id}/files/{path*}, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation } from '#generated/plans/thing-annotate.ts';
import { middyChain } from '#lib/run/http/steps/chain.ts';
import { finalizeResponse } from '#lib/run/http/steps/finalize-response.ts';
import { formatErrors } from '#lib/run/http/steps/format-errors.ts';
import { receiveEvent } from '#lib/run/http/steps/receive-event.ts';
import { parseForm } from '#lib/run/http/steps/parse-form.ts';
import { readUrlencoded } from '#lib/run/http/request/form.ts';
import { readMultipart } from '#lib/run/http/request/read-multipart.ts';
import { castInput } from '#lib/run/http/steps/cast-input.ts';
import { int32Caster } from '#lib/run/http/request/casters.ts';
import { unknownNames } from '#lib/run/http/request/query-string.ts';
import { castForm } from '#lib/run/http/steps/cast-form.ts';
import { checkRequest, keepErrors } from '#lib/run/http/steps/check-request.ts';
import validator from '@middy/validator';
import { validate } from '#generated/validators/thing/annotate.mjs';
import { respondEmpty } from '#lib/run/http/steps/respond.ts';
import { handle } from '#handlers/thing/annotate.ts';
import type { Handle } from '#generated/types/thing/annotate.ts';

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation))
  .use(receiveEvent(operation))
  .use(parseForm(operation, { 'application/x-www-form-urlencoded': readUrlencoded, 'multipart/form-data': readMultipart }))
  .use(castInput(operation, { int32: int32Caster }, unknownNames))
  .use(castForm(operation, {}))
  .use(checkRequest(operation, validator({ eventSchema: keepErrors(validate) })))
  .use(respondEmpty(operation))
  .handler(handle satisfies Handle);
