/** Documents of any type in a search engine: how they get there, which index answers a list, and what happens when the engine fails. */

import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  type Documents,
  listConsistently,
  listDocuments,
  openDocuments,
} from '../../../../lib/headwater/data/documents.ts';
import { documentType, type ManagedMembers } from '../../../../lib/headwater/data/search/document-type.ts';
import { indexedDocuments } from '../../../../lib/headwater/data/search/engine-index/indexed-documents.ts';
import { rebuildIndexes } from '../../../../lib/headwater/data/search/engine-index/rebuild-index.ts';
import {
  indexChanged,
  indexNoted,
} from '../../../../lib/headwater/data/search/engine-index/unindexed-documents.ts';
import { connectEngine } from '../../../../lib/headwater/data/search-engine/engine.ts';
import { accessTable } from '../../../../lib/headwater/data/store/table-access.ts';
import { unindexedItems } from '../../../../lib/headwater/data/stored-types.ts';
import { createDocument, removeDocument } from '../../../../lib/headwater/data/writes.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { type Fault, type SearchEngine, startSearchEngine } from '../../../support/search-engine.ts';

interface Note extends ManagedMembers {
  readonly color: string;
  readonly tags: readonly string[];
}

const declared = {
  all: 'n',
  fields: { color: { kind: 'keyword' }, tags: { kind: 'keyword', terms: 'nt', isList: true } },
} as const;
const noteType = documentType<Note>({ name: 'note', ...declared });
const types = [indexedDocuments(noteType)];
const time = { signal: new AbortController().signal, lambda: { getRemainingTimeInMillis: () => 60_000 } };
const access = { authorize: async <Request>(request: Request) => request, forget: () => undefined };

let engine: Engine;
let search: SearchEngine;
let notes: Documents<Note>;
let tableName: string;

beforeAll(async () => {
  [engine, search] = await Promise.all([startEngine(), startSearchEngine()]);
});

/** The rest after a failure is over in each test. */
let minutes = 0;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 60_000 * ++minutes);
  vi.stubEnv('SEARCH_LISTS', 'on');
  vi.stubEnv('SEARCH_ENDPOINT', search.endpoint);
  tableName = await engine.makeTable();
  notes = openDocuments(noteType, { client: engine.client, tableName, time });
});

afterEach(() => {
  search.fault = () => undefined;
  search.refusal = () => undefined;
  search.requests.length = 0;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const add = (color: string) => createDocument(notes, { color, tags: ['kept'] });
const keyOf = ({ _id }: Note) => ({ pk: `note/${_id}`, sk: 'document' });

function writer() {
  return {
    table: accessTable(engine.client, tableName),
    engine: connectEngine({ endpoint: search.endpoint, access }, time),
    types,
  };
}

const rebuild = () => rebuildIndexes({ ...writer(), onItems: () => undefined });

/** The colors of a list, its total, and the number of searches that it has sent. */
async function asked(query: string, request: object = {}, list = listDocuments<Note>) {
  const before = search.requests.length;
  const { hits, total, relation, isPartial, after } = await list(notes, {
    from: 0,
    size: 10,
    query,
    ...request,
  });
  const searches = search.requests.slice(before).filter(({ path }) => path.includes('/_search'));
  const colors = hits.map(({ color }) => color);
  return { colors, total, relation, isPartial, after, searches: searches.length };
}

/** The first requests succeed. */
function failingAfter(count: number, fault: Fault): void {
  let left = count;
  search.fault = () => (left-- > 0 ? undefined : fault);
}

test('one request to a complete index finds a page and its total, and the documents decide', async () => {
  for (const color of ['red', 'blue', 'red']) await add(color);
  const gone = await add('red');
  await rebuild();
  expect(await asked('color:red')).toMatchObject({ colors: ['red', 'red', 'red'], total: 3, searches: 1 });
  // The index has not heard of it.
  await removeDocument(notes, gone._id);
  const { colors, searches } = await asked('color:red');
  expect([colors, searches]).toEqual([['red', 'red'], 1]);
  await indexChanged(writer(), keyOf(gone));
  expect(await asked('color:red')).toMatchObject({ colors: ['red', 'red'], total: 2, searches: 1 });
});

test('one request finds a page deep in a list, and a cursor leads to the next one', async () => {
  for (let count = 0; count < 30; count++) await add(`c${count}`);
  await rebuild();
  expect(await asked('tags:kept', { from: 28 })).toMatchObject({
    colors: ['c1', 'c0'],
    total: 30,
    searches: 1,
  });
  const first = await asked('tags:kept', { size: 29, sort: 'created' });
  expect(first).toMatchObject({ total: 30, searches: 1 });
  expect(await asked('tags:kept', { size: 29, sort: 'created', after: first.after })).toMatchObject({
    colors: ['c29'],
    total: 30,
    after: undefined,
  });
});

test('until the index is complete, the table answers, and nothing is logged', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  const one = await add('red');
  await indexChanged(writer(), keyOf(one));
  expect(await asked('color:red')).toMatchObject({ colors: ['red'], total: 1, searches: 1 });
  expect(errors).not.toHaveBeenCalled();
});

test.each<Fault>([503, 403, 'cut'])('after the failure %s the table answers for a while', async (fault) => {
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  await add('red');
  await rebuild();
  search.fault = () => fault;
  const answer = { colors: ['red'], total: 1, relation: 'eq' };
  expect(await asked('color:red')).toMatchObject({ ...answer, searches: 1 });
  search.fault = () => undefined;
  expect(await asked('color:red')).toMatchObject({ ...answer, searches: 0 });
  expect(String(errors.mock.calls)).toContain('The table answers lists in place of the index');
  vi.setSystemTime(Date.now() + 10_001);
  expect(await asked('color:red')).toMatchObject({ ...answer, searches: 1 });
});

test('a list that loses the engine after its first request ends as partial, and the table continues it', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  for (const color of ['red', 'blue']) await add(color);
  const gone: string[] = [];
  // They fill the first part of the index.
  for (let count = 0; count < 25; count++) gone.push((await add('gone'))._id);
  await rebuild();
  for (const id of gone) await removeDocument(notes, id);
  failingAfter(1, 503);
  const first = await asked('tags:kept', { size: 2 });
  expect(first).toMatchObject({ colors: [], isPartial: true, searches: 2 });
  const next = await asked('tags:kept', { size: 2, after: first.after });
  expect(next).toMatchObject({ colors: ['blue', 'red'], after: undefined, searches: 0 });
});

test('a consistent list, a stage without lists by the engine, and code without a time limit ask the table', async () => {
  await rebuild();
  await add('red');
  const answer = { colors: ['red'], searches: 0 };
  expect(await asked('color:red', {}, listConsistently<Note>)).toMatchObject(answer);
  vi.stubEnv('SEARCH_LISTS', '');
  expect(await asked('color:red')).toMatchObject(answer);
  vi.stubEnv('SEARCH_LISTS', 'on');
  notes = openDocuments(noteType, { client: engine.client, tableName });
  expect(await asked('color:red')).toMatchObject(answer);
});

test('what an index refuses waits alone, and is indexed once the index takes it', async () => {
  const colors = ['red', 'blue', 'green', 'white'];
  const added: Note[] = [];
  for (const color of colors) added.push(await add(color));
  await rebuild();
  search.fault = () => 503;
  for (const one of added) await indexChanged(writer(), keyOf(one));
  search.fault = () => undefined;
  search.refusal = ({ 'field/color': [color] = [] }: { 'field/color'?: string[] }) =>
    color === 'blue' || color === 'white' ? 'no' : undefined;
  const waiting = async () => {
    const type = unindexedItems(types);
    const items = (await engine.scan(tableName)).filter(({ pk }) => pk === '~unindexed');
    for (const item of items) expect(type.read(item, { owner: '', partition: '', sort: '' })).toEqual({});
    return items.map(({ sk }) => added.findIndex(({ _id }) => sk === `note/${_id}`));
  };
  expect((await waiting()).toSorted()).toEqual([0, 1, 2, 3]);
  search.requests.length = 0;
  await expect(indexNoted(writer(), { isTimeUp: () => false })).rejects.toThrow(
    'refuses a document: mapper_parsing_exception: no.',
  );
  expect(search.requests).toHaveLength(1);
  expect((await waiting()).toSorted()).toEqual([1, 3]);
  search.refusal = () => undefined;
  await indexNoted(writer(), { isTimeUp: () => false });
  expect(await waiting()).toEqual([]);
});

test('a type whose documents clients name cannot be indexed: their ids come back', () => {
  const named = documentType<Note>({ name: 'page', isNamed: true, ...declared });
  expect(() => indexedDocuments(named)).toThrow(
    'A search engine cannot index the type page: clients name its documents.',
  );
});
