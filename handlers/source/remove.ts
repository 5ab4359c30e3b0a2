import { removeDocument } from 'headwater/documents';
import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/source/remove.ts';
import { deleteSample } from '../../lib/service/samples/sample-items.ts';
import { sources } from '../../lib/service/sources/sources.ts';
import { streams } from '../../lib/service/streams/streams.ts';
import { refuseUsed } from '../../lib/service/streams/used-sources.ts';

export const handle: Handle = ({ id: source }, _body, context) => {
  const store = sources(context);
  return removeDocument(store, source, {
    check: (current) => {
      context.preconditions.check(entityTagOf(current));
      return refuseUsed(streams(context, 'path'), source, context);
    },
    besideOf: () => [{ change: deleteSample(store.index, source) }],
  });
};
