/** Index templates of sinks, and previews against the mappings of their indexes: the emitted functions with OpenSearch 3. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { LambdaHandler } from '../../../lib/headwater/tools/local/gateway/invoke-function.ts';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { loadHandler } from '../../support/emitted-function.ts';
import { repository } from '../../support/repository.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';
import { startTestEngine } from './test-engine.ts';

const searched = await startTestEngine();
const records = [
  { n: 2, ip: '10.0.0.1', at: '2026-11-25' },
  { n: 2.5, ip: '::1', at: '2026-11-26T10:00:00Z' },
];
let functions: StreamFunctions;
let consumer: LambdaHandler;

beforeAll(async () => {
  const previews = ['source-getMappingPreview', 'source-createMappingPreview'];
  functions = await streamFunctions([
    ...['source-putSample', 'source-patch', ...previews],
    ...['stream-getSink', 'stream-push', 'stream-patch', 'stream-listFailures'],
  ]);
  Object.assign(process.env, { SEARCH_ENDPOINT: searched?.endpoint, SINKS: 'on' });
  consumer = await loadHandler(repository, 'stream-deliverStream');
});

const call: StreamFunctions['call'] = (...args) => functions.call(...args);
const bodyOf = async (...args: Parameters<StreamFunctions['call']>) => Object((await call(...args)).body);

async function makeSource(sample: readonly object[] | undefined = records): Promise<string> {
  const id = await functions.makeSource();
  if (sample.length > 0) await call('source-putSample', { id, body: { records: sample } });
  return id;
}

const makeStream = (source: string, index: string) =>
  functions.makeStream({ source, sink: { kind: 'opensearch', index } });

async function deliver(id: string, pushed: object): Promise<void> {
  await call('stream-push', { id, body: [pushed] });
  const Keys = { pk: { S: `stream/${id}` }, sk: { S: 'log' } };
  const context = lambdaContext({ getRemainingTimeInMillis: () => 60_000 });
  const event = { Records: [{ dynamodb: { Keys, SequenceNumber: '1' } }] };
  expect(await consumer(event, context)).toEqual({ batchItemFailures: [] });
}

const templateOf = (id: string) => bodyOf('stream-getSink', { id }).then(({ template }) => template);
const stored = async (name: string) =>
  Object(await searched?.ask('GET', `/_index_template/${name}`)).body.index_templates?.[0].index_template;
const mappingOf = async (index: string) =>
  Object(await searched?.ask('GET', `/${index}/_mapping`)).body[index].mappings;

describe.skipIf(searched === undefined)('the first delivery', () => {
  test('puts the template that the preview shows, before the engine makes the index', async () => {
    const source = await makeSource();
    const shown = await bodyOf('source-getMappingPreview', {
      ...{ id: source, query: '?index=fitted' },
      headers: { accept: 'application/vnd.elasticsearch+json' },
    });
    const id = await makeStream(source, 'fitted');
    expect(await templateOf(id)).toBeUndefined();
    await deliver(id, { n: 1, ip: '10.0.0.9', at: '2026-11-27' });
    expect(await templateOf(id)).toEqual({ state: 'put', at: expect.any(String) });
    expect(await stored('fitted')).toMatchObject(shown);
    expect((await mappingOf('fitted')).properties).toMatchObject({
      n: { type: 'double' },
      ip: { type: 'ip' },
    });
  });

  test('leaves the engine its way without a sample', async () => {
    const id = await makeStream(await makeSource([]), 'no-sample');
    await deliver(id, { n: 1 });
    expect(await templateOf(id)).toMatchObject({
      state: 'none',
      message: expect.stringMatching(/has no sample\.$/),
    });
    expect(await mappingOf('no-sample')).toEqual({ properties: { n: { type: 'long' } } });
  });

  test('keeps what a person has put or changed, and what fits another source', async () => {
    const own = {
      index_patterns: ['by-hand'],
      priority: 7,
      template: { settings: { number_of_replicas: '0' } },
    };
    await searched?.ask('PUT', '/_index_template/by-hand', own);
    const source = await makeSource();
    const first = await makeStream(source, 'by-hand');
    await deliver(first, { n: 1 });
    expect(await templateOf(first)).toMatchObject({
      ...{
        state: 'kept',
        message: 'The engine has an index template by-hand that the service has not put: it stays.',
      },
    });
    expect(await stored('by-hand')).toMatchObject({ priority: 7 });

    await deliver(await makeStream(source, 'shared'), { n: 1 });
    const other = await makeStream(await makeSource([{ n: 'x' }]), 'shared');
    await deliver(other, { n: 1 });
    expect(await templateOf(other)).toMatchObject({
      ...{ state: 'kept', message: expect.stringContaining(`that fits the source ${source}: it stays`) },
    });

    const changed = { ...(await stored('shared')), priority: 300 };
    await searched?.ask('PUT', '/_index_template/shared', changed);
    const later = await makeStream(source, 'shared');
    await deliver(later, { n: 1 });
    expect(await templateOf(later)).toMatchObject({
      ...{ state: 'kept', message: expect.stringContaining('that somebody has changed: it stays') },
    });
    expect(await stored('shared')).toMatchObject({ priority: 300 });
  });

  test('puts another template of the same source in place of its own', async () => {
    const source = await makeSource();
    await deliver(await makeStream(source, 'renewed'), { n: 1 });
    await call('source-putSample', { id: source, body: { records: [{ n: 'x' }] } });
    const id = await makeStream(source, 'renewed');
    await deliver(id, { n: 1 });
    expect(await templateOf(id)).toMatchObject({ state: 'put' });
    expect((await stored('renewed')).template.mappings.properties).toMatchObject({ n: { type: 'text' } });
  });

  test('delivers also where the engine refuses the template, and says why', async () => {
    const overlapping = { index_patterns: ['overlap*'], priority: 200, template: {} };
    await searched?.ask('PUT', '/_index_template/other-name', overlapping);
    const id = await makeStream(await makeSource(), 'overlapping');
    await deliver(id, { n: 1 });
    expect(await templateOf(id)).toMatchObject({
      ...{ state: 'refused', message: expect.stringContaining('same priority') },
    });
    expect(await bodyOf('stream-getSink', { id })).toMatchObject({ delivered: 1, lag: 0 });
  });
});

describe.skipIf(searched === undefined)('a preview', () => {
  const breaking = [{ type: 'set', field: 'ip', value: 'host', if: 'n:2.5' }];

  test('says what the index of a stream would refuse, as the index then does', async () => {
    const source = await makeSource();
    const id = await makeStream(source, 'compared-index');
    const preview = (body: object) => bodyOf('source-createMappingPreview', { id: source, body });
    expect(await preview({})).not.toHaveProperty('indexes');
    await deliver(id, records[0] ?? {});
    const about = { stream: id, index: 'compared-index', at: expect.any(String) };
    expect(await preview({})).toMatchObject({
      indexes: [{ ...about, refused: 0, refusals: [] }],
      warnings: [],
    });
    const message = 'ip is mapped as ip and cannot hold "host".';
    expect(await preview({ preprocessors: breaking })).toMatchObject({
      indexes: [{ ...about, refused: 1, refusals: [{ position: 1, path: 'ip', message }] }],
      warnings: [`The index compared-index would refuse 1 of 2 documents, first: ${message}`],
    });
    await call('source-patch', { id: source, body: { preprocessors: breaking } });
    await deliver(id, records[1] ?? {});
    expect(await bodyOf('stream-listFailures', { id })).toMatchObject({
      hits: [{ error: { code: 'index_refused', message: expect.stringContaining('of type [ip]') } }],
    });
  });

  test('knows an index no more whose stream is closed, or has another sink', async () => {
    const source = await makeSource();
    const id = await makeStream(source, 'left-index');
    await deliver(id, records[0] ?? {});
    const indexes = async () =>
      (await bodyOf('source-createMappingPreview', { id: source, body: {} }))['indexes'] ?? [];
    expect(await indexes()).toHaveLength(1);
    await call('stream-patch', { id, body: { sink: { index: 'next-index' } } });
    expect(await indexes()).toEqual([]);
    await deliver(id, records[0] ?? {});
    expect(await indexes()).toMatchObject([{ index: 'next-index' }]);
    await call('stream-patch', { id, body: { state: 'closed' } });
    expect(await indexes()).toEqual([]);
  });
});
