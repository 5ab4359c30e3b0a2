import type { Handle } from '#generated/types/source/getMappingPreview.ts';
import { storedPreview } from '../../lib/service/samples/preview/preview-input.ts';
import { offerPreview } from '../../lib/service/samples/preview/preview-report.ts';
import { mappedIndexes } from '../../lib/service/streams/sink/mapped-indexes.ts';

export const handle: Handle = async ({ id, ...options }, _body, context) => {
  const [content, indexes] = await Promise.all([storedPreview(context, id), mappedIndexes(context, id)]);
  const { forms, tag } = offerPreview({ ...content, indexes }, options, context);
  if (tag) context.response.headers.etag = tag;
  return forms;
};
