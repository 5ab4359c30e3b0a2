/**
 * Emitted functions whose database returns each error of DynamoDB: neither the response nor the log reveals the account.
 *
 * @module-tag faults
 */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import { cleanUp } from '../../support/clean-up.ts';
import { databaseErrors, secrets } from '../../support/database-errors.ts';
import { type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { repository } from '../../support/repository.ts';

/** What the database answers now. */
let current: readonly [name: string, message: string] = ['', ''];
let get: CallFunction;
let create: CallFunction;

beforeAll(async () => {
  const database = createServer((request, response) => {
    request.resume();
    const [name, message] = current;
    const status = { InternalServerError: 500, ServiceUnavailable: 503 }[name] ?? 400;
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message }));
  });
  database.listen(0, '127.0.0.1');
  await once(database, 'listening');
  cleanUp(() => {
    database.closeAllConnections();
    database.close();
  });
  const { port } = database.address() as AddressInfo;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    TABLE_NAME: 'headwater-prod',
    AWS_LAMBDA_LOG_FORMAT: 'JSON',
  });
  get = await loadFunction(repository, 'source-getById');
  create = await loadFunction(repository, 'source-create');
});

const id = '0123456789abcdef01234567';
const json = { 'content-type': 'application/json' };

test.each(databaseErrors)('%s', async (name, message) => {
  current = [name, message];
  const lines: string[] = [];
  for (const method of ['error', 'warn', 'info', 'log'] as const)
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      lines.push(JSON.stringify(values));
    });
  const answers = await Promise.all([
    get({ url: `/v1/source/${id}`, pathParameters: { id } }),
    create({ method: 'POST', url: '/v1/source', headers: json, body: '{}' }),
  ]);
  vi.restoreAllMocks();
  for (const answer of answers) {
    expect(answer.status).toBeGreaterThanOrEqual(409);
    expect(JSON.stringify(answer)).not.toMatch(secrets);
    expect(JSON.stringify(answer)).not.toContain('headwater-prod');
  }
  // Each request has a line, whatever comes of it.
  expect(lines.filter((line) => line.includes('"routeKey"'))).toHaveLength(2);
  expect(lines.join('\n')).not.toMatch(secrets);
});
