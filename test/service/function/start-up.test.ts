/** What a function does while Lambda starts it, before the first request. */

import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadHandler } from '../../support/emitted-function.ts';
import { repository } from '../../support/repository.ts';

let server: Server;
let commands: (string | string[] | undefined)[];
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  commands = [];
  server = createServer((request, response) => {
    commands.push(request.headers['x-amz-target']);
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const environment = {
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    TABLE_NAME: 'table',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
});

afterEach(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

const read = 'DynamoDB_20120810.GetItem';

describe('a function with data opens its connection with one read', () => {
  const answers: readonly [string, (response: ServerResponse) => void, readonly string[]][] = [
    ['of an item that there is not', (response) => response.end('{}'), [read]],
    [
      'that its role does not allow',
      (response) =>
        response.writeHead(400).end('{"__type":"com.amazon.coral.service#AccessDeniedException"}'),
      [read],
    ],
    ['that gets no answer, and waits no longer than a second', () => undefined, [read]],
  ];
  test.each(answers)('%s', async (_, reply, sent) => {
    answer = reply;
    await loadHandler(repository, 'source-getById');
    expect(commands).toEqual(sent);
  });
});

test('a start whose INDEX_SHARDS contradicts the table ends with its reason', async () => {
  const shards = JSON.stringify({ s: [{ from: Date.UTC(2027, 0, 1), shards: 16 }] });
  answer = (response) =>
    response.end(JSON.stringify({ Item: { layout: { N: '1' }, shards: { S: shards } } }));
  await expect(loadHandler(repository, 'source-getById')).rejects.toThrow(
    'The table has postings in shards that INDEX_SHARDS does not name: s from 2027-01-01T00:00:00.000Z in 16.',
  );
  vi.stubEnv('INDEX_SHARDS', '{"s":[{"from":"2027-01-01","shards":16}]}');
  await loadHandler(repository, 'source-getById');
});

test('a function without data sends nothing', async () => {
  for (const id of ['api-docs', 'default-route', 'preprocessor-list']) await loadHandler(repository, id);
  expect(commands).toEqual([]);
});

test('a function that is not started by Lambda sends nothing', async () => {
  vi.stubEnv('AWS_LAMBDA_INITIALIZATION_TYPE', undefined);
  await loadHandler(repository, 'source-getById');
  expect(commands).toEqual([]);
});

test('a start without a table ends with its reason', async () => {
  vi.stubEnv('TABLE_NAME', undefined);
  await expect(loadHandler(repository, 'source-getById')).rejects.toThrow(
    'The environment variable TABLE_NAME is not set.',
  );
});
