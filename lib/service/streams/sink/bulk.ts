/** Bulk requests (https://docs.opensearch.org/latest/api-reference/document-apis/bulk/; Elasticsearch has the same). */

import { ServiceError } from '../../../shared/errors.ts';
import { writeJson } from '../../../shared/json/lossless-json.ts';
import type { Chunk, LoggedDocument } from '../forward/forward-stream.ts';
import type { RefusedDocument } from '../log/fail-documents.ts';
import { documentName } from '../log/log-types.ts';
import { type Engine, type EngineAnswer, reasonOf } from './engine.ts';

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

function refused(document: LoggedDocument, reason: string): RefusedDocument {
  return {
    ...document,
    error: { code: refusedCode, message: `The index refuses the document: ${reason}` },
  };
}

/** The engine does not work as it is set up: somebody has to change something. */
export class EngineRefusal extends Error {}

type Sent = Chunk['documents'][number];

/**
 * @returns the documents that the index refuses.
 * @throws ServiceError unavailable if the engine, or the index for some documents, is busy; timeout; EngineRefusal.
 */
export async function sendBulk(
  engine: Engine,
  index: string,
  documents: readonly Sent[],
): Promise<RefusedDocument[]> {
  const answer = await engine({
    method: 'POST',
    path: [index, '_bulk'],
    query: { filter_path: 'errors,items.*.status,items.*.error' },
    body: Buffer.concat(documents.map(({ bytes }) => bytes)),
    contentType: 'application/x-ndjson',
  });
  const [only, ...others] = documents;
  // A proxy may take smaller bodies than the engine.
  if (answer.status === 413 && only)
    return others.length === 0
      ? [refused(only, 'the search engine takes no body of this size')]
      : sendHalves(engine, index, documents);
  checkAnswer(answer);
  const results = resultsIn(answer, documents.length);
  return documents.flatMap((document, at) => refusalOf(document, results[at]) ?? []);
}

async function sendHalves(
  engine: Engine,
  index: string,
  documents: readonly Sent[],
): Promise<RefusedDocument[]> {
  const middle = Math.ceil(documents.length / 2);
  const first = await sendBulk(engine, index, documents.slice(0, middle));
  return [...first, ...(await sendBulk(engine, index, documents.slice(middle)))];
}

/** @throws ServiceError unavailable, EngineRefusal. */
export function checkAnswer({ status, body }: EngineAnswer): void {
  if (status >= 200 && status < 300) return;
  const { error } = Object(body);
  const message = `The search engine answers ${status}: ${reasonOf(error)}.`;
  throw isBusy(status) ? busy(message) : new EngineRefusal(message);
}

function isBusy(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function busy(message: string): ServiceError {
  return new ServiceError('unavailable', message, { failing: { name: 'search' } });
}

interface BulkResult {
  readonly status: number;
  readonly error?: unknown;
}

/** The results in the order of the documents. */
function resultsIn({ body }: EngineAnswer, expected: number): readonly BulkResult[] {
  const { items } = Object(body);
  const results = Array.isArray(items) ? items.map((item): unknown => Object.values(Object(item))[0]) : [];
  const isWhole =
    results.length === expected && results.every((one) => typeof Object(one).status === 'number');
  if (isWhole) return results as readonly BulkResult[];
  throw new EngineRefusal(
    'The search engine answers with something that is not the result of a bulk request.',
  );
}

/** What the index says of a document that it cannot take, whatever its state. */
const documentStatus: ReadonlySet<number> = new Set([400, 413]);

function refusalOf(document: LoggedDocument, result: BulkResult | undefined): RefusedDocument | undefined {
  const { status = 0, error } = result ?? {};
  // 409: it has this version of the document, or a newer one. 404: there is none to delete.
  const isDone = status < 300 || status === 409 || (status === 404 && document.document === undefined);
  if (isDone) return undefined;
  const reason = reasonOf(error);
  if (documentStatus.has(status)) return refused(document, reason);
  const message = `The index answers ${status} for a document: ${reason}.`;
  throw isBusy(status) ? busy(message) : new EngineRefusal(message);
}
