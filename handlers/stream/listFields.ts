import type { Handle } from '#generated/types/stream/listFields.ts';
import { documentFieldsPage } from '../../lib/service/streams/document-fields-page.ts';
import { openStream } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id, ...request }, _body, context) => {
  const { log } = await openStream(context, id);
  return documentFieldsPage(log, request, context);
};
