/** Secrets and parameters: how they are read, for how long a container keeps them, and what happens if that fails. */

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { secretValue } from '../../../../lib/headwater/data/aws/secret-values.ts';
import type { InvocationTime } from '../../../../lib/headwater/data/store/invocation-time.ts';
import { cleanUp } from '../../../support/clean-up.ts';

interface Received {
  readonly target: string | undefined;
  readonly authorization: string;
  readonly body: unknown;
}

type Answer = readonly [status: number, body: object];

const received: Received[] = [];
let answer: Answer = [200, {}];

const time: InvocationTime = {
  signal: new AbortController().signal,
  lambda: { getRemainingTimeInMillis: () => 10_000 },
};

beforeAll(async () => {
  const server = createServer(async (request: IncomingMessage, response) => {
    const { 'x-amz-target': target, authorization = '' } = request.headers;
    received.push({ target: String(target), authorization, body: await json(request) });
    const [status, body] = answer;
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SSM: endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'key',
  });
});

let names = 0;

beforeEach(() => {
  received.length = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
});
afterEach(() => vi.useRealTimers());

/** Each test has a secret of its own, which no other has kept. */
function secretIn(source: string) {
  const name = `/shop/${++names}`;
  process.env['SECRET_A'] = `${source}:${name}`;
  return { name, secret: secretValue('SECRET_A') };
}

const parameter = (Value: string): Answer => [200, { Parameter: { Value } }];

test('a parameter is read once in five minutes, decrypted, by a signed request', async () => {
  const { name, secret } = secretIn('ssm');
  answer = parameter('one');
  expect(await Promise.all([secret.value(time), secret.value(time)])).toEqual(['one', 'one']);
  answer = parameter('two');
  vi.setSystemTime(299_999);
  expect(await secret.value(time)).toBe('one');
  expect(received).toEqual([
    {
      target: 'AmazonSSM.GetParameter',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d+\/eu-central-1\/ssm\//,
      ),
      body: { Name: name, WithDecryption: true },
    },
  ]);
  vi.setSystemTime(300_000);
  expect(await secret.value(time)).toBe('two');
  expect(received).toHaveLength(2);
});

test('a secret of Secrets Manager', async () => {
  const { name, secret } = secretIn('secretsmanager');
  answer = [200, { SecretString: '{"key":"a"}' }];
  expect(await secret.value(time)).toBe('{"key":"a"}');
  expect(received).toMatchObject([{ target: 'secretsmanager.GetSecretValue', body: { SecretId: name } }]);
});

test('a value that cannot be read again stays in use, is logged, and is tried again after 30 seconds', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { name, secret } = secretIn('ssm');
  answer = parameter('one');
  await secret.value(time);
  answer = [400, { __type: 'AccessDeniedException' }];
  vi.setSystemTime(300_000);
  expect(await secret.value(time)).toBe('one');
  expect(log.mock.calls.join()).toContain(
    `ssm:${name} cannot be read again; its earlier value stays in use.`,
  );
  answer = parameter('two');
  vi.setSystemTime(329_999);
  expect(await secret.value(time)).toBe('one');
  vi.setSystemTime(330_000);
  expect(await secret.value(time)).toBe('two');
  log.mockRestore();
});

test.each<[string, Answer, object]>([
  [
    'that does not exist',
    [400, { __type: 'ParameterNotFound' }],
    { message: expect.stringContaining('cannot be read: ParameterNotFound') },
  ],
  [
    'without a right',
    [400, { __type: 'com.amazon#AccessDeniedException' }],
    { message: expect.stringContaining('AccessDeniedException') },
  ],
  [
    'while the service is busy',
    [400, { __type: 'ThrottlingException' }],
    { code: 'unavailable', failing: { name: 'secrets' } },
  ],
  ['while the service fails', [500, {}], { code: 'unavailable', failing: { name: 'secrets' } }],
])('a first value %s is an error, and the next call reads again', async (_, failure, expected) => {
  const { secret } = secretIn('ssm');
  answer = failure;
  await expect(secret.value(time)).rejects.toMatchObject(expected);
  answer = parameter('one');
  expect(await secret.value(time)).toBe('one');
});

test('what is not on AWS: a value, what the machine lacks, a variable that is not there', async () => {
  process.env['SECRET_A'] = 'value:a:b\nc';
  expect(await secretValue('SECRET_A').value(time)).toBe('a:b\nc');
  process.env['SECRET_A'] = 'missing:.env has no SECRET_A.';
  await expect(secretValue('SECRET_A').value(time)).rejects.toMatchObject({
    code: 'not_implemented',
    cause: { message: '.env has no SECRET_A.' },
  });
  await expect(secretValue('SECRET_B').value(time)).rejects.toThrow(
    'The function has no variable SECRET_B: its operation declares it with x-uses.',
  );
  expect(received).toEqual([]);
});
