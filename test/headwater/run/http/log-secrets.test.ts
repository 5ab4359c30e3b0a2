/** The log of a failure has AWS's message without details of the account: for each kind of error of DynamoDB. */

import { afterEach, expect, test, vi } from 'vitest';
import { logFailure } from '../../../../lib/headwater/run/http/log.ts';
import { logRequest } from '../../../../lib/headwater/run/http/steps/finalize-response.ts';
import { ServiceError } from '../../../../lib/headwater/shared/errors.ts';
import { databaseErrors, secrets } from '../../../support/database-errors.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function logged(error: unknown): string {
  const lines: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => {
    lines.push(typeof line === 'string' ? line : JSON.stringify(line));
  });
  logFailure(error, { operation: 'source-list', requestId: 'r-1', traceparent: '00-1' });
  return lines.join('\n');
}

test('there are 21 kinds, and most messages tell something', () => {
  expect(new Set(databaseErrors.map(([name]) => name)).size).toBe(21);
  expect(databaseErrors.filter(([, message]) => secrets.test(message)).length).toBeGreaterThan(15);
});

test.each(databaseErrors)('%s', (name, message) => {
  const error = Object.assign(new Error(message), { name });
  const wrapped = new Error('The table cannot be read.', { cause: error });
  for (const thrown of [error, wrapped, { name, detail: { message } }]) {
    const line = logged(thrown);
    expect(line).toContain(name);
    expect(line).toContain('"requestId":"r-1"');
    expect(line).not.toMatch(secrets);
  }
});

test('what helps stays: the action, and other numbers', () => {
  const [[, message] = []] = databaseErrors;
  const line = logged(new Error(`${message}; 1234567890123 ms, 42`));
  expect(line).toContain(
    'User: [hidden] is not authorized to perform: dynamodb:PutItem on resource: [hidden]',
  );
  expect(line).toContain('1234567890123 ms, 42');
});

test('a thrown object with a number of twelve digits is logged', () => {
  expect(JSON.parse(logged({ size: 123456789012 }))).toMatchObject({ thrown: { size: 123456789012 } });
});

test.each([
  ['an error of the service has its code', new ServiceError('not_found', 'no'), { code: 'not_found' }],
  [
    'a refused credential has the reason',
    new ServiceError('forbidden', 'no', { cause: { refused: 'scope', caller: 'root' } }),
    { code: 'forbidden', refused: 'scope', caller: 'root' },
  ],
  [
    'what a handler throws has neither, since it may come from the request',
    { status: 400, code: 'a', cause: 'b' },
    {},
  ],
  ['nor has an error of another kind', Object.assign(new Error('a', { cause: 'b' }), { code: 'c' }), {}],
  ['nor has success', undefined, {}],
])('in the line of a request, %s', (_, error, want) => {
  vi.stubEnv('AWS_LAMBDA_LOG_FORMAT', 'JSON');
  const logged = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const names = { requestId: 'r-1', traceparent: '00-1' };
  const line = { ...names, routeKey: 'GET /v1/thing/{id}', status: 400, latency: 1, owner: 'acme' };
  logRequest(line, error);
  vi.unstubAllEnvs();
  expect(logged.mock.calls).toEqual([[{ ...line, ...want }]]);
});
