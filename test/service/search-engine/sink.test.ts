/** Sinks with OpenSearch 3 itself: what the fake of the other tests answers is compared, and what becomes of conflicts and replays. */

import { expect, test } from 'vitest';
import { connectEngine } from '../../../lib/headwater/data/search-engine/engine.ts';
import { createIdGenerator } from '../../../lib/headwater/data/store/ids.ts';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { transact } from '../../../lib/headwater/data/store/transactions.ts';
import { forwardStream } from '../../../lib/service/streams/forward/forward-stream.ts';
import { putSink } from '../../../lib/service/streams/leases/sink-items.ts';
import { readFailures } from '../../../lib/service/streams/log/read/read-log.ts';
import { replayFailures } from '../../../lib/service/streams/replay/replay-failures.ts';
import { replayRecords } from '../../../lib/service/streams/replay/replay-records.ts';
import { sinkState } from '../../../lib/service/streams/sink/sink-state.ts';
import { toIndex } from '../../../lib/service/streams/sink/to-index.ts';
import { startEngine } from '../../support/engine.ts';
import { startSearchEngine } from '../../support/search-engine.ts';
import {
  noPipelines as readPipeline,
  replayedSource,
  plentyOfTime as time,
} from '../support/replayed-source.ts';
import { batchOf, beginStream, openLog } from '../support/stream-log.ts';
import { startTestEngine } from './test-engine.ts';

const searched = await startTestEngine();
const endpoint = searched?.endpoint ?? '';
const engine = await startEngine();
const tableName = await engine.makeTable();
const newId = createIdGenerator();
const none = { authorize: async <Request>(request: Request) => request, forget: () => {} };
const expiresAt = Math.ceil(Date.now() / 1_000) + 86_400;

function ask(method: string, path: string, body?: object) {
  if (!searched) throw new Error('There is no engine.');
  return searched.ask(method, path, body);
}

async function documentsIn(index: string): Promise<Record<string, unknown>> {
  await ask('POST', `/${index}/_refresh`);
  const all: Record<string, unknown> = {};
  for (let after: unknown; ; ) {
    const { body } = await ask('POST', `/${index}/_search`, {
      ...{ size: 5_000, sort: ['_id'], query: { match_all: {} } },
      ...(after ? { search_after: after } : {}),
    });
    const { hits } = Object(body).hits;
    for (const { _id, _source } of hits) all[_id] = _source;
    after = hits.at(-1)?.sort;
    if (!after) return all;
  }
}

const open = (stream: string, later = 0) => {
  const options = { client: engine.client, tableName, stream, now: () => Date.now() + later * 60_000 };
  const opened = openLog(options);
  return { ...opened, log: { ...opened.log, hasSink: true } };
};

async function makeStream(index: string): Promise<string> {
  const stream = await beginStream({ client: engine.client, tableName }, newId());
  const sink = { kind: 'opensearch', index } as const;
  await transact(accessTable(engine.client, tableName), [putSink({ owner: 'public', stream }, sink)]);
  return stream;
}

function deliver(stream: string, later = 0, to = endpoint) {
  const delivery = toIndex(connectEngine({ endpoint: to, access: none }, time), time);
  return forwardStream({ log: open(stream, later).log, delivery, isEnough: () => false });
}

const steps = [{ type: 'rename', field: 'raw', target_field: 'n' }] as const;
const replayOf = (stream: string, preprocessors: typeof replayedSource.preprocessors | object) => ({
  log: open(stream).log,
  readSource: async () => ({ ...replayedSource, preprocessors: preprocessors as typeof steps }),
  readPipeline,
  range: { from: 0, to: 1_000_000, limit: 500 },
  time,
});

const real = test.skipIf(searched === undefined);

real('the fake answers as OpenSearch does', async () => {
  const fake = await startSearchEngine();
  const target = (_id: string, version: number) => ({ _id, version, version_type: 'external' });
  const index = (id: string, version: number, n: unknown) => [{ index: target(id, version) }, { n }];
  const drop = (id: string, version: number) => [{ delete: target(id, version) }];
  const mapping = { mappings: { properties: { n: { type: 'long' } } } };
  expect((await ask('PUT', '/compared', mapping)).status).toBe(200);
  fake.refusal = ({ n }) => (typeof n === 'number' ? undefined : 'no number');
  const rounds = [
    [...index('a', 1, 1), ...index('b', 2, 1), ...index('c', 1, 'x')],
    [...index('a', 1, 2), ...index('a', 3, 2), ...index('b', 1, 5), ...drop('b', 2), ...drop('z', 1)],
    [...drop('b', 3), ...index('b', 2, 1), ...index('b', 4, 'y'), ...index('b', 5, 7), ...drop('a', 4)],
    [...index('a', 1, 'x'), ...index('a', 4, 1)],
  ];
  for (const lines of rounds) {
    const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    const init = { method: 'POST', body, headers: { 'content-type': 'application/x-ndjson' } };
    const [expected, seen] = await Promise.all(
      [endpoint, fake.endpoint].map(async (base) => {
        const response = await fetch(`${base}/compared/_bulk`, init);
        const { errors, items } = Object(await response.json());
        const results = items.map((item: object) =>
          Object.entries(item).map(([kind, { status, error }]) => [kind, status, error?.type]),
        );
        return { status: response.status, errors, results };
      }),
    );
    expect(seen).toEqual(expected);
  }
  expect(await documentsIn('compared')).toEqual(await fake.documents('compared'));
});

real(
  'a conflict of the mapping is a failure with the reason of the engine; mended and replayed',
  async () => {
    const index = 'conflict';
    expect((await ask('PUT', `/${index}`, { mappings: { properties: { n: { type: 'ip' } } } })).status).toBe(
      200,
    );
    const stream = await makeStream(index);
    await open(stream).append(batchOf([1, 2]));
    expect(await deliver(stream)).toBe('done');
    expect(await sinkState(open(stream).log)).toMatchObject({ delivered: 0, refused: 2, lag: 0 });
    const errors: unknown[] = [];
    await readFailures(open(stream).log, {
      isNewestFirst: false,
      take: ({ records }) => errors.push(...records.map(({ error }) => error)) > 0,
    });
    expect(errors[0]).toEqual({
      code: 'index_refused',
      message: expect.stringContaining('failed to parse field [n] of type [ip]'),
    });
    // The preprocessors are mended: the number is a part of an address now.
    const mended = [...steps, { type: 'set', field: 'n', value: '10.0.0.{{{n}}}' }];
    await replayFailures({ ...replayOf(stream, mended), key: undefined, expiresAt });
    expect(await deliver(stream)).toBe('done');
    expect(Object.values(await documentsIn(index))).toEqual([{ n: '10.0.0.1' }, { n: '10.0.0.2' }]);
    expect(await open(stream).failures()).toEqual([]);
  },
);

real('a data stream is refused as a whole, with the reason, and no record becomes a failure', async () => {
  const template = { index_patterns: ['flow*'], data_stream: {} };
  expect((await ask('PUT', '/_index_template/flow', template)).status).toBe(200);
  const stream = await makeStream('flow-logs');
  await open(stream).append(batchOf([1, 2]));
  const refusal = 'The index is a data stream, which takes no new version of a document and no deletion';
  await expect(deliver(stream)).rejects.toThrow(refusal);
  expect(await open(stream).failures()).toEqual([]);
  expect(await sinkState(open(stream).log)).toMatchObject({
    ...{ position: 0, lag: 2, refused: 0 },
    error: { code: 'refused', message: expect.stringContaining(refusal) },
  });
});

real('replays overwrite and delete; without the index a missing right is said', async () => {
  const stream = await makeStream('replayed');
  await open(stream).append(batchOf([1, 2, 3]));
  await deliver(stream);
  const dropping = [...steps, { type: 'drop', if: 'n:2' }, { type: 'set', field: 'mark', value: true }];
  await replayRecords(replayOf(stream, dropping));
  await deliver(stream);
  expect(await documentsIn('replayed')).toEqual({
    [`${stream}-0`]: { n: 1, mark: true },
    [`${stream}-2`]: { n: 3, mark: true },
  });
  await ask('PUT', '/replayed/_settings', { 'index.blocks.write': true });
  await open(stream).append(batchOf([4]));
  await expect(deliver(stream)).rejects.toThrow(
    'The index answers 403 for a document: cluster_block_exception',
  );
  await ask('PUT', '/replayed/_settings', { 'index.blocks.write': false });
  expect(await deliver(stream, 2)).toBe('done');
  expect(Object.keys(await documentsIn('replayed'))).toHaveLength(3);
});
