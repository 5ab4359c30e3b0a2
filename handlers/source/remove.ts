import type { Handle } from '#generated/types/source/remove.ts';
import { removeDocument } from '../../lib/data/documents.ts';
import { entityTagOf } from '../../lib/run/http/response/entity-tag.ts';
import { forgetSample } from '../../lib/service/samples/sample-store.ts';
import { sources } from '../../lib/service/sources/sources.ts';
import { streams } from '../../lib/service/streams/streams.ts';
import { refuseUsedSource } from '../../lib/service/streams/used-sources.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  await removeDocument(sources(context), id, async (current) => {
    context.preconditions.check(entityTagOf(current));
    await refuseUsedSource(streams(context, 'path'), id, context);
  });
  await forgetSample(sources(context), id);
};
