/** Checks that hold for every response. */

import { expect } from 'vitest';
import { checkProblem, problemMediaType } from '../support/problem-schema.ts';
import type { HttpAnswer } from './client.ts';

/** Traces of internals: stack traces, file paths, ARNs, table names, the database and its library. */
const internals =
  /\n\s+at |"stack|node_modules|\.(?:mjs|ts):\d|arn:aws|test-\d|headwater-dev|dynamo|127\.0\.0\.1/i;

export function checkAnswer(answer: HttpAnswer, method = 'GET'): void {
  expect(answer.text).not.toMatch(internals);
  expect(JSON.stringify(answer.headers)).not.toMatch(internals);
  expect(answer.status).toBeLessThan(500);
  const isProblem = answer.headers['content-type']?.startsWith(problemMediaType);
  if (method === 'HEAD') expect(answer.text).toBe('');
  // A 304 has no content, whatever its type.
  else if (isProblem && answer.status !== 304) checkProblem(answer);
}
