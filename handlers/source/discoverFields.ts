import { getDocument } from 'headwater/documents';
import { TextBody } from 'headwater/http';
import type { Handle } from '#generated/types/source/discoverFields.ts';
import { recordsOfBody } from '../../lib/service/samples/sample-content.ts';
import { fieldsPage } from '../../lib/service/samples/source-fields-page.ts';
import { sources } from '../../lib/service/sources/sources.ts';

const maxFields = 1000;

export const handle: Handle = async ({ id, stage, limit }, body, context) => {
  const source = await getDocument(sources(context), id);
  const records = recordsOfBody(body instanceof TextBody ? body : body.records, { source, limit });
  return fieldsPage({ source, records, stage, from: 0, size: maxFields, time: context });
};
