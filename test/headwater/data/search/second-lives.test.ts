/** Documents whose id somebody names: nothing of a removed one touches the next one with its id. */

import { DeleteCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Documents, getDocument, openDocuments } from '../../../../lib/headwater/data/documents.ts';
import {
  type DocumentType,
  documentType,
  type ManagedMembers,
} from '../../../../lib/headwater/data/search/document-type.ts';
import { unique } from '../../../../lib/headwater/data/search/documents/unique-values.ts';
import { openIndex } from '../../../../lib/headwater/data/search/index/open-index.ts';
import { postingItem } from '../../../../lib/headwater/data/search/index/postings.ts';
import { systemClock } from '../../../../lib/headwater/data/store/clock.ts';
import { idOfName } from '../../../../lib/headwater/data/store/ids.ts';
import type { Item } from '../../../../lib/headwater/data/store/table-access.ts';
import {
  adjustDocument,
  changeDocument,
  createDocument,
  putDocument,
  removeDocument,
} from '../../../../lib/headwater/data/writes.ts';
import { entityTagOf } from '../../../../lib/headwater/run/http/response/entity-tag.ts';
import { migrateTable, newMigrationReport } from '../../../../lib/headwater/tools/admin/migrate-table.ts';
import { newProgress, verifyTable } from '../../../../lib/headwater/tools/admin/verify-table.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { clientThat } from '../../../support/faulty-client.ts';

interface Page extends ManagedMembers {
  readonly title: string;
  readonly address: string;
  readonly views: number;
}

const unnamed = {
  name: 'page',
  all: 'p',
  fields: {
    title: { kind: 'text', terms: 'pt' },
    address: { kind: 'keyword', terms: 'pa' },
    views: { kind: 'integer' },
  },
} as const;
const declaration = { ...unnamed, isNamed: true } as const;
const rules = [unique<Page>('address')];
const pageType = documentType<Page>({ ...declaration, rules });
const laterType = documentType<Page>({
  ...declaration,
  rules,
  version: 2,
  upgrade: (_from, { title }) => ({ title: `${title} again` }),
});
const types = { documents: [pageType], items: [] };
const id = idOfName('home');
const first = { title: 'first', address: 'one', views: 1 };
const second = { title: 'second', address: 'two', views: 2 };

let engine: Engine;
let tableName: string;
let now: number;
let pages: Documents<Page>;

beforeAll(async () => {
  engine = await startEngine();
});

beforeEach(async () => {
  tableName = await engine.makeTable();
  now = Date.UTC(2040, 0, 1);
  pages = open(pageType);
  await putDocument(pages, id, { content: first });
});

const clock = { ...systemClock, pause: async () => undefined };

function open(type: DocumentType<Page>, client = engine.client) {
  return openDocuments(type, { client, tableName, now: () => now++ });
}

async function beginSecondLife() {
  await removeDocument(pages, id);
  await putDocument(pages, id, { content: second });
}

/** The client of code that has read the first life when the second one begins. @param before Which of its transactions that is. */
function slowClient(before = 1) {
  let sent = 0;
  return clientThat(engine.client, async (command, send) => {
    if (command instanceof TransactWriteCommand && ++sent === before) await beginSecondLife();
    return send();
  });
}

async function verify(isRepairing: boolean, client = engine.client) {
  const progress = newProgress(tableName, types, 1);
  await verifyTable({
    ...{ client, tableName, types, clock, isRepairing, progress },
    unitsPerSecond: Number.POSITIVE_INFINITY,
  });
  return progress.report.findings;
}

test('an entity tag of the first life is none of the second', async () => {
  const before = await getDocument(pages, id);
  await beginSecondLife();
  const after = await getDocument(pages, id);
  expect([before.revision, after.revision]).toEqual([1, 1]);
  expect(entityTagOf(after)).not.toBe(entityTagOf(before));
  // The id of any other document never comes back: its tag is the revision.
  const leafType = documentType<Page>({ ...unnamed, name: 'leaf' });
  expect(entityTagOf(await createDocument(open(leafType), first))).toBe('"1"');
});

test('a document that a create names is created now, whatever its id looks like', async () => {
  const reservedId = idOfName('other');
  const { created, updated } = await createDocument(pages, { ...second, address: 'x' }, { reservedId });
  expect([created, updated]).toEqual([created, created]);
  expect(created).toMatch(/^2040-01-01/);
});

test.each<[name: string, write: (slow: Documents<Page>) => Promise<unknown>, then: Partial<Page>]>([
  [
    'a change is made on the second life',
    (slow) => changeDocument(slow, id, { contentOf: (page) => ({ ...page, title: 'changed' }) }),
    { ...second, title: 'changed', revision: 2 },
  ],
  [
    'a change whose check refuses the second life is not made',
    (slow) =>
      changeDocument(slow, id, {
        check: ({ title }) => {
          if (title !== 'first') throw new Error('refused');
        },
        contentOf: (page) => ({ ...page, title: 'changed' }),
      }),
    { ...second, revision: 1 },
  ],
  [
    'a replacement replaces the second life',
    (slow) => putDocument(slow, id, { content: { ...first, title: 'third' } }),
    { ...first, title: 'third', revision: 2 },
  ],
  [
    'an adjustment of a document of an earlier version does not bring the first life back',
    // Its first transaction finds the earlier version, its second one stores the document anew.
    () => adjustDocument(open(laterType, slowClient(2)), id, { views: 5 }),
    { ...second, title: 'second again', views: 7, revision: 2 },
  ],
])('%s', async (_name, write, then) => {
  await write(open(pageType, slowClient())).catch((error: Error) => expect(error.message).toBe('refused'));
  expect(await getDocument(then.title?.endsWith('again') ? open(laterType) : pages, id)).toMatchObject(then);
  expect(await verify(false)).toEqual([]);
});

test('a removal that must not find the second life leaves it', async () => {
  const removal = removeDocument(open(pageType, slowClient()), id, {
    check: ({ title }) => {
      if (title !== 'first') throw new Error('refused');
    },
  });
  await expect(removal).rejects.toThrow('refused');
  expect(await getDocument(pages, id)).toMatchObject(second);
  expect(await verify(false)).toEqual([]);
});

test('a migration does not bring the first life back, nor its postings', async () => {
  const words = Array.from({ length: 120 }, (_, at) => `w${at}`);
  // Its postings have no room in one transaction.
  const longType = documentType<Page>({
    ...declaration,
    version: 2,
    upgrade: (_from, { title }) => ({ title: `${title} ${words.join(' ')}` }),
  });
  const report = newMigrationReport(tableName);
  const options = { tableName, types: [longType], clock, segments: 1, report };
  await migrateTable({ ...options, client: slowClient(), unitsPerSecond: Number.POSITIVE_INFINITY });
  expect(report).toMatchObject({ migrated: 1, failed: 0 });
  expect(await getDocument(open(longType), id)).toMatchObject({
    address: 'two',
    title: expect.stringMatching(/^second w0/),
  });
});

test.each<[name: string, lost: (key: Item) => boolean, left: readonly Item[]]>([
  ['a missing posting', ({ pk }) => pk === 'pt/fi', []],
  ['a missing claim', ({ sk }) => sk === 'unique', []],
  // The second life needs it.
  [
    'a superfluous posting',
    () => false,
    [postingItem(openIndex(pageType), { term: 'pt/second', id, units: 1 })],
  ],
])('the repair of %s of the first life does nothing to the second', async (_name, isLost, left) => {
  for (const { pk, sk } of (await engine.scan(tableName)).filter(isLost))
    await engine.client.send(new DeleteCommand({ TableName: tableName, Key: { pk, sk } }));
  for (const item of left) await engine.client.send(new PutCommand({ TableName: tableName, Item: item }));
  expect(await verify(false)).toHaveLength(1);
  await verify(true, slowClient());
  expect(await getDocument(pages, id)).toMatchObject(second);
  expect(await verify(false)).toEqual([]);
});
