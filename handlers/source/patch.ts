import type { Handle } from '#generated/types/source/patch.ts';
import { entityTagOf } from '../../lib/http/response/entity-tag.ts';
import { compileSent } from '../../lib/preprocessors/engine/sent-pipeline.ts';
import { describeSource } from '../../lib/sources/described-source.ts';
import { patchSourceContent } from '../../lib/sources/source-defaults.ts';
import { sources } from '../../lib/sources/sources.ts';

export const handle: Handle = async ({ id }, body, context) => {
  const { preconditions, response } = context;
  if (body.preprocessors) compileSent(body.preprocessors);
  const source = await sources(context).change(
    id,
    (current) => patchSourceContent({ current, patch: body, requestIn: 'body' }),
    (current) => preconditions.check(entityTagOf(current)),
  );
  response.headers.etag = entityTagOf(source);
  return describeSource(source);
};
