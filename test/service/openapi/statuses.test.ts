/**
 * Every status, every media type and every header that the OpenAPI document has for an operation really comes: each is
 * called at least once, over the emitted functions. That nothing else comes, `loadFunction` checks in all tests.
 *
 * @module-tag functions
 */

import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { idOfName } from '../../../lib/headwater/data/store/ids.ts';
import { ownerOf } from '../../../lib/headwater/run/access/token-owner.ts';
import { unitsPartition } from '../../../lib/headwater/shared/rights/unit-rights.ts';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { ownPrefix } from '../../../lib/service/streams/leases/own-index.ts';
import { type ConflictingEngine, startConflictingEngine } from '../../support/conflicting-engine.ts';
import {
  checkDocumented,
  checkOf,
  type OperationObject,
  ownDocumentation,
} from '../../support/documented.ts';
import { type CallFunction, loadFunction, loadHandler } from '../../support/emitted-function.ts';
import { startEngine } from '../../support/engine.ts';
import { httpApiEvent } from '../../support/event.ts';
import { readBackground, serviceFunctions } from '../../support/own-operations.ts';
import { repository } from '../../support/repository.ts';
import { startTokenIssuer } from '../../support/token-issuer.ts';
import { makeToken } from '../../support/token-maker.ts';
import { steps } from '../prices/random-requests.ts';
import { createSourceRepository } from '../support/source-repository.ts';

interface Sent {
  readonly replay?: string;
  readonly query?: string;
  readonly id?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

const { env } = process;
const before = { ...env };
const documentation = ownDocumentation();
const operations = documentation.operations();
const scopes = operations.flatMap(({ operation }) =>
  operation.security.flatMap((each) => Object.values(each).flat()),
);
const functions = new Map<string, CallFunction>();
/** `source-create 201`, and its parts: `source-create 201 header ETag`. */
const seen = new Set<string>();
let engine: ConflictingEngine;
let token: string;
let powerless: string;
let sources: ReturnType<typeof createSourceRepository>;
/** Makes the owner owe units for a minute. */
let spendAll: () => Promise<unknown>;

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const real = await startEngine();
  const tableName = await real.makeTable();
  const { access, issuer } = await startTokenIssuer();
  engine = await startConflictingEngine(real.environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '');
  const endpoint = { AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint };
  const settings = { TABLE_NAME: tableName, ACCESS: access, SINKS: 'on' };
  Object.assign(env, real.environment, endpoint, settings);
  const owner = ownerOf(issuer.issuer, 'ada');
  sink = { kind: 'opensearch', index: `${ownPrefix(owner)}shop-logs` };
  sources = createSourceRepository({ client: real.client, tableName, owner });
  const Item = () => ({ pk: unitsPartition, sk: owner, until: Date.now() + 60_000 });
  spendAll = () => real.client.send(new PutCommand({ TableName: tableName, Item: Item() }));
  token = makeToken(issuer, { claims: { scope: scopes.join(' ') } });
  powerless = makeToken(issuer, { claims: { scope: 'other' } });
  for (const { operation } of operations)
    functions.set(operation.operationId, await loadFunction(repository, operation.operationId));
});

afterAll(() => {
  for (const name of ['ACCESS', 'TABLE_NAME', 'AWS_ENDPOINT_URL_DYNAMODB', 'SINKS']) env[name] = before[name];
  vi.restoreAllMocks();
});

const unknown = '0123456789abcdef01234567';

function operationOf(operationId: string) {
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  if (!found) throw new Error(`There is no operation ${operationId}.`);
  return found;
}

function requestOf(operationId: string, sending: Sent) {
  const { query = '', id = unknown, replay = unknown, headers = {}, body } = sending;
  const { path, method } = operationOf(operationId);
  const pathParameters = {
    id,
    name: id,
    type: id === unknown ? 'set' : id,
    position: '0',
    revision: '1',
    replay,
  };
  const url = path.replace(/\{(\w+)\}/g, (_, name: keyof typeof pathParameters) => pathParameters[name]);
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const all = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': type }),
    ...headers,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    method,
    url: `${url}${query}`,
    pathParameters,
    headers: Object.fromEntries(sent),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

function note(operationId: string, status: number, headers: Readonly<Record<string, string>>): void {
  seen.add(`${operationId} ${status}`);
  seen.add(`${operationId} ${status} ${headers['content-type']}`);
  for (const name of Object.keys(headers)) seen.add(`${operationId} ${status} header ${name}`);
}

async function send(operationId: string, sent: Sent = {}) {
  const call = functions.get(operationId);
  if (!call) throw new Error(`${operationId} is not loaded.`);
  const answer = await call(requestOf(operationId, sent));
  note(operationId, answer.status, answer.headers);
  return answer;
}

async function make(source: object = {}): Promise<string> {
  const { body } = await send('source-create', { body: source });
  return (body as { _id: string })._id;
}

async function makeSampled(records: readonly object[] = [{ a: 1 }]): Promise<string> {
  const id = await make();
  await send('source-putSample', { id, body: { records } });
  return id;
}

/** With an index of the owner's own. */
let sink: { readonly kind: 'opensearch'; readonly index: string };

async function openStream(source: string): Promise<string> {
  const { body } = await send('stream-create', { body: { source, sink } });
  return (body as { _id: string })._id;
}

/** A source as an earlier version has stored it. */
async function makeOld(): Promise<string> {
  const preprocessors = [{ type: 'nothing', x: 1 }];
  const made = await sources.create({ tags: [], format: 'json', preprocessors });
  return made._id;
}

const guarded = operations.filter(({ operation }) => operation.security.length > 0);
const image = { 'content-type': 'image/png' };
const large = { name: 'x'.repeat(2_000_000) };

test('401 and 403 of whoever may not call', async () => {
  for (const { operation } of guarded) {
    await send(operation.operationId, { headers: { authorization: undefined } });
    await send(operation.operationId, { headers: { authorization: `Bearer ${powerless}` } });
  }
});

test('400, 406 and 415 of what no operation takes', async () => {
  for (const { operation, method } of operations) {
    const body = ['POST', 'PUT', 'PATCH'].includes(method) ? { body: '{' } : {};
    await send(operation.operationId, { query: '?nothing=1', ...body });
    await send(operation.operationId, { headers: { accept: 'text/csv' }, ...body });
    if ('body' in body) {
      await send(operation.operationId, { headers: image, ...body });
      await send(operation.operationId, { headers: { 'content-encoding': 'gzip' }, ...body });
    }
  }
  await send('source-list', { query: '?query=(' });
});

test('404 of what does not exist', async () => {
  for (const { operation, method } of operations) {
    const bodies: Readonly<Record<string, unknown>> = {
      'stream-create': { source: unknown },
      'stream-push': [{ a: 1 }],
      'stream-createReplay': { failures: true },
      'stream-createReplayJob': { failures: true },
      'source-putSample': { records: [{}] },
      'source-discoverFields': { records: [{}] },
      'source-createMappingPreview': { records: [{}] },
      'source-suggest': { source: unknown },
      'preprocessor-preview': { configuration: { field: 'a' }, records: [{}] },
    };
    const body =
      bodies[operation.operationId] ?? (['PUT', 'PATCH'].includes(method) ? { name: 'a' } : undefined);
    const id = operation.tags.includes('preprocessor') ? 'nothing' : unknown;
    if (operation.responses['404']) await send(operation.operationId, { id, body });
  }
});

test('413 of what is too large', async () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, index]));
  // As JSON, each character of the path has six.
  const record = { ['\u0001'.repeat(500)]: many };
  const wide = await makeSampled([record]);
  const wideStream = await openStream(wide);
  await send('stream-push', { id: wideStream, body: [record] });
  await send('stream-listFields', { id: wideStream, query: '?size=1000' });
  const grow = { type: 'set', field: 'b', value: '{{a}}'.repeat(14) };
  const deep = await make({ preprocessors: [grow] });
  const records = Array.from({ length: 6 }, () => ({ a: 'x'.repeat(30_000) }));
  await send('source-putSample', { id: deep, body: { records } });
  await send('source-listFields', { id: wide, query: '?size=1000' });
  await send('source-getMappingPreview', { id: deep, query: '?size=100' });
  const id = await make();
  for (const resource of ['source', 'stream'])
    for (const nickname of ['create', 'update', 'patch'])
      await send(`${resource}-${nickname}`, { id, body: large });
  await send('pipeline-put', { body: large });
  const text = { headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(2_000_000) };
  for (const operationId of [
    ...['source-putSample', 'source-discoverFields', 'source-createMappingPreview', 'source-suggest'],
  ])
    await send(operationId, { id, ...text });
  await send('preprocessor-preview', { body: { records: [{ a: large }] } });
  await send('stream-push', { body: [{ a: 'x'.repeat(5_000_000) }] });
  for (const operationId of ['stream-createReplay', 'stream-createReplayJob'])
    await send(operationId, { body: large });
});

test('409 and 422 of keys, conflicts and what cannot run', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const source = await make();
  for (const operationId of ['source-create', 'stream-create']) {
    const body = operationId === 'stream-create' ? { source } : {};
    await Promise.all(Array.from({ length: 10 }, () => send(operationId, { headers, body })));
    await send(operationId, { headers, body: { ...body, name: 'other' } });
  }
  const stream = await openStream(source);
  const batch = { 'idempotency-key': randomUUID() };
  for (const a of [1, 2]) await send('stream-push', { id: stream, headers: batch, body: [{ a }] });
  const replayed = { 'idempotency-key': randomUUID() };
  for (const from of [1, 2])
    for (const operationId of ['stream-createReplay', 'stream-createReplayJob'])
      await send(operationId, { id: stream, headers: replayed, body: { from, to: 2 } });
  await send('stream-remove', { id: stream });
  await send('stream-patch', { id: stream, body: { state: 'closed' } });
  for (const operationId of ['stream-update', 'stream-patch'])
    await send(operationId, { id: stream, body: { state: 'open' } });
  await send('stream-push', { id: stream, body: [{ a: 1 }] });
  for (const operationId of ['stream-createReplay', 'stream-createReplayJob'])
    await send(operationId, { id: stream, body: { failures: true } });
  const bare = await make();
  await send('source-listFields', { id: bare });
  await send('source-getMappingPreview', { id: bare });
  await send('source-createMappingPreview', { id: bare, body: {} });
  await send('source-suggest', { body: { source: bare } });
  const old = await makeOld();
  await send('source-discoverFields', { id: old, body: { records: [{}] } });
  await send('source-remove', { id: old });
});

test('409 of those whom others always come before', async () => {
  const rename = (id: string) => () => send('source-patch', { id, body: { name: randomUUID() } });
  const sample = (id: string) => () =>
    send('source-putSample', { id, body: { records: [{ a: randomUUID() }] } });
  const rivals: readonly (readonly [operationId: string, rival: typeof rename, body?: object])[] = [
    ['source-update', rename, { name: 'u' }],
    ['source-patch', rename, { name: 'p' }],
    ['source-remove', rename],
    ['source-putSample', sample, { records: [{ b: 1 }] }],
    ['source-removeSample', sample],
  ];
  const describe = (name: string) => () =>
    send('pipeline-put', { id: name, body: { preprocessors: [], description: randomUUID() } });
  for (const [operationId, body] of [['pipeline-put', { preprocessors: [] }], ['pipeline-remove']] as const) {
    await describe(operationId)();
    await engine.compete(idOfName(operationId), describe(operationId), () =>
      send(operationId, { id: operationId, body }),
    );
  }
  await Promise.all(
    rivals.map(async ([operationId, rival, body]) => {
      // On a busy machine a rival may get a 503, and the operation wins.
      for (let round = 0; round < 5 && !seen.has(`${operationId} 409`); round++) {
        const id = await makeSampled();
        await engine.compete(id, rival(id), () => send(operationId, { id, body }));
      }
    }),
  );
});

test('422 of changes that touch too much', async () => {
  const numbered = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${prefix}${at}`);
  const wide = (prefix: string) => ({ name: numbered(prefix, 30).join(' '), tags: numbered(prefix, 32) });
  const id = await make(wide('a'));
  const { body: made } = await send('stream-create', { body: { source: id, ...wide('a') } });
  const { _id: stream } = made as { _id: string };
  for (const kind of ['update', 'patch']) {
    await send(`source-${kind}`, { id, body: wide('b') });
    await send(`stream-${kind}`, { id: stream, body: wide('b') });
  }
});

test('304 and 412 of conditions', async () => {
  const ids = await idsOf();
  for (const { operation, method } of operations.filter(({ operation }) => operation.responses['412'])) {
    const { operationId } = operation;
    const bodies: Readonly<Record<string, object>> = {
      'source-putSample': { records: [{}] },
      'pipeline-put': { preprocessors: [] },
    };
    const body = bodies[operationId] ?? { name: 'a' };
    const sent = ['PUT', 'PATCH'].includes(method) ? { body } : {};
    await send(operationId, { ...ids(operation), headers: { 'if-match': '"nothing"' }, ...sent });
    if (method === 'GET') await send(operationId, { ...ids(operation), headers: { 'if-none-match': '*' } });
  }
});

/** What an operation is about: a source with a sample, an open stream, a pipeline, or a type of preprocessor. */
async function idsOf(): Promise<(operation: OperationObject) => Pick<Sent, 'id' | 'replay'>> {
  const source = await makeSampled();
  const stream = await openStream(source);
  for (const accept of Object.keys(operationOf('stream-push').operation.responses['201']?.content ?? {}))
    for (const [operationId, body] of [
      ['stream-push', [{ a: 1 }]],
      ['stream-createReplay', { from: 0, to: 0 }],
    ] as const)
      await send(operationId, { id: stream, headers: { accept }, body });
  await send('pipeline-put', { id: 'shared', body: { preprocessors: [] } });
  const ids: Readonly<Record<string, string>> = {
    pipeline: 'shared',
    source,
    stream,
    preprocessor: 'lowercase',
  };
  const { body } = await send('stream-createReplayJob', { id: stream, body: { from: 0, to: 0 } });
  const { _id: replay } = body as { _id: string };
  return ({ tags: [resource = ''] }) => ({ id: ids[resource] ?? unknown, replay });
}

test('successes in every media type', async () => {
  const ids = await idsOf();
  const succeed = async (operation: OperationObject) => {
    const { operationId, responses, requestBody } = operation;
    const [body] = Object.values(requestBody?.content ?? {}).map(({ example }) => example);
    const [success] = Object.entries(responses).filter(([status]) => status < '300');
    const types = Object.keys(success?.[1].content ?? { 'application/json': undefined });
    const records = operationId === 'stream-push' ? [{}] : undefined;
    const sent = operationId === 'stream-create' ? { source: await make() } : (records ?? body);
    for (const accept of types)
      await send(operationId, { ...ids(operation), headers: { accept }, body: sent });
  };
  const isRemoval = (operation: OperationObject) => operation.operationId.includes('-remove');
  const all = operations.map(({ operation }) => operation);
  for (const operation of all.filter((each) => !isRemoval(each))) {
    await succeed(operation);
    // Its example pauses the stream, and the example of stream-update has no sink.
    if (operation.operationId === 'stream-patch')
      await send('stream-patch', { ...ids(operation), body: { state: 'open', sink } });
  }
  const [stream] = all.filter(({ operationId }) => operationId === 'stream-patch');
  if (stream) await send('stream-patch', { ...ids(stream), body: { state: 'closed' } });
  // What a source has is removed before it.
  for (const operation of all.filter(isRemoval).toReversed()) await succeed(operation);
});

test('a failure of each', async () => {
  for (const { operation } of operations) {
    const { operationId } = operation;
    const handler = await loadHandler(repository, operationId);
    const event = Object.assign(httpApiEvent(requestOf(operationId, {})), { headers: null });
    const { statusCode, headers, body } = (await handler(event, lambdaContext())) as {
      readonly statusCode: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    };
    checkDocumented(checkOf(repository), { id: operationId }, { statusCode, headers, body });
    note(operationId, statusCode, headers);
  }
});

test('429 of an owner whose units are used up', async () => {
  const failing = { type: 'convert', field: 'n', target_type: 'integer', ignore_missing: true };
  const preprocessors = [failing, ...steps(260_000)];
  const source = await make({ preprocessors });
  await send('source-putSample', { id: source, body: { records: [{}] } });
  await send('pipeline-put', { id: 'large', body: { preprocessors } });
  const stream = await openStream(source);
  const text = createHash('shake256', { outputLength: 300_000 }).update('noise').digest('base64');
  await send('stream-push', { id: stream, body: [{ text }, { text, n: 'none' }] });
  for (let left = 30; left > 0; left--) await openStream(source);
  await spendAll();
  const ids: Readonly<Record<string, string>> = { pipeline: 'large', source, stream };
  const queries: Readonly<Record<string, string>> = {
    'pipeline-list': '?query=revision:>1',
    'source-list': '?query=revision:>1',
    'stream-list': '?query=retention_days:>1',
    'stream-getOverview': '?query=retention_days:>1',
    'stream-getHistogram': '?query=/zzz/',
    'stream-listFields': '?query=/zzz/',
    'stream-listFailures': '?counts=true',
    'stream-listRecords': '?query=/zzz/',
  };
  const bodies: Readonly<Record<string, unknown>> = {
    'stream-push': [{ a: 1 }],
    'stream-createReplay': { from: 0, to: 1 },
    'source-putSample': { records: [{}] },
    'source-discoverFields': { records: [{}] },
    'source-createMappingPreview': { records: [{}] },
    'source-suggest': { source },
    'source-update': {},
    'source-patch': { name: 'a' },
    'pipeline-put': { preprocessors: [] },
  };
  for (const { operation } of operations.filter((each) => each.operation.responses['429'])) {
    const { operationId, tags } = operation;
    const query = queries[operationId];
    await send(operationId, {
      id: ids[tags[0] ?? ''] ?? unknown,
      body: bodies[operationId],
      ...(query === undefined ? {} : { query }),
    });
  }
});

/** Special circumstances, which other tests see: database-faults.test.ts and others. */
const rareStatuses = ['503', '504'];
const rare = ['retry-after', 'accept-patch', 'accept-encoding', 'accept', 'etag', 'www-authenticate'];

test('each documented status, media type and header of a success has come', async () => {
  const documented = operations.flatMap(({ operation: { operationId, responses } }) =>
    Object.entries(responses)
      .filter(([status]) => !rareStatuses.includes(status))
      .flatMap(([status, { content = {}, headers = {} }]) => [
        `${operationId} ${status}`,
        ...Object.keys(content).map((type) => `${operationId} ${status} ${type}`),
        ...Object.keys(headers)
          .map((name) => name.toLowerCase())
          .filter((name) => !['x-request-id', 'traceparent'].includes(name))
          .filter((name) => status < '300' || !rare.includes(name))
          .map((name) => `${operationId} ${status} header ${name}`),
      ]),
  );
  expect(documented.filter((each) => !seen.has(each))).toEqual([]);
  const others = [...(await readBackground()), ...serviceFunctions];
  expect(operations).toHaveLength(Object.keys(JSON.parse(functionsJson)).length - others.length);
});

const functionsJson = await readFile(join(repository, '.generated/functions.json'), 'utf8');
