/** What lists need to ask the search engine: loaded only where the stage has one for them. */

import type { DocumentAccess } from '../../data/search/documents/document-writes.ts';
import type { SearchIndex } from '../../data/search/list/search-index.ts';
import type { InvocationTime } from '../../data/store/invocation-time.ts';
import { writeLog, writeMetrics } from '../../shared/log.ts';
import { checkAnswer, EngineRefusal } from './bulk.ts';
import { indexNames } from './document-index.ts';
import { type Engine, stageEngine } from './engine.ts';
import { engineIndex } from './engine-index.ts';

/** A list waits so long for an answer, and then asks the table. */
const maxAnswerMs = 1_500;
/** After a failure, the lists of this container ask the table for a while. */
const restMs = 10_000;

let restUntil = 0;

/** A failure of the engine, whatever it is: the table answers. */
class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
}

/**
 * @param list Makes the list of the index. It throws what is not a failure of the engine.
 * @returns undefined if the engine fails or has no complete index.
 */
export async function withEngineIndex<Page>(
  { index: type, table: { tableName } }: DocumentAccess<never>,
  time: InvocationTime,
  list: (index: SearchIndex) => Promise<Page>,
): Promise<Page | undefined> {
  if (Date.now() < restUntil) return undefined;
  try {
    const { complete: index } = indexNames(tableName, type);
    return await list(engineIndex(guarded(time), { index, owner: type.owner, type }));
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    restUntil = Date.now() + restMs;
    noteFallback(error.cause, time);
    return undefined;
  }
}

function guarded(time: InvocationTime): Engine {
  return async (request) => {
    try {
      const answer = await stageEngine(time, maxAnswerMs)(request);
      checkAnswer(answer);
      return answer;
    } catch (cause) {
      throw new EngineFailure('The search engine has not answered.', { cause });
    }
  };
}

function noteFallback(cause: unknown, { requestId, traceparent }: InvocationTime): void {
  // No index is complete before the command that fills it has run.
  if (cause instanceof EngineRefusal && cause.status === 404) return;
  writeMetrics({ SearchFallbacks: 1 });
  const reason = cause instanceof Error ? cause.message : String(cause);
  writeLog('ERROR', {
    message: `The table answers lists in place of the index: ${reason}`,
    requestId,
    traceparent,
  });
}
