import type { Handle } from '#generated/types/source/createMappingPreview.ts';
import { TextBody } from '../../lib/http/request/text-body.ts';
import { offerPreview } from '../../lib/samples/preview/offered-preview.ts';
import { previewOfBody, previewOfText } from '../../lib/samples/preview/preview-input.ts';

export const handle: Handle = async ({ id, ...options }, body = {}, context) => {
  const input =
    body instanceof TextBody ? previewOfText(context, id, body) : previewOfBody(context, id, body);
  return offerPreview(await input, options, context).forms;
};
