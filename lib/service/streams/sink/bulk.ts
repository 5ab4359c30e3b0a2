/** Documents of streams in bulk requests. */

import { writeJson } from 'headwater/json';
import { type Engine, sendBulk } from 'headwater/search-engine';
import type { Chunk, LoggedDocument } from '../forward/forward-stream.ts';
import type { RefusedDocument } from '../log/failures/fail-documents.ts';
import { documentName } from '../log/log-types.ts';

/**
 * The lines of a document. Its id names the stream and the position, and its version counts replays, so a request that
 * comes again changes nothing, and a late one replaces nothing newer.
 */
export function bulkLines({ stream, position, part, revision, document }: LoggedDocument): Uint8Array {
  const id = `${stream}-${documentName(position, part)}`;
  const target = { _id: id, version: revision + 1, version_type: 'external' };
  return Buffer.from(
    document === undefined
      ? `${JSON.stringify({ delete: target })}\n`
      : `${JSON.stringify({ index: target })}\n${writeJson(document)}\n`,
  );
}

/** The code of the failure of a document that an index does not take. */
const refusedCode = 'index_refused';

/**
 * @returns the documents that the index refuses.
 * @throws ServiceError unavailable, timeout; EngineRefusal.
 */
export async function sendDocuments(
  engine: Engine,
  index: string,
  documents: Chunk['documents'],
): Promise<RefusedDocument[]> {
  const isDeletion = ({ document }: LoggedDocument) => document === undefined;
  const refused = await sendBulk(engine, { index, isDeletion }, documents);
  return refused.map(({ action, reason }) => ({
    ...action,
    error: { code: refusedCode, message: `The index refuses the document: ${reason}` },
  }));
}
