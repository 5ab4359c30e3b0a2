import { createDocument } from 'headwater/documents';
import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/source/create.ts';
import { checkSent } from '../../lib/service/pipelines/sent-pipeline.ts';
import { describeSource } from '../../lib/service/sources/described-source.ts';
import { toSourceContent } from '../../lib/service/sources/source-defaults.ts';
import { sources } from '../../lib/service/sources/sources.ts';

export const handle: Handle = async (_input, body, context) => {
  const { event, response } = context;
  await checkSent(body);
  const source = await createDocument(sources(context), await toSourceContent(body), context);
  // A reference from the root keeps the stage and the base path of the request.
  response.headers.location = `${event.rawPath}/${source._id}`;
  response.headers.etag = entityTagOf(source);
  return describeSource(source);
};
