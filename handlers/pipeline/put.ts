import { putDocument } from 'headwater/documents';
import { entityTagOf } from 'headwater/http';
import { idOfName } from 'headwater/table';
import type { Handle } from '#generated/types/pipeline/put.ts';
import { toPipeline, toPipelineContent } from '../../lib/service/pipelines/pipeline-record.ts';
import { pipelines } from '../../lib/service/pipelines/pipelines.ts';
import { checkSent } from '../../lib/service/pipelines/sent-pipeline.ts';

/** The response has no entity tag, because the stored pipeline is not the body byte for byte (RFC 9110 section 9.3.4). */
export const handle: Handle = async ({ name }, body, context) => {
  await checkSent(body);
  const content = toPipelineContent(name, body);
  const pipeline = await putDocument(pipelines(context), idOfName(name), {
    content,
    check: async (current) => {
      context.preconditions.check(current && entityTagOf(current));
      // RFC 9110 section 9.3.4. Another attempt may find a pipeline that somebody else has created.
      context.response.status = current ? 200 : 201;
      const described = current && (await toPipeline(current));
      context.readOnly.check(() => described);
    },
  });
  return toPipeline(pipeline);
};
