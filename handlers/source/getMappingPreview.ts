import type { Handle } from '#generated/types/source/getMappingPreview.ts';
import { storedPreview } from '../../lib/service/samples/preview/preview-input.ts';
import { offerPreview } from '../../lib/service/samples/preview/preview-report.ts';

export const handle: Handle = async ({ id, ...options }, _body, context) => {
  const { forms, tag } = offerPreview(await storedPreview(context, id), options, context);
  if (tag) context.response.headers.etag = tag;
  return forms;
};
