import type { Handle } from '#generated/types/source/remove.ts';
import { entityTagOf } from '../../lib/run/http/response/entity-tag.ts';
import { forgetSample } from '../../lib/service/samples/sample-store.ts';
import { samples } from '../../lib/service/samples/samples.ts';
import { removeSource } from '../../lib/service/sources/source-repository.ts';
import { sources } from '../../lib/service/sources/sources.ts';
import { streamLists } from '../../lib/service/streams/streams.ts';
import { refuseUsedSource } from '../../lib/service/streams/used-sources.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  await removeSource(sources(context), id, {
    check: (current) => context.preconditions.check(entityTagOf(current)),
    checkUse: () => refuseUsedSource(streamLists(context, 'path'), id, context),
  });
  await forgetSample(samples(context), id);
};
