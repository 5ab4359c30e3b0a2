// PUT /v2/thing/{thing-id}/files/{path*}, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { operation } from '#generated/plans/thing-upload.ts';
import { middyChain } from 'headwater/internal/steps/chain';
import { finalizeResponse } from 'headwater/internal/steps/finalize-response';
import { formatErrors } from 'headwater/internal/steps/format-errors';
import { receiveEvent } from 'headwater/internal/steps/receive-event';
import { negotiate } from 'headwater/internal/steps/negotiate';
import { parseForm } from 'headwater/internal/steps/parse-form';
import { readMultipart } from 'headwater/internal/request/read-multipart';
import { castInput } from 'headwater/internal/steps/cast-input';
import { int32Caster } from 'headwater/internal/request/casters';
import { unknownNames } from 'headwater/internal/request/query-string';
import { castForm } from 'headwater/internal/steps/cast-form';
import { castList } from 'headwater/internal/request/cast';
import { checkRequest, keepErrors } from 'headwater/internal/steps/check-request';
import { validator } from 'headwater/internal/middy/validator';
import { validate } from '#generated/validators/thing/upload.mjs';
import { respond } from 'headwater/internal/steps/respond';
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
