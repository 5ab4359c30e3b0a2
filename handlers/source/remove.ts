import { removeDocument } from 'headwater/documents';
import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/source/remove.ts';
import { deleteSample } from '../../lib/service/samples/sample-items.ts';
import { sources } from '../../lib/service/sources/sources.ts';
import { streams } from '../../lib/service/streams/streams.ts';
import { removingSource } from '../../lib/service/streams/used-sources.ts';

export const handle: Handle = ({ id: source }, _body, context) => {
  const store = sources(context);
  const { hasScope, preconditions } = context;
  const removal = removingSource(streams(context, 'path'), store.index, { source, hasScope });
  return removeDocument(store, source, {
    check: (current) => {
      preconditions.check(entityTagOf(current));
      return removal.check();
    },
    besideOf: () => [...removal.besideOf(), { change: deleteSample(store.index, source) }],
  });
};
