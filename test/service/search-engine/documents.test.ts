/** Indexes of sources in OpenSearch 3 itself: how they follow the table, what is kept for an engine that is away, and rebuilds. */

import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { openDocuments } from '../../../lib/headwater/data/documents.ts';
import { rebuildIndexes } from '../../../lib/headwater/data/search/engine-index/rebuild-index.ts';
import {
  indexChanged,
  indexNoted,
  unindexedPartition,
} from '../../../lib/headwater/data/search/engine-index/unindexed-documents.ts';
import { findPage } from '../../../lib/headwater/data/search/list/document-list.ts';
import { accessTable, type Item } from '../../../lib/headwater/data/store/table-access.ts';
import { createDocument, removeDocument } from '../../../lib/headwater/data/writes.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import { placeIn } from '../../../lib/service/streams/leases/fair-turns.ts';
import { searchedTypes } from '../../../lib/service/streams/searched-types.ts';
import { startEngine } from '../../support/engine.ts';
import { indexNames, testedEngine, testedIndex } from '../support/list-engine.ts';
import { createSourceRepository } from '../support/source-repository.ts';
import { startTestEngine } from './test-engine.ts';

const searched = await startTestEngine();
const engine = await startEngine();
const real = test.skipIf(searched === undefined);
const content = { tags: ['web'], format: 'json', preprocessors: [] } as const;

async function begin(to = searched?.endpoint ?? '') {
  const tableName = await engine.makeTable();
  const options = { client: engine.client, tableName };
  const table = accessTable(engine.client, tableName);
  const writer = { table, engine: testedEngine(to), types: searchedTypes };
  const names = indexNames(tableName, sourceType);
  const documents = openDocuments(sourceType, options);
  const idsIn = async (index: string, query = 'tags:web') => {
    await searched?.ask('POST', `/${names.index}/_refresh`);
    const searchIndex = testedIndex(writer.engine, { index, type: sourceType });
    const { hits, total } = await findPage({ ...documents, searchIndex }, { from: 0, size: 100, query });
    return { ids: hits.map(({ _id }) => _id), total };
  };
  const keyOf = (id: string) => ({ pk: `source/${id}`, sk: 'document' });
  const noted = async () =>
    (await engine.scan(tableName)).filter(({ pk }: Item) => pk === unindexedPartition);
  return {
    tableName,
    documents,
    writer,
    names,
    idsIn,
    keyOf,
    noted,
    sources: createSourceRepository(options),
  };
}

real(
  'an index follows its table by the keys of changed items: created, changed, deleted, in any order and twice',
  async () => {
    const { documents, writer, names, idsIn, keyOf, sources } = await begin();
    const one = await createDocument(documents, content);
    const other = await createDocument(documents, content);
    // The first change makes the index; its mapping is strict, and the engine makes no index itself.
    for (const { _id } of [one, other, one]) await indexChanged(writer, keyOf(_id));
    expect((await searched?.ask('GET', `/${names.index}/_mapping`))?.body).toMatchObject({
      [names.index]: { mappings: { dynamic: 'strict', _source: { enabled: false } } },
    });
    expect(await idsIn(names.index)).toMatchObject({ ids: [other._id, one._id], total: 2 });
    await sources.replace(one._id, { ...content, tags: ['mail'] });
    // Until the change arrives, the index leads to the source, and the source says that it does not match.
    expect(await idsIn(names.index)).toMatchObject({ ids: [other._id] });
    await indexChanged(writer, keyOf(one._id));
    expect(await idsIn(names.index)).toMatchObject({ ids: [other._id], total: 1 });
    expect(await idsIn(names.index, 'tags:mail')).toMatchObject({ ids: [one._id], total: 1 });
    await removeDocument(documents, other._id);
    expect(await idsIn(names.index)).toMatchObject({ ids: [] });
    await indexChanged(writer, keyOf(other._id));
    await indexChanged(writer, keyOf(other._id));
    expect(await idsIn(names.index, '*')).toMatchObject({ ids: [one._id], total: 1 });
  },
);

real('items that are no documents of these types are left alone', async () => {
  const { writer, tableName } = await begin();
  for (const key of [
    { pk: 'pipeline/0123456789abcdef01234567', sk: 'document' },
    { pk: 'source/0123456789abcdef01234567', sk: 'sample' },
    { pk: 'w/do', sk: 'document\t0123456789abcdef01234567' },
    { pk: '~keys', sk: 'document' },
  ])
    await indexChanged(writer, key);
  const { body } = (await searched?.ask('GET', `/documents-${tableName}-*`)) ?? {};
  expect(body).toEqual({});
});

real('what an engine could not take is noted, and indexed when it is back', async () => {
  const dead = await begin('http://127.0.0.1:9');
  const alive = { ...dead.writer, engine: testedEngine(searched?.endpoint ?? '') };
  const { _id } = await createDocument(dead.documents, content);
  await indexChanged(dead.writer, dead.keyOf(_id), 1_000);
  await indexChanged(dead.writer, dead.keyOf(_id), 2_000);
  expect(await dead.noted()).toMatchObject([{ sk: `source/${_id}`, at: 2_000 }]);
  const run = { isTimeUp: () => false, place: placeIn(dead.writer.table, 'unindexed') };
  await expect(indexNoted(dead.writer, run)).rejects.toThrow('cannot be reached');
  expect(await dead.noted()).toHaveLength(1);
  await indexNoted(alive, run);
  expect(await dead.noted()).toEqual([]);
  await searched?.ask('POST', `/${dead.names.index}/_refresh`);
  const { body } = (await searched?.ask('GET', `/${dead.names.index}/_count`)) ?? {};
  expect(body).toMatchObject({ count: 1 });
});

real('a rebuild makes an index complete, and removes what the table does not have', async () => {
  const { documents, writer, names, idsIn, keyOf, tableName } = await begin();
  const ids: string[] = [];
  for (let count = 0; count < 450; count++) ids.push((await createDocument(documents, content))._id);
  const lost = ids[7] ?? '';
  await indexChanged(writer, keyOf(lost));
  // A deletion that no change has told of.
  await engine.client.send(new DeleteCommand({ TableName: tableName, Key: keyOf(lost) }));
  await expect(idsIn(names.complete)).rejects.toThrow('404');
  let items = 0;
  const onItems = (read: number) => {
    items += read;
  };
  expect(await rebuildIndexes({ ...writer, onItems })).toMatchObject([
    { index: names.index, documents: 449, removed: 1 },
    { documents: 0, removed: 0 },
    { documents: 0, removed: 0 },
  ]);
  expect(items).toBeGreaterThan(450);
  const { ids: first, total } = await idsIn(names.complete);
  expect([first.length, total]).toEqual([100, 449]);
  expect(await rebuildIndexes({ ...writer, onItems })).toMatchObject([
    { documents: 449, removed: 0 },
    {},
    {},
  ]);
});
