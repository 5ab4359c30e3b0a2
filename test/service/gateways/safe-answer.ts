/** Checks that every response must pass. */

import { expect } from 'vitest';
import type { HttpAnswer, RawRequest } from '../../headwater/run/gateways/client.ts';
import { checkDocumented, checkOf, ownDocumentation } from '../../support/documented.ts';
import { checkProblem, problemMediaType } from '../../support/problem-schema.ts';
import { repository } from '../../support/repository.ts';

/** Traces of internals: stack traces, file paths, ARNs, table names, the database and its library. */
const internals =
  /\n\s+at |"stack"|node_modules|\.(?:mjs|ts):\d|arn:aws|test-\d|headwater-dev|dynamo|127\.0\.0\.1/i;

export function checkAnswer(answer: HttpAnswer, method = 'GET'): void {
  expect(answer.text).not.toMatch(internals);
  expect(JSON.stringify(answer.headers)).not.toMatch(internals);
  expect(answer.status).toBeLessThan(500);
  const isProblem = answer.headers['content-type']?.startsWith(problemMediaType);
  if (method === 'HEAD') expect(answer.text).toBe('');
  // A 304 has no content, whatever its type.
  else if (isProblem && answer.status !== 304) checkProblem(answer);
}

/** Headers of HTTP itself, and of the gateway. */
const ofTransport =
  /^(?:content-length|date|connection|keep-alive|transfer-encoding|accept-ranges|apigw-requestid|access-control-.*)$/;

/** What the OpenAPI document says of an operation holds over HTTP, too. The gateway's own refusals are not in it. */
export function checkDocumentedAnswer({ method = 'GET', target }: RawRequest, answer: HttpAnswer): void {
  const operation = ownDocumentation().find(method, target);
  const { status: statusCode, text } = answer;
  if (!operation || answer.headers['x-request-id'] === undefined) return;
  const headers = Object.fromEntries(
    Object.entries(answer.headers).filter(([name]) => !ofTransport.test(name)),
  );
  const response = { statusCode, headers, ...(text === '' ? {} : { body: text }) };
  checkDocumented(checkOf(repository), { id: operation.operationId, method }, response);
}
