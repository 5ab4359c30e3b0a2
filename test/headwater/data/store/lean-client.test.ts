/**
 * The client in bundles, without the parts that `leanClient` leaves out, beside the client as its packages are: both send the
 * same bytes for the same commands, and make the same of each response.
 *
 * @module-tag storage
 */

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { leanClient, leanDependencies } from '../../../../lib/headwater/compile/bundle/lean-dependencies.ts';
import { plainBuiltins } from '../../../../lib/headwater/compile/bundle/plain-builtins.ts';
import { amount } from '../../../support/amount.ts';
import { repository } from '../../../support/repository.ts';

type Sdk = typeof import('@aws-sdk/lib-dynamodb');
type Plain = Pick<typeof import('@aws-sdk/client-dynamodb'), 'DynamoDBClient'>;
type Own = Pick<
  typeof import('../../../../lib/headwater/data/store/container-database.ts'),
  'containerDatabase'
>;
type Client = Sdk & Plain & Own;
type Commands = Pick<
  Sdk,
  | 'BatchGetCommand'
  | 'DeleteCommand'
  | 'GetCommand'
  | 'PutCommand'
  | 'QueryCommand'
  | 'TransactWriteCommand'
  | 'UpdateCommand'
>;

const exported = `
export * from '@aws-sdk/lib-dynamodb';
export { DynamoDBClient } from '@aws-sdk/client-dynamodb';
export { containerDatabase } from './lib/headwater/data/store/container-database.ts';
`;
const now = new Date('2026-11-25T12:00:00Z');
const key = { TableName: 'test', Key: { pk: 'source', sk: 'a' } };

let folder: string;
let container = 0;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-client-'));
  const options: BuildOptions = {
    stdin: { contents: exported, resolveDir: repository },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  };
  // Packages without ES modules call `require`.
  const js = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;
  await build({ ...options, outfile: join(folder, 'original.mjs'), banner: { js } });
  const plugins = [leanClient, leanDependencies, plainBuiltins];
  await build({ ...options, outfile: join(folder, 'lean.mjs'), plugins });
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  const environment = {
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    TABLE_NAME: 'test',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.useFakeTimers({ toFake: ['Date'], now });
  vi.spyOn(Math, 'random').mockReturnValue(0.01);
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('00000000-0000-4000-8000-000000000000');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** @returns the modules of a container: a new one after `setEnvironment`. */
function load(name: 'original' | 'lean'): Promise<Client> {
  return import(`${pathToFileURL(join(folder, `${name}.mjs`)).href}?container=${container}`);
}

function setEnvironment(variables: Readonly<Record<string, string | undefined>>): void {
  container++;
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

type Answer = (response: ServerResponse) => void;

function answer(body: object | string, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) =>
    response
      .writeHead(status, { date: now.toUTCString(), 'x-amzn-requestid': 'request', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
}

function failure(name: string, status = 400, more: object = {}): Answer {
  return answer({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'no', ...more }, status);
}

const reset: Answer = (response) => response.socket?.destroy();
const done = answer({});

/** A response, or all that an error tells. */
async function outcomeOf(sent: Promise<unknown>): Promise<unknown> {
  try {
    return { response: await sent };
  } catch (reason) {
    const error = reason as Error;
    const { $response, ...members } = error as Error & { readonly $response?: unknown };
    return { isError: error instanceof Error, name: error.name, message: error.message, members };
  }
}

interface Served {
  readonly answers: readonly Answer[];
  readonly requests: unknown[];
}

let served: Served = { answers: [], requests: [] };

const listener: RequestListener = async (request, response) => {
  const { answers, requests } = served;
  const { method, url, httpVersion, rawHeaders } = request;
  const place = requests.push(undefined) - 1;
  requests[place] = {
    method,
    url,
    httpVersion,
    rawHeaders,
    body: (await buffer(request)).toString('base64'),
  };
  (answers[place] ?? done)(response);
};

type Send = (client: Client) => Promise<unknown>;

/** @returns what both clients send to a server with these responses, and what they make of them. */
async function bothOf(send: Send, answers: readonly Answer[]) {
  const all = [];
  for (const name of ['original', 'lean'] as const) {
    served = { answers, requests: [] };
    const outcome = await outcomeOf(load(name).then(send));
    all.push({ outcome, requests: served.requests });
  }
  return all;
}

const binary = Buffer.from([0, 1, 254, 255]).toString('base64');
const item = {
  pk: { S: 'source' },
  numbers: { L: [{ N: '1' }, { N: '-0.5' }, { N: '9007199254740993' }, { N: '1e126' }] },
  sets: { M: { s: { SS: ['a', 'ü'] }, n: { NS: ['1', '2'] }, b: { BS: [binary] } } },
  none: { NULL: true },
  yes: { BOOL: true },
  bytes: { B: binary },
};
const put = ({ PutCommand }: Commands) => new PutCommand({ TableName: 'test', Item: { ...key.Key, n: 1 } });
const get = ({ GetCommand }: Commands) => new GetCommand(key);
const transact = ({ TransactWriteCommand }: Commands) =>
  new TransactWriteCommand({
    ClientRequestToken: 'token',
    TransactItems: [
      { Put: { TableName: 'test', Item: { ...key.Key, list: [1, { a: null }], gone: undefined } } },
      { Delete: { ...key, ConditionExpression: 'attribute_exists(pk)' } },
      { ConditionCheck: { ...key, ConditionExpression: '#r = :r', ExpressionAttributeNames: { '#r': 'r' } } },
    ],
  });
const cancelled = {
  CancellationReasons: [
    { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', Item: item },
    { Code: 'None' },
    { Code: 'TransactionConflict', Message: 'no' },
  ],
};
const sendGet: Send = (sdk) => sdk.containerDatabase().client.send(get(sdk));
type Command = Parameters<ReturnType<Own['containerDatabase']>['client']['send']>[0];

/** @param length the requests of each client. */
const exchanges: readonly [
  name: string,
  command: (commands: Commands) => unknown,
  answers: readonly Answer[],
  length: number,
][] = [
  ['an item of every type', get, [answer({ Item: item })], 1],
  ['no item', get, [done], 1],
  [
    'a query with a page',
    ({ QueryCommand }) =>
      new QueryCommand({
        TableName: 'test',
        KeyConditionExpression: 'pk = :pk AND sk > :sk',
        ExpressionAttributeValues: { ':pk': 'ü', ':sk': new Uint8Array([1]) },
        ExclusiveStartKey: key.Key,
        ReturnConsumedCapacity: 'TOTAL',
      }),
    [
      answer({
        Items: [item],
        Count: 1,
        LastEvaluatedKey: { pk: { S: 'a' } },
        ConsumedCapacity: { CapacityUnits: 0.5 },
      }),
    ],
    1,
  ],
  ['a put', put, [done], 1],
  [
    'an update',
    ({ UpdateCommand }) =>
      new UpdateCommand({
        ...key,
        UpdateExpression: 'SET n = :n ADD s :s',
        ExpressionAttributeValues: { ':n': 2n ** 60n, ':s': new Set(['a']) },
        ReturnValues: 'ALL_NEW',
      }),
    [answer({ Attributes: item })],
    1,
  ],
  ['a delete', ({ DeleteCommand }) => new DeleteCommand({ ...key, ReturnValues: 'ALL_OLD' }), [done], 1],
  [
    'a batch that is not read whole',
    ({ BatchGetCommand }) => new BatchGetCommand({ RequestItems: { test: { Keys: [key.Key] } } }),
    [answer({ Responses: { test: [item] }, UnprocessedKeys: { test: { Keys: [{ pk: { S: 'b' } }] } } })],
    1,
  ],
  ['a transaction', transact, [done], 1],
  ['a cancelled transaction', transact, [failure('TransactionCanceledException', 400, cancelled)], 1],
  ['a conflict', put, [failure('TransactionConflictException')], 1],
  ['a transaction in progress, then done', transact, [failure('TransactionInProgressException'), done], 2],
  ['another token', transact, [failure('IdempotentParameterMismatchException')], 1],
  ['a failed condition', put, [failure('ConditionalCheckFailedException', 400, { Item: item })], 1],
  ['no table', get, [failure('ResourceNotFoundException')], 1],
  ['an invalid command', get, [failure('ValidationException')], 1],
  ['too large an item', put, [failure('ItemCollectionSizeLimitExceededException')], 1],
  ['a throttled command, then done', get, [failure('ProvisionedThroughputExceededException'), done], 2],
  ['throttled commands', get, Array(3).fill(failure('ThrottlingException')), 3],
  ['a limit of requests', get, [failure('RequestLimitExceeded', 400), done], 2],
  ['an internal error, then done', put, [failure('InternalServerError', 500), done], 2],
  ['internal errors', put, Array(3).fill(failure('InternalServerError', 500)), 3],
  ['an error of another name', get, [failure('SomethingNew', 418, { detail: [1] })], 1],
  [
    'an error with its name in a header',
    get,
    [answer('{}', 400, { 'x-amzn-errortype': 'SomethingNew:http://x/' })],
    1,
  ],
  ['an error without a name', get, [answer('{}', 400)], 1],
  ['an error that is no JSON', get, Array(3).fill(answer('<html>', 502)), 3],
  ['an error without a body', get, [answer('', 503), done], 2],
  ['an error that says when to retry', get, [answer('', 503, { 'retry-after': '0' }), done], 2],
  ['a response that is no JSON', get, [answer('{"Item":')], 1],
  ['an expired token', get, [failure('ExpiredTokenException')], 1],
  [
    'a clock that is wrong, then done',
    get,
    [
      answer({ __type: 'x#RequestTimeTooSkewed' }, 403, { date: new Date(+now + 3_600_000).toUTCString() }),
      done,
    ],
    2,
  ],
  ['a closed connection, then done', put, [reset, done], 2],
  ['closed connections', put, [reset, reset, reset], 3],
];

test.each(exchanges)('%s', async (_name, command, answers, length) => {
  const [original, lean] = await bothOf(
    (sdk) => sdk.containerDatabase().client.send(command(sdk) as Command),
    answers,
  );
  expect(original?.requests).toHaveLength(length);
  expect(lean).toEqual(original);
});

test('a request names the service, and nothing of the machine', async () => {
  served = { answers: [done], requests: [] };
  await sendGet(await load('lean'));
  const rawHeaders = expect.arrayContaining(['user-agent', 'headwater']);
  expect(served.requests).toEqual([expect.objectContaining({ rawHeaders })]);
  expect(JSON.stringify(served.requests)).not.toContain('x-amz-user-agent');
});

describe('in the environment', { tags: ['storage'] }, () => {
  test.each<[name: string, variables: Readonly<Record<string, string | undefined>>]>([
    ['a token', { AWS_SESSION_TOKEN: 'token' }],
    ['an unknown mode of retries', { AWS_RETRY_MODE: 'other' }],
    ['another number of attempts', { AWS_MAX_ATTEMPTS: '7' }],
    ['defaults of the region', { AWS_DEFAULTS_MODE: 'auto', AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }],
    ['other defaults', { AWS_DEFAULTS_MODE: 'in-region' }],
    ['an account', { AWS_ACCOUNT_ID: '1', AWS_ACCOUNT_ID_ENDPOINT_MODE: 'preferred' }],
    ['a name of the application', { AWS_SDK_UA_APP_ID: 'application' }],
    [
      'a trace',
      { AWS_LAMBDA_FUNCTION_NAME: 'f', _X_AMZN_TRACE_ID: 'Root=1-5759e988-bd862e3fe1be46a994272793' },
    ],
    ['discovery of endpoints', { AWS_ENABLE_ENDPOINT_DISCOVERY: 'true' }],
  ])('%s', async (_name, variables) => {
    setEnvironment(variables);
    const [original, lean] = await bothOf(sendGet, [failure('ThrottlingException')]);
    expect(original?.requests).toHaveLength(2);
    expect(lean).toEqual(original);
  });

  test.each<[name: string, variables: Readonly<Record<string, string | undefined>>]>([
    [
      'an endpoint of all services',
      { AWS_ENDPOINT_URL_DYNAMODB: undefined, AWS_ENDPOINT_URL: 'http://127.0.0.1:1' },
    ],
    ['no region', { AWS_REGION: undefined }],
    ['an invalid region', { AWS_REGION: 'a/b' }],
  ])('%s: neither gets a response', async (_name, variables) => {
    setEnvironment(variables);
    const [original, lean] = await bothOf(sendGet, []);
    expect(original).toMatchObject({ requests: [], outcome: { isError: true } });
    expect(lean).toEqual(original);
  });

  test('no credentials: neither sends anything', async () => {
    setEnvironment({ AWS_ACCESS_KEY_ID: undefined });
    const [, lean] = await bothOf(sendGet, []);
    expect(lean).toMatchObject({ requests: [], outcome: { name: 'CredentialsProviderError' } });
  });
});

test.each([
  ['eu-central-1', {}],
  ['us-gov-west-1', { AWS_USE_FIPS_ENDPOINT: 'true' }],
  ['us-gov-east-1', { AWS_USE_FIPS_ENDPOINT: 'true' }],
  ['cn-north-1', { AWS_USE_DUALSTACK_ENDPOINT: 'true' }],
  ['us-iso-east-1', {}],
  ['eusc-de-east-1', {}],
  ['us-east-1', { AWS_ACCOUNT_ID: '123' }],
  ['us-east-1', { AWS_ACCOUNT_ID: '123', AWS_ACCOUNT_ID_ENDPOINT_MODE: 'disabled' }],
  ['local', {}],
  ['xx-new-1', { AWS_USE_FIPS_ENDPOINT: 'true', AWS_USE_DUALSTACK_ENDPOINT: 'true' }],
])('the endpoint of %s, with %j', { tags: ['storage'] }, async (region, variables) => {
  setEnvironment({ AWS_ENDPOINT_URL_DYNAMODB: undefined, AWS_REGION: region, ...variables });
  const sent: object[] = [];
  const requestHandler = {
    handle: async (request: object) => {
      sent.push(request);
      throw new Error('sent');
    },
  };
  const both = await bothOf(({ DynamoDBClient, DynamoDBDocumentClient, ...sdk }) => {
    const plain = new DynamoDBClient({ maxAttempts: 1, requestHandler: requestHandler as never });
    return DynamoDBDocumentClient.from(plain).send(get(sdk));
  }, []);
  expect(both[1]).toEqual(both[0]);
  expect(sent).toHaveLength(2);
  const [original, lean] = sent.map((request) => JSON.parse(JSON.stringify(request)));
  expect(original.hostname).toContain(region === 'local' ? 'localhost' : region);
  expect(lean).toEqual(original);
});

test('random items are sent alike', { tags: ['property'] }, async () => {
  const value = fc.anything({
    maxDepth: 3,
    values: [
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e38, max: 1e38 }),
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      fc.boolean(),
      fc.constant(null),
      fc.uint8Array(),
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }).map((texts) => new Set(texts)),
    ],
  });
  const items = fc.sample(fc.dictionary(fc.string({ minLength: 1 }), value), {
    numRuns: amount({ few: 10, many: 100, most: 300 }),
    seed: 32,
  });
  const [original, lean] = await bothOf(async (sdk) => {
    const { client } = sdk.containerDatabase();
    const outcomes = [];
    for (const Item of items)
      outcomes.push(await outcomeOf(client.send(new sdk.PutCommand({ TableName: 'test', Item }))));
    return outcomes;
  }, []);
  expect(original?.requests.length).toBeGreaterThan(items.length / 2);
  expect(lean).toEqual(original);
});
