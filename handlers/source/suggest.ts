import { getDocument } from 'headwater/documents';
import { TextBody } from 'headwater/http';
import type { Handle } from '#generated/types/source/suggest.ts';
import {
  inputOfBody,
  inputOfRecords,
  suggestionsFor,
} from '../../lib/service/samples/suggest/suggest-source.ts';
import { invalidBody } from '../../lib/service/sources/invalid-body.ts';
import { sources } from '../../lib/service/sources/sources.ts';
import { withStream } from '../../lib/service/streams/previewed-records.ts';

export const handle: Handle = async (_input, body, context) => {
  if (body instanceof TextBody) return suggestionsFor({ text: body.content }, context);
  const { source: id, ...records } = body;
  if (body.stream === undefined) {
    await withStream(context, '', records);
    return suggestionsFor(await inputOfBody(context, body), context);
  }
  if (id === undefined) throw invalidBody('/source', 'required', 'is required beside stream');
  const found = await withStream(context, id, records);
  const source = await getDocument(sources(context), id);
  return suggestionsFor(inputOfRecords(found.records, source), context);
};
