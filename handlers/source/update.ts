import { changeDocument } from 'headwater/documents';
import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/source/update.ts';
import { checkSent } from '../../lib/service/pipelines/sent-pipeline.ts';
import { describeSource } from '../../lib/service/sources/described-source.ts';
import { toSourceContent } from '../../lib/service/sources/source-defaults.ts';
import { sources } from '../../lib/service/sources/sources.ts';

/** The response has no entity tag, because the stored source is not the body byte for byte (RFC 9110 section 9.3.4). */
export const handle: Handle = async ({ id }, body, context) => {
  await checkSent(body);
  const source = await changeDocument(sources(context), id, {
    contentOf: () => toSourceContent(body),
    check: async (current) => {
      context.preconditions.check(entityTagOf(current));
      const described = await describeSource(current);
      context.readOnly.check(() => described);
    },
  });
  return describeSource(source);
};
