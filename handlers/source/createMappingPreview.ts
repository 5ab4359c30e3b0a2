import type { Handle } from '#generated/types/source/createMappingPreview.ts';
import { TextBody } from '../../lib/run/http/request/text-body.ts';
import { previewOfBody, previewOfText } from '../../lib/service/samples/preview/preview-input.ts';
import { offerPreview } from '../../lib/service/samples/preview/preview-report.ts';
import { withStream } from '../../lib/service/streams/previewed-records.ts';

export const handle: Handle = async ({ id, ...options }, body = {}, context) => {
  const input =
    body instanceof TextBody
      ? previewOfText(context, id, body)
      : previewOfBody(context, id, await withStream(context, id, body));
  return offerPreview(await input, options, context).forms;
};
