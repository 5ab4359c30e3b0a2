import type { Handle } from '#generated/types/source/remove.ts';
import { entityTagOf } from '../../lib/http/response/entity-tag.ts';
import { forgetSample } from '../../lib/samples/sample-store.ts';
import { samples } from '../../lib/samples/samples.ts';
import { removeSource } from '../../lib/sources/source-repository.ts';
import { sources } from '../../lib/sources/sources.ts';
import { streamLists } from '../../lib/streams/streams.ts';
import { refuseUsedSource } from '../../lib/streams/used-sources.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  await removeSource(sources(context), id, {
    check: (current) => context.preconditions.check(entityTagOf(current)),
    checkUse: () => refuseUsedSource(streamLists(context, 'path'), id, context),
  });
  await forgetSample(samples(context), id);
};
