// The reference page: GET /docs, and the files that it loads
// Written by `npm run build`; what is changed here is lost at the next one.

import { finalizeResponse } from '#lib/run/http/steps/finalize-response.ts';
import { formatError } from '#handlers/format-error.ts';
import { formatErrors } from '#lib/run/http/steps/format-errors.ts';
import { receiveEvent } from '#lib/run/http/steps/receive-event.ts';
import { emptyInput } from '#lib/run/http/steps/cast-input.ts';
import { respondFile } from '#lib/run/http/steps/respond.ts';
import { middyChain } from '#lib/run/http/steps/chain.ts';
import { operation } from '#generated/plans/reference.ts';
import { serveReference, type ReferenceHandle as Handle } from '#lib/run/http/handlers/reference.ts';

// Relative to the bundle, .generated/bundles/<function>/index.mjs; the archive has the same folders.
const handle = serveReference('/openapi.json', new URL('../../reference/', import.meta.url));

export const handler = middyChain()
  .use(finalizeResponse(operation))
  .use(formatErrors(operation, formatError))
  .use(receiveEvent(operation))
  .use(emptyInput())
  .use(respondFile())
  .handler(handle satisfies Handle);
