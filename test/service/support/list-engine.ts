/**
 * Lists by the index in the search engine, in place of the table's, for suites that provide one: before each list, the index is
 * brought up to date as the consumer of the table's stream does it.
 */

import { inject, test } from 'vitest';
import { type Documents, listDocuments } from '../../../lib/headwater/data/documents.ts';
import type { DocumentType, ManagedMembers } from '../../../lib/headwater/data/search/document-type.ts';
import { documentShape } from '../../../lib/headwater/data/search/engine-index/document-shape.ts';
import { engineIndex } from '../../../lib/headwater/data/search/engine-index/engine-index.ts';
import { namesOfIndex } from '../../../lib/headwater/data/search/engine-index/index-shape.ts';
import { indexedDocuments } from '../../../lib/headwater/data/search/engine-index/indexed-documents.ts';
import {
  makeIndex,
  writeDocuments,
} from '../../../lib/headwater/data/search/engine-index/write-documents.ts';
import {
  type DocumentPage,
  findPage,
  type ListRequest,
} from '../../../lib/headwater/data/search/list/document-list.ts';
import type { SearchIndex } from '../../../lib/headwater/data/search/list/search-index.ts';
import { connectEngine, type Engine } from '../../../lib/headwater/data/search-engine/engine.ts';
import { scanTable } from '../../../lib/headwater/testing/scan-table.ts';
import { plentyOfTime } from './replayed-source.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a search engine that lists use. */
    readonly listEngine: string | undefined;
  }
}

/** An index of lists that must answer: the table does not, in its place. */
export function testedIndex(
  engine: Engine,
  {
    index,
    type,
    owner = 'public',
  }: { readonly index: string; readonly type: DocumentType<never>; readonly owner?: string },
): SearchIndex {
  const none: SearchIndex = { plan: () => Promise.reject(new Error('The engine has no answer.')) };
  return engineIndex({ ask: (question) => question(engine), index, owner, type }, none);
}

export function indexNames(tableName: string, type: DocumentType<never>) {
  return namesOfIndex(tableName, documentShape(type));
}

export function testedEngine(endpoint: string): Engine {
  const access = { authorize: async <Request>(request: Request) => request, forget: () => {} };
  return connectEngine({ endpoint, access }, plentyOfTime);
}

/** What only the table's own index does: it stops at its units, or has postings without documents. */
export const ofTable = test.skipIf(inject('listEngine') !== undefined);

/** One after the other: lists that run at once would write the same changes. */
let following: Promise<void> = Promise.resolve();
/** The revisions that the index has, by table and key. */
const indexed = new WeakMap<object, Map<string, Map<string, number>>>();

/** `listDocuments`, by whatever index the suite has. */
export async function listTested<Document extends ManagedMembers>(
  documents: Documents<Document>,
  request: ListRequest,
): Promise<DocumentPage<Document>> {
  const endpoint = inject('listEngine');
  if (endpoint === undefined) return listDocuments(documents, request);
  const engine = testedEngine(endpoint);
  const followed = following.then(() => follow(engine, documents));
  // A client that crashes stops its own list alone.
  following = followed.catch(() => undefined);
  await followed;
  const { index: type, table } = documents;
  const { index } = indexNames(table.tableName, type);
  const searchIndex = testedIndex(engine, { index, type, owner: type.owner });
  return findPage({ ...documents, searchIndex }, request);
}

async function follow(engine: Engine, { table, index: document }: Documents<never>): Promise<void> {
  const type = indexedDocuments(document);
  const { client, tableName } = table;
  const tables = indexed.get(client) ?? new Map<string, Map<string, number>>();
  indexed.set(client, tables);
  const { index } = indexNames(tableName, document);
  const isNew = !tables.has(index);
  const known = tables.get(index) ?? new Map<string, number>();
  tables.set(index, known);
  if (isNew) {
    await fetch(`${inject('listEngine')}/${index}`, { method: 'DELETE' });
    await makeIndex(engine, { tableName, type });
  }
  const items = await scanTable(client, tableName);
  const current = new Map(
    items.flatMap((item) =>
      type.nameOf(item) ? [[String(item['pk']), Number(item['revision'])] as const] : [],
    ),
  );
  const changed = [...current].filter(([pk, revision]) => known.get(pk) !== revision).map(([pk]) => pk);
  const gone = [...known.keys()].filter((pk) => !current.has(pk));
  const names = [...changed, ...gone].flatMap((pk) => type.nameOf({ pk, sk: 'document' }) ?? []);
  for (let at = 0; at < names.length; at += 1_000)
    await writeDocuments({ table, engine, types: [type] }, names.slice(at, at + 1_000));
  for (const pk of gone) known.delete(pk);
  for (const pk of changed) known.set(pk, current.get(pk) ?? 0);
  if (names.length > 0) await engine({ method: 'POST', path: [index, '_refresh'] });
}
