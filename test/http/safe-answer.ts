/** What holds for every answer, whatever was sent. */

import { expect } from 'vitest';
import { problemTypes } from '../../lib/errors.ts';
import { issueCodes } from '../../lib/runtime/issue.ts';
import type { HttpAnswer } from './client.ts';

/** A stack trace, a path of the code, an ARN, a table, the database or its library. */
const internals =
  /\n\s+at |"stack|node_modules|\.(?:mjs|ts):\d|arn:aws|test-\d|headwater-dev|dynamo|127\.0\.0\.1/i;

export function checkAnswer(answer: HttpAnswer, method = 'GET'): void {
  expect(answer.text).not.toMatch(internals);
  expect(JSON.stringify(answer.headers)).not.toMatch(internals);
  expect(answer.status).toBeLessThan(500);
  if (method === 'HEAD') expect(answer.text).toBe('');
  else if (answer.headers['content-type']?.startsWith('application/problem+json')) checkProblem(answer);
}

/** RFC 9457, and nothing that docs/problems.md does not explain. */
function checkProblem({ status, body }: HttpAnswer): void {
  const problem = body as Readonly<Record<string, unknown>>;
  const types = Object.entries(problemTypes).map(([code, { title }]) => ({ code, title }));
  const type = types.find(({ code }) => problem['type'] === `urn:problem-type:headwater:${code}`);
  expect(problem).toMatchObject({ status, title: type?.title, detail: expect.any(String) });
  for (const issue of (problem['errors'] ?? []) as object[]) {
    expect(issue).toMatchObject({
      in: expect.any(String),
      code: expect.any(String),
      message: expect.any(String),
    });
    expect(issueCodes).toContain((issue as { code: string }).code);
  }
}
