/** Sinks in requests, and what the emitted functions that deliver send to an engine. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { connectEngine } from '../../../lib/headwater/data/search-engine/engine.ts';
import { engineAccess } from '../../../lib/headwater/data/search-engine/engine-access.ts';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { type Answer, loadHandler } from '../../support/emitted-function.ts';
import { repository } from '../../support/repository.ts';
import { type SearchEngine, startSearchEngine } from '../../support/search-engine.ts';
import { plentyOfTime as time } from '../support/replayed-source.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let functions: StreamFunctions;
let search: SearchEngine;

beforeAll(async () => {
  process.env['SINKS'] = 'on';
  const names = ['getById', 'getSink', 'patch', 'update', 'remove', 'push', 'createReplay'];
  [functions, search] = await Promise.all([
    streamFunctions(names.map((name) => `stream-${name}`)),
    startSearchEngine(),
  ]);
});

const call: StreamFunctions['call'] = (...args) => functions.call(...args);
const ndjson = { 'content-type': 'application/x-ndjson' };
const sinkOf = async (id: string) => (await call('stream-getSink', { id })) as Answer & { body: object };
const keysIn = async (partition: string) =>
  (await functions.engine.scan(functions.tableName)).filter(({ pk }) => pk === partition);

describe('the name of an index', () => {
  test.each(['logs', 'logs-2026.11.26', '0', "a!$%&'()+;=@[]^`{}~_.-", 'a'.repeat(255)])(
    '%s',
    async (index) => {
      const sink = { kind: 'elasticsearch', index } as const;
      const id = await functions.makeStream({ sink });
      expect((await call('stream-getById', { id })).body).toMatchObject({ sink });
    },
  );

  // The rules of Elasticsearch (https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-indices-create).
  test.each([
    ...[
      '',
      '.',
      '..',
      '.kibana',
      '-logs',
      '_logs',
      '+logs',
      'Logs',
      'a/b',
      'a\\b',
      'a*',
      'a?',
      'a"b',
      'a<b',
      'a>b',
    ],
    // Lists of the service read these.
    'documents-headwater-source-0a1b2c3d-written',
    ...['a|b', 'a b', 'a,b', 'a#b', 'a:b', 'logs\n', 'logs\u0000', 'é', 'a'.repeat(256)],
  ])('%j is refused', async (index) => {
    const source = await functions.makeSource();
    const body = { source, sink: { kind: 'opensearch', index } };
    const answer = await call('stream-create', { body });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/sink/index' }] } });
  });

  test('of another engine, or without a name, is refused', async () => {
    const source = await functions.makeSource();
    for (const sink of [{ kind: 'solr', index: 'a' }, { kind: 'opensearch' }, { index: 'a' }, 'logs'])
      expect(await call('stream-create', { body: { source, sink } })).toMatchObject({ status: 400 });
  });
});

test('the item of a sink comes, changes and goes with the stream', async () => {
  const [one, other] = ['one', 'other'].map((index) => ({ kind: 'opensearch', index }));
  const id = await functions.makeStream({ sink: one });
  const items = async () => (await keysIn('~sinks')).filter(({ sk }) => String(sk).endsWith(id));
  expect(await items()).toMatchObject([{ index: 'one', position: 0, until: 0 }]);
  expect(await sinkOf(id)).toMatchObject({
    status: 200,
    body: { index: 'one', lag: 0, delivered: 0, tries: 0 },
  });
  await call('stream-patch', { id, body: { name: 'renamed' } });
  await call('stream-patch', { id, body: { sink: { index: 'other' } } });
  expect(await items()).toMatchObject([{ index: 'other', kind: 'opensearch' }]);
  await call('stream-update', { id, body: { sink: other } });
  expect(await items()).toHaveLength(1);
  expect(await call('stream-patch', { id, body: { sink: null } })).toMatchObject({ status: 200 });
  expect(await items()).toEqual([]);
  expect(await sinkOf(id)).toMatchObject({ status: 404, body: { detail: `The stream ${id} has no sink.` } });
  await call('stream-update', { id, body: { sink: other } });
  await call('stream-patch', { id, body: { state: 'closed' } });
  expect(await call('stream-remove', { id })).toMatchObject({ status: 204 });
  expect(await items()).toMatchObject([{ expiresAt: expect.any(Number) }]);
});

describe('on a stage without a search engine', () => {
  afterEach(() => vi.unstubAllEnvs());

  const sink = { kind: 'opensearch', index: 'nowhere' } as const;
  const refused = {
    status: 409,
    body: {
      type: 'urn:problem-type:headwater:no_search_engine',
      detail: expect.stringContaining('searchEndpoint'),
    },
  };

  test('a new sink is refused', async () => {
    const source = await functions.makeSource();
    vi.stubEnv('SINKS', '');
    expect(await call('stream-create', { body: { source, sink } })).toMatchObject(refused);
    const id = await functions.makeStream({ source });
    for (const name of ['stream-patch', 'stream-update'])
      expect(await call(name, { id, body: { sink } })).toMatchObject(refused);
    expect((await call('stream-getById', { id })).body).not.toHaveProperty('sink');
  });

  test('a sink of before stays, says that it waits, and can be ended', async () => {
    const id = await functions.makeStream({ sink });
    expect((await sinkOf(id)).body).not.toHaveProperty('waiting');
    vi.stubEnv('SINKS', '');
    expect(await call('stream-patch', { id, body: { name: 'renamed' } })).toMatchObject({ status: 200 });
    expect((await sinkOf(id)).body).toMatchObject({ waiting: expect.stringContaining('no search engine') });
    expect(await call('stream-patch', { id, body: { sink: null } })).toMatchObject({ status: 200 });
  });
});

test('the emitted functions deliver what was pushed and what a replay has changed', async () => {
  const sink = { kind: 'opensearch', index: 'emitted' } as const;
  const id = await functions.makeStream({ sink });
  await call('stream-push', { id, headers: ndjson, body: '{"n":1}\n{"n":9007199254740993}\n' });
  Object.assign(process.env, {
    SEARCH_ENDPOINT: search.endpoint,
    SEARCH_CREDENTIALS: JSON.stringify({ username: 'ada', password: 'secret-7' }),
  });
  const [consumer, schedule] = await Promise.all(
    ['stream-deliverStream', 'stream-deliverStreams'].map((name) => loadHandler(repository, name)),
  );
  const changed = {
    dynamodb: { Keys: { pk: { S: `stream/${id}` }, sk: { S: 'log' } }, SequenceNumber: '1' },
  };
  expect(await consumer?.({ Records: [changed] }, lambdaContext({}))).toEqual({ batchItemFailures: [] });
  expect(Object.keys(await search.documents('emitted'))).toEqual([`${id}-0`, `${id}-1`]);
  const [request] = search.requests;
  expect(request?.body.toString()).toContain('{"n":9007199254740993}');
  expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('ada:secret-7').toString('base64')}`);
  expect(await sinkOf(id)).toMatchObject({ body: { lag: 0, delivered: 2 } });
  // Nothing of the source has changed, so the replay changes nothing, and a push goes on.
  await call('stream-createReplay', { id, body: { from: 0, to: 1 } });
  expect(await keysIn('~again')).toEqual([]);
  await call('stream-push', { id, headers: ndjson, body: '{"n":3}\n' });
  await functions.engine.client.send(await fail(id, { hours: 2 }));
  const run = () => schedule?.({ 'detail-type': 'Scheduled Event' }, lambdaContext({}));
  const [failing] = await metricsOf(run);
  expect(failing).toMatchObject({ FailingSinks: 1, SearchDelaySeconds: expect.any(Number) });
  expect(failing?.['SearchDelaySeconds']).toBeGreaterThanOrEqual(7_200);
  expect(Object.keys(await search.documents('emitted'))).toHaveLength(3);
  expect(await metricsOf(run)).toEqual([]);
});

/** A run looks at a stream whose last attempt has failed. */
async function fail(id: string, { hours }: { readonly hours: number }) {
  const { UpdateCommand } = await import('@aws-sdk/lib-dynamodb');
  return new UpdateCommand({
    TableName: functions.tableName,
    Key: { pk: '~sinks', sk: `public/${id}` },
    UpdateExpression: 'SET tries = :one, failingSince = :since',
    ExpressionAttributeValues: { ':one': 1, ':since': Date.now() - hours * 3_600_000 },
  });
}

/** The lines of metrics that a run writes. */
async function metricsOf(run: () => unknown): Promise<Readonly<Record<string, unknown>>[]> {
  vi.stubEnv('AWS_LAMBDA_LOG_FORMAT', 'JSON');
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await run();
  const lines = write.mock.calls.map(([text]) => JSON.parse(String(text)));
  write.mockRestore();
  vi.unstubAllEnvs();
  return lines.filter((line) => '_aws' in line);
}

describe('credentials', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'SECRET', AWS_SESSION_TOKEN: 'TOKEN' };
  const never = () => Promise.reject(new Error('Nothing else is asked.'));
  const sent = async (environment: object) => {
    const access = engineAccess({ ...environment }, never);
    const engine = connectEngine({ endpoint: `${search.endpoint}/prefix/`, access }, time);
    await engine({
      method: 'POST',
      path: ['a+b', '_bulk'],
      body: Buffer.from('\n'),
      contentType: 'application/x-ndjson',
    });
    const request = search.requests.at(-1);
    expect(request?.path).toBe('/prefix/a%2Bb/_bulk');
    return request?.headers ?? {};
  };

  afterEach(() => vi.unstubAllEnvs());

  test.each(['es', 'aoss'])('requests to %s are signed with those of the role', async (service) => {
    const arn = `arn:aws:${service}:eu-central-1:123456789012:x/y`;
    const headers = await sent({ ...keys, SEARCH_ACCESS: arn });
    expect(headers.authorization).toMatch(
      new RegExp(
        `^AWS4-HMAC-SHA256 Credential=AKID/\\d{8}/eu-central-1/${service}/aws4_request, SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$`,
      ),
    );
    expect(headers['x-amz-content-sha256']).toBe(
      '01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b',
    );
    expect(headers['x-amz-security-token']).toBe('TOKEN');
    expect(JSON.stringify(headers)).not.toContain('SECRET');
  });

  test.each([
    ['{"username":"ada","password":"ö"}', `Basic ${Buffer.from('ada:ö').toString('base64')}`],
    ['{"api_key":"aWQ6a2V5"}', 'ApiKey aWQ6a2V5'],
  ])('%s of the environment', async (credentials, header) => {
    expect((await sent({ SEARCH_CREDENTIALS: credentials })).authorization).toBe(header);
    expect((await sent({})).authorization).toBeUndefined();
  });

  test('of a secret are read once, and again after a refusal', async () => {
    let password = 'old-one';
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(String(request.headers['x-amz-target']));
      expect(request.headers.authorization).toContain('/eu-central-1/secretsmanager/aws4_request');
      response.end(JSON.stringify({ SecretString: JSON.stringify({ username: 'ada', password }) }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanUp(() => server.close());
    cleanUp(() => server.closeAllConnections());
    const { port } = server.address() as AddressInfo;
    const environment = {
      ...keys,
      SEARCH_ENDPOINT: search.endpoint,
      SEARCH_ACCESS: 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:headwater-search-a1',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}`,
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const { stageEngine } = await import('../../../lib/headwater/data/search-engine/engine.ts');
    const engine = stageEngine(time);
    const ask = async () => {
      await engine({ method: 'GET', path: ['x', '_bulk'] });
      return Buffer.from(String(search.requests.at(-1)?.headers.authorization).slice(6), 'base64').toString();
    };
    expect([await ask(), await ask()]).toEqual(['ada:old-one', 'ada:old-one']);
    password = 'new-one';
    search.fault = () => 401;
    expect(await ask()).toBe('ada:old-one');
    search.fault = () => undefined;
    expect(await ask()).toBe('ada:new-one');
    expect(seen).toEqual(['secretsmanager.GetSecretValue', 'secretsmanager.GetSecretValue']);
  });

  test('that are wrong are never shown', async () => {
    const wrong = 'pass-word-1';
    for (const SEARCH_CREDENTIALS of [wrong, `{"username":"${wrong}"}`, `"${wrong}`, `["${wrong}"]`])
      expect(() => engineAccess({ SEARCH_CREDENTIALS }, never)).toThrow(
        /^The SEARCH_CREDENTIALS is not JSON with "username" and "password", or with "api_key"\.$/,
      );
    expect(() => engineAccess({ SEARCH_ACCESS: 'arn:aws:s3:::b' }, never)).toThrow(
      /SEARCH_ACCESS is not the ARN/,
    );
    const secret = 'arn:aws:secretsmanager:x:123456789012:secret:s';
    const answers = [
      [
        { status: 400, body: { __type: 'x#AccessDeniedException', message: wrong } },
        /read: 400 AccessDeniedException\.$/,
      ],
      [{ status: 200, body: { SecretString: wrong } }, /^The secret of SEARCH_ACCESS is not JSON/],
    ] as const;
    for (const [answer, message] of answers) {
      const { authorize } = engineAccess({ ...keys, SEARCH_ACCESS: secret }, async () => answer);
      const request = { method: 'GET', protocol: 'http:', hostname: 'x', path: '/', query: {}, headers: {} };
      await expect(authorize(request)).rejects.toThrow(message);
      await expect(authorize(request)).rejects.not.toThrow(wrong);
    }
    const access = engineAccess({}, never);
    for (const endpoint of [undefined, '', 'search', 'ftp://x', `http://ada:${wrong}@x`])
      expect(() => connectEngine({ endpoint, access }, time)).toThrow(
        /^The environment variable SEARCH_ENDPOINT is not the URL of a search engine, without credentials\.$/,
      );
  });
});

test('nothing reads the settings of the engine but what delivers, and what lists load where the stage says so', async () => {
  const { outputs } = JSON.parse(await readFile(join(repository, '.generated/metafile.json'), 'utf8'));
  const readers: string[] = [];
  for (const path of Object.keys(outputs)) {
    if (!path.endsWith('/index.mjs')) continue;
    if (/SEARCH_(?:ENDPOINT|ACCESS|CREDENTIALS)/.test(await readFile(join(repository, path), 'utf8')))
      readers.push(path.split('/').at(-2) ?? '');
  }
  const later = [
    'headwater~data~search~engine-index~stage-index',
    'lib~service~streams~log~read~indexed-walk',
  ];
  expect(readers.toSorted()).toEqual([...later, 'stream-deliverStream', 'stream-deliverStreams']);
});
