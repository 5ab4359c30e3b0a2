/** Questions to the search engine that the table can answer, too. */

import { writeLog, writeMetrics } from '../../shared/log.ts';
import type { InvocationTime } from '../store/invocation-time.ts';
import { type Engine, stageEngine } from './engine.ts';
import { EngineRefusal } from './engine-answer.ts';

/** A request waits so long for an answer, and then asks the table. */
const maxAnswerMs = 1_500;
/** After a failure, the requests of this container ask the table for so long, rather than wait for an engine that is away. */
const restMs = 10_000;

let restUntil = 0;

/**
 * @param what The log says that the table answers these, such as `lists`.
 * @param ask Sends the question.
 * @returns undefined if the engine fails, has failed a moment ago, or has no such index.
 */
export async function askEngine<Answer>(
  time: InvocationTime,
  what: string,
  ask: (engine: Engine) => Promise<Answer>,
): Promise<Answer | undefined> {
  if (Date.now() < restUntil) return undefined;
  try {
    return await ask(stageEngine(time, maxAnswerMs));
  } catch (error) {
    restUntil = Date.now() + restMs;
    noteFallback(error, what, time);
    return undefined;
  }
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
