import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/pipeline/getByName.ts';
import { toPipeline } from '../../lib/service/pipelines/pipeline-record.ts';
import { getPipeline } from '../../lib/service/pipelines/pipelines.ts';

export const handle: Handle = async ({ name }, _body, context) => {
  const pipeline = await getPipeline(context, name);
  context.response.headers.etag = entityTagOf(pipeline);
  return toPipeline(pipeline);
};
