import { TextBody } from 'headwater/http';
import type { Handle } from '#generated/types/source/createMappingPreview.ts';
import { previewOfBody, previewOfText } from '../../lib/service/samples/preview/preview-input.ts';
import { offerPreview } from '../../lib/service/samples/preview/preview-report.ts';
import { withStream } from '../../lib/service/streams/previewed-records.ts';
import { mappedIndexes } from '../../lib/service/streams/sink/mapped-indexes.ts';

export const handle: Handle = async ({ id, ...options }, body = {}, context) => {
  const input =
    body instanceof TextBody
      ? previewOfText(context, id, body)
      : previewOfBody(context, id, await withStream(context, id, body));
  const [content, indexes] = await Promise.all([input, mappedIndexes(context, id)]);
  return offerPreview({ ...content, indexes }, options, context).forms;
};
