/** `verify` finds nothing while writers go on. */

import { expect, test } from 'vitest';
import { openDocuments } from '../../../lib/headwater/data/documents.ts';
import { systemClock } from '../../../lib/headwater/data/store/clock.ts';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { createKey, revokeKey } from '../../../lib/headwater/run/access/api-keys.ts';
import { newProgress, verifyTable } from '../../../lib/headwater/tools/admin/verify-table.ts';
import { putSample, removeSample } from '../../../lib/service/samples/sample-store.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import { storedTypes } from '../../../lib/service/stored-types.ts';
import { streamType } from '../../../lib/service/streams/stream-fields.ts';
import { newStreamContent } from '../../../lib/service/streams/stream-record.ts';
import { changeStream, createStream, removeStream } from '../../../lib/service/streams/stream-repository.ts';
import { startEngine } from '../../support/engine.ts';
import { createSourceRepository } from '../support/source-repository.ts';
import { batchOf, openLog } from '../support/stream-log.ts';

test('while writers go on, nothing is found', { tags: ['storage'] }, async () => {
  const { client, makeTable } = await startEngine();
  const tableName = await makeTable();
  const table = accessTable(client, tableName);
  const sources = openDocuments(sourceType, { client, tableName });
  const streams = openDocuments(streamType, { client, tableName });
  const repository = createSourceRepository({ client, tableName });
  let isOver = false;
  let rounds = 0;
  const content = { name: 'log', tags: ['red'], format: 'json' as const, preprocessors: [] };

  async function write(): Promise<void> {
    const { _id: source } = await repository.create(content);
    await putSample(sources, source, { contentOf: () => ({ records: [{}] }), check: () => undefined });
    const { _id: stream } = await createStream(streams, newStreamContent({ source, name: 'access' }));
    const { append } = openLog({ client, tableName, stream });
    await Promise.all([
      append(batchOf([1], [2])),
      append(batchOf([3])),
      repository.replace(source, { ...content, tags: [] }),
    ]);
    const { record } = await createKey(table, { owner: 'somebody', scopes: [] });
    await changeStream(streams, stream, {
      contentOf: (current) => ({ ...current, state: 'closed' }),
      check: () => undefined,
    });
    await removeSample(sources, source, () => undefined);
    await revokeKey(table, record);
    if (rounds++ % 2 === 0) await removeStream(streams, stream, () => undefined);
  }

  const writer = async () => {
    while (!isOver) await write();
  };
  const writing = [writer(), writer(), writer()];
  const found = [];
  for (let runs = 0; runs < 4; runs++) {
    const progress = newProgress(tableName, storedTypes, 2);
    const unitsPerSecond = Number.POSITIVE_INFINITY;
    const options = { client, tableName, types: storedTypes, clock: systemClock, isRepairing: false };
    await verifyTable({ ...options, unitsPerSecond, progress });
    found.push(...progress.report.findings);
  }
  isOver = true;
  await Promise.all(writing);
  expect(found).toEqual([]);
  expect(rounds).toBeGreaterThan(3);
});
