import type { Handle } from '#generated/types/source/getSample.ts';
import { toSourceSample } from '../../lib/service/samples/sample-content.ts';
import { findSample, sampleNotFound } from '../../lib/service/samples/sample-store.ts';
import { sources } from '../../lib/service/sources/sources.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  const { sample, tag } = await findSample(sources(context), id);
  if (!sample || !tag) throw sampleNotFound(id);
  context.response.headers.etag = tag;
  return toSourceSample(sample);
};
