/** Bulk requests (https://docs.opensearch.org/latest/api-reference/document-apis/bulk/; Elasticsearch has the same). */

import { membersOf } from '../../shared/json/is-object.ts';
import type { Engine } from './engine.ts';
import { checkAnswer, type EngineAnswer, EngineRefusal, engineFailure, reasonOf } from './engine-answer.ts';

/** What a request does with one document. */
interface BulkAction {
  /** Its lines. */
  readonly bytes: Uint8Array;
}

interface BulkTarget<Action> {
  readonly index: string;
  readonly isDeletion: (action: Action) => boolean;
  /** Whether the engine must not make an index of this name, which is an alias. */
  readonly isAlias?: boolean;
}

interface Refused<Action> {
  readonly action: Action;
  readonly reason: string;
}

/**
 * @returns the documents that the index refuses.
 * @throws ServiceError unavailable if the engine, or the index for some documents, is busy; timeout; EngineRefusal.
 */
export async function sendBulk<Action extends BulkAction>(
  engine: Engine,
  target: BulkTarget<Action>,
  actions: readonly Action[],
): Promise<Refused<Action>[]> {
  const answer = await engine({
    method: 'POST',
    path: [target.index, '_bulk'],
    query: {
      filter_path: 'errors,items.*.status,items.*.error',
      ...(target.isAlias ? { require_alias: 'true' } : {}),
    },
    body: Buffer.concat(actions.map(({ bytes }) => bytes)),
    contentType: 'application/x-ndjson',
  });
  const [only, ...others] = actions;
  // A proxy may take smaller bodies than the engine.
  if (answer.status === 413 && only)
    return others.length === 0
      ? [{ action: only, reason: 'the search engine takes no body of this size' }]
      : sendHalves(engine, target, actions);
  checkAnswer(answer);
  const results = resultsIn(answer, actions.length);
  return actions.flatMap((action, at) => {
    const reason = refusalOf(results[at], target.isDeletion(action));
    return reason === undefined ? [] : [{ action, reason }];
  });
}

async function sendHalves<Action extends BulkAction>(
  engine: Engine,
  target: BulkTarget<Action>,
  actions: readonly Action[],
): Promise<Refused<Action>[]> {
  const middle = Math.ceil(actions.length / 2);
  const first = await sendBulk(engine, target, actions.slice(0, middle));
  return [...first, ...(await sendBulk(engine, target, actions.slice(middle)))];
}

interface BulkResult {
  readonly status: number;
  readonly error?: unknown;
}

/** The results in the order of the documents. */
function resultsIn({ body }: EngineAnswer, expected: number): readonly BulkResult[] {
  const { items } = membersOf(body);
  const results = Array.isArray(items) ? items.map((item): unknown => Object.values(membersOf(item))[0]) : [];
  const isWhole =
    results.length === expected && results.every((one) => typeof membersOf(one).status === 'number');
  if (isWhole) return results as readonly BulkResult[];
  throw new EngineRefusal(
    'The search engine answers with something that is not the result of a bulk request.',
  );
}

/** What the index says of a document that it cannot take, whatever its state. */
const documentStatus: ReadonlySet<number> = new Set([400, 413]);

/** What an engine says of each document for a data stream. */
const dataStreamReason = /only write ops with an op_type of create are allowed in data streams/;

/** The reason; undefined if it was done. */
function refusalOf(result: BulkResult | undefined, isDeletion: boolean): string | undefined {
  const { status = 0, error } = result ?? {};
  // 409: it has this version of the document, or a newer one. 404: there is none to delete.
  const isDone = status < 300 || status === 409 || (status === 404 && isDeletion);
  if (isDone) return undefined;
  const reason = reasonOf(error);
  if (dataStreamReason.test(reason))
    throw new EngineRefusal(
      'The index is a data stream, which takes no new version of a document and no deletion: name an index, or an alias with a write index.',
      status,
    );
  if (documentStatus.has(status)) return reason;
  throw engineFailure(status, `The index answers ${status} for a document: ${reason}.`);
}
