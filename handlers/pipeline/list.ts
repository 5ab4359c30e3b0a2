import { listConsistently, maxDepth } from 'headwater/documents';
import { pageLinks } from 'headwater/http';
import type { Handle } from '#generated/types/pipeline/list.ts';
import { toListedPipelines } from '../../lib/service/pipelines/pipeline-record.ts';
import { pipelines } from '../../lib/service/pipelines/pipelines.ts';

export const handle: Handle = async (request, _body, context) => {
  const results = toListedPipelines(await listConsistently(pipelines(context), request));
  context.response.pages = pageLinks({ ...results, size: request.size, maxDepth }, context);
  return results;
};
