/** An owner's streams name, fill and show no index of another owner, whatever the names of owners and indexes are. */

import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDocuments } from '../../../lib/headwater/data/documents.ts';
import { connectEngine } from '../../../lib/headwater/data/search-engine/engine.ts';
import { createIdGenerator } from '../../../lib/headwater/data/store/ids.ts';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { transact } from '../../../lib/headwater/data/store/transactions.ts';
import { createDocument } from '../../../lib/headwater/data/writes.ts';
import { indexTemplate } from '../../../lib/ingest/fields/index-template.ts';
import { forwardStream } from '../../../lib/service/streams/forward/forward-stream.ts';
import { noteMapping } from '../../../lib/service/streams/leases/noted-mappings.ts';
import { ownPrefix, refusedReason } from '../../../lib/service/streams/leases/own-index.ts';
import { putSink } from '../../../lib/service/streams/leases/sink-items.ts';
import { appendBatch } from '../../../lib/service/streams/log/write/append-batch.ts';
import { beginLog } from '../../../lib/service/streams/log/write/begin-log.ts';
import { sinkState } from '../../../lib/service/streams/sink/sink-state.ts';
import { toIndex } from '../../../lib/service/streams/sink/to-index.ts';
import { streamType } from '../../../lib/service/streams/stream-fields.ts';
import { newStreamContent } from '../../../lib/service/streams/stream-record.ts';
import { amount } from '../../support/amount.ts';
import { type SearchEngine, startSearchEngine } from '../../support/search-engine.ts';
import { plentyOfTime as time } from '../support/replayed-source.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';
import { batchOf } from '../support/stream-log.ts';

let functions: StreamFunctions;
let search: SearchEngine;
const newId = createIdGenerator();

beforeAll(async () => {
  process.env['SINKS'] = 'on';
  const names = ['stream-patch', 'stream-getById', 'source-putSample', 'source-createMappingPreview'];
  [functions, search] = await Promise.all([streamFunctions(names), startSearchEngine()]);
});

const table = () => accessTable(functions.engine.client, functions.tableName);

/** A request of an owner. */
const as = (owner: string, name: string, request: object) =>
  functions.call(name, { ...request, headers: { 'x-owner': owner } });

const idOf = ({ body }: { readonly body: unknown }) => (body as { readonly _id: string })._id;

async function open(owner: string, index: string) {
  const source = idOf(await as(owner, 'source-create', { body: {} }));
  return as(owner, 'stream-create', { body: { source, sink: { kind: 'elasticsearch', index } } });
}

/** A stream as earlier code has stored it, whose sink names any index. */
async function storeEarlier(owner: string, index: string) {
  const source = idOf(await as(owner, 'source-create', { body: {} }));
  const { client } = functions.engine;
  const streams = openDocuments(streamType, { client, tableName: functions.tableName, owner });
  const sink = { kind: 'opensearch', index } as const;
  const { _id: stream } = await createDocument(streams, newStreamContent({ source, sink }));
  await transact(table(), [beginLog({ owner, stream }), putSink({ owner, stream, source }, sink)]);
  return { source, stream };
}

describe('the index of a new sink', () => {
  test.each([
    ['public', 'shop-logs'],
    ['public', 'a.shop-logs'],
    ['ada', '~ada.shop-logs'],
    ['Team_1', '~^team_1.a'],
    ['-b', '~-b.a'],
    ['documents-x', '~documents-x.a'],
  ])('of %s may be %s', async (owner, index) => {
    expect((await open(owner, index)).status).toBe(201);
  });

  test.each([
    ['bob', 'shop-logs', 'must begin with ~bob. and a name: other indexes do not belong to bob'],
    ['bob', '~ada.shop-logs', 'must begin with ~bob. and a name: other indexes do not belong to bob'],
    ['bob', '~bob.', 'must begin with ~bob. and a name: other indexes do not belong to bob'],
    ['a', '~a-b.c', 'must begin with ~a. and a name: other indexes do not belong to a'],
    ['Bob', '~bob.a', 'must begin with ~^bob. and a name: other indexes do not belong to Bob'],
    ['public', '~bob.a', 'must not begin with ~: such indexes belong to other owners'],
  ])('of %s may not be %s', async (owner, index, message) => {
    expect(await open(owner, index)).toMatchObject({
      status: 400,
      body: { errors: [{ in: 'body', pointer: '/sink/index', code: 'pattern', message }] },
    });
  });

  test('of a changed stream may not be one of another owner either', async () => {
    const id = idOf(await open('ada', '~ada.a'));
    const change = (index: string) => as('ada', 'stream-patch', { id, body: { sink: { index } } });
    expect(await change('~bob.a')).toMatchObject({ status: 400 });
    expect(await change('~ada.b')).toMatchObject({ status: 200 });
  });

  test('has no + in OpenSearch, whose rules differ', async () => {
    const source = await functions.makeSource();
    const create = (kind: string) =>
      functions.call('stream-create', { body: { source, sink: { kind, index: 'a+b' } } });
    expect(await create('elasticsearch')).toMatchObject({ status: 201 });
    const message = 'must not contain +, which OpenSearch does not allow in the name of an index';
    expect(await create('opensearch')).toMatchObject({ status: 400, body: { errors: [{ message }] } });
  });
});

/** Short, of few letters, so that one is often the beginning of another. */
const owners = fc.oneof(
  { arbitrary: fc.constant('public'), weight: 1 },
  { arbitrary: fc.stringMatching(/^[aA0-]{1,2}$/), weight: 9 },
);
/** Most are of the owner. */
const owned = fc
  .tuple(
    owners,
    owners,
    fc.oneof(fc.stringMatching(/^[a0-]{1,2}$/), fc.stringMatching(/^[a0~^.-]{1,4}$/)),
    fc.nat(3),
  )
  .map(([owner, other, name, kind]) => ({ owner, index: ownPrefix(kind === 0 ? other : owner) + name }))
  .filter(({ owner, index }) => refusedReason(owner, { kind: 'elasticsearch', index }) === undefined);

test('no index, and no pattern of a template, is of two owners', { tags: ['property'] }, () => {
  fc.assert(
    fc.property(owned, owned, ({ owner, index }, theirs) => {
      fc.pre(owner !== theirs.owner);
      expect(theirs.index).not.toBe(index);
      const { index_patterns: patterns } = Object(indexTemplate({ index, documents: [], fields: [] }));
      expect(patterns).toHaveLength(2);
      for (const pattern of patterns as readonly string[]) {
        // The only wildcard is * (https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-indices-put-index-template).
        const [begin = '', rest] = pattern.split('*');
        expect(rest === undefined ? theirs.index === begin : theirs.index.startsWith(begin)).toBe(false);
      }
    }),
    { numRuns: amount({ few: 10_000, many: 30_000 }) },
  );
});

describe('a sink of an earlier version that names the index of another owner', () => {
  const none = { authorize: async <Request>(request: Request) => request, forget: () => {} };

  async function deliver(owner: string, stream: string) {
    const now = () => Date.now();
    const log = { owner, stream, table: table(), now, newId, hasSink: true };
    await appendBatch(log, batchOf([1]));
    const delivery = toIndex(connectEngine({ endpoint: search.endpoint, access: none }, time), time);
    await forwardStream({ log, delivery, isEnough: () => false }).catch(() => undefined);
    return sinkState(log);
  }

  test('delivers nothing, and says what to do', async () => {
    const { stream } = await storeEarlier('bob', 'salaries');
    const { error, lag } = await deliver('bob', stream);
    expect(search.requests).toEqual([]);
    const message = expect.stringMatching(
      /^The name of the index salaries must begin with ~bob\. .* Nothing is delivered until the sink/,
    );
    expect({ error, lag }).toMatchObject({ error: { code: 'refused', message }, lag: 1 });
    // Other members may change.
    expect(await as('bob', 'stream-patch', { id: stream, body: { name: 'x' } })).toMatchObject({
      status: 200,
    });
    const sink = { index: '~bob.salaries' };
    expect(await as('bob', 'stream-patch', { id: stream, body: { sink } })).toMatchObject({ status: 200 });
    expect(await deliver('bob', stream)).toMatchObject({ lag: 0, delivered: 2 });
  });

  test('shows nothing of its mapping in a preview', async () => {
    const indexesOf = async (index: string) => {
      const { source, stream } = await storeEarlier('bob', index);
      await as('bob', 'source-putSample', { id: source, body: { records: [{ salary: 'none' }] } });
      const mapping = { properties: { salary: { type: 'long' } } };
      await noteMapping(table(), { owner: 'bob', source, stream }, { index, mapping, at: Date.now() });
      const preview = await as('bob', 'source-createMappingPreview', { id: source, body: {} });
      return (preview.body as { readonly indexes?: readonly object[] }).indexes;
    };
    expect(await indexesOf('~bob.salaries')).toMatchObject([{ index: '~bob.salaries', refused: 1 }]);
    expect(await indexesOf('salaries')).toBeUndefined();
  });
});
