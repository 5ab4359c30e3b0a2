import { changeDocument, getDocument } from 'headwater/documents';
import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/source/patch.ts';
import { checkSent } from '../../lib/service/pipelines/sent-pipeline.ts';
import { describeSource } from '../../lib/service/sources/described-source.ts';
import { patchSourceContent } from '../../lib/service/sources/source-defaults.ts';
import type { SourceRecord } from '../../lib/service/sources/source-record.ts';
import { sources } from '../../lib/service/sources/sources.ts';

/** An empty patch changes nothing: neither the revision nor the time of the last change. */
export const handle: Handle = async ({ id }, body, context) => {
  const { preconditions, readOnly, response } = context;
  await checkSent(body);
  const store = sources(context);
  const contentOf = (current: SourceRecord) =>
    patchSourceContent({ current, patch: body, requestIn: 'body' });
  const check = async (current: SourceRecord) => {
    preconditions.check(entityTagOf(current));
    const described = await describeSource(current);
    readOnly.check(() => described);
    // Each list was checked; their steps also count together.
    const content = await contentOf(current);
    if (content.on_failure && (body.preprocessors || body.on_failure)) await checkSent(content);
  };
  const changed = () => changeDocument(store, id, { contentOf, check });
  const unchanged = async () => {
    const current = await getDocument(store, id);
    await check(current);
    return current;
  };
  const source = await (Object.keys(body).length > 0 ? changed() : unchanged());
  response.headers.etag = entityTagOf(source);
  return describeSource(source);
};
