import type { Engine, SearchCall } from './engine.ts';
import { checkAnswer } from './engine-answer.ts';

/**
 * @returns the body of the answer.
 * @throws ServiceError unavailable, timeout; EngineRefusal.
 */
export async function postJson(
  engine: Engine,
  path: SearchCall['path'],
  body: object,
  query: SearchCall['query'] = {},
): Promise<unknown> {
  const answer = await engine({
    method: 'POST',
    path,
    query,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(body)),
  });
  checkAnswer(answer);
  return answer.body;
}
