/** Asks the search engine for what the table knows, too: after a failure, the table answers for a while. */

import type { InvocationTime } from '../../data/store/invocation-time.ts';
import { writeLog, writeMetrics } from '../../shared/log.ts';
import { checkAnswer, EngineRefusal } from './bulk.ts';
import { type Engine, stageEngine } from './engine.ts';

/** A request waits so long for an answer, and then asks the table. */
const maxAnswerMs = 1_500;
/** After a failure, the requests of this container ask the table for a while. */
const restMs = 10_000;

let restUntil = 0;

/** A failure of the engine, whatever it is: the table answers. */
class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
}

/**
 * @param what The log says that the table answers these, such as `lists`.
 * @param ask Throws what is not a failure of the engine.
 * @returns undefined if the engine fails, or has no such index.
 */
export async function fromEngine<Answer>(
  time: InvocationTime,
  what: string,
  ask: (engine: Engine) => Promise<Answer>,
): Promise<Answer | undefined> {
  if (Date.now() < restUntil) return undefined;
  try {
    return await ask(guarded(time));
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    restUntil = Date.now() + restMs;
    noteFallback(error.cause, what, time);
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

function noteFallback(cause: unknown, what: string, { requestId, traceparent }: InvocationTime): void {
  // No index is complete before the command that fills it has run.
  if (cause instanceof EngineRefusal && cause.status === 404) return;
  writeMetrics({ SearchFallbacks: 1 });
  const reason = cause instanceof Error ? cause.message : String(cause);
  writeLog('ERROR', {
    message: `The table answers ${what} in place of the index: ${reason}`,
    requestId,
    traceparent,
  });
}
