/** The earlier versions that a document type keeps: what a list has after any changes, and what is left of them after a removal. */

import { DeleteCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Documents, openDocuments } from '../../../../lib/headwater/data/documents.ts';
import {
  type DocumentType,
  documentType,
  type ManagedMembers,
} from '../../../../lib/headwater/data/search/document-type.ts';
import {
  getVersion,
  keptVersions,
  listVersions,
} from '../../../../lib/headwater/data/search/documents/kept-versions.ts';
import { systemClock } from '../../../../lib/headwater/data/store/clock.ts';
import { idOfName } from '../../../../lib/headwater/data/store/ids.ts';
import {
  adjustmentOf,
  changeDocument,
  createDocument,
  putDocument,
  removeDocument,
} from '../../../../lib/headwater/data/writes.ts';
import { newProgress, verifyTable } from '../../../../lib/headwater/tools/admin/verify-table.ts';
import { amount } from '../../../support/amount.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { clientThat } from '../../../support/faulty-client.ts';
import { meterClient } from '../../../support/metered-client.ts';

interface Page extends ManagedMembers {
  readonly title: string;
  readonly views?: number;
}

const declared = {
  name: 'page',
  all: 'p',
  fields: { title: { kind: 'text', terms: 'pt' }, views: { kind: 'integer', isOptional: true } },
} as const;
const count = 3;
const rules = [keptVersions<Page>(count)];
const pageType = documentType<Page>({ ...declared, rules });
const namedType = documentType<Page>({ ...declared, rules, isNamed: true });

let engine: Engine;
let tableName: string;
let pages: Documents<Page>;

beforeAll(async () => {
  engine = await startEngine();
});

beforeEach(async () => {
  tableName = await engine.makeTable();
  pages = open(pageType);
});

function open(type: DocumentType<Page>, options: Partial<Parameters<typeof openDocuments>[1]> = {}) {
  return openDocuments(type, { client: engine.client, tableName, ...options });
}

async function makePage(documents = pages, ...titles: readonly string[]): Promise<string> {
  const { _id: id } = await createDocument(documents, { title: 'one' });
  for (const title of titles) await changeTo(id, title, documents);
  return id;
}

const changeTo = (id: string, title: string, documents = pages) =>
  changeDocument(documents, id, { contentOf: () => ({ title }) });
const titlesOf = async (id: string, documents = pages) =>
  (await listVersions(documents, id)).map(({ revision, title }) => `${revision} ${title}`);
const keysOf = async (partition: string) =>
  (await engine.scan(tableName))
    .filter(({ pk }) => String(pk).includes(partition))
    .map(({ pk, sk }) => `${pk} ${sk}`);

/** @returns each finding, and whether it is repaired. */
async function verify(types: readonly DocumentType<Page>[] = [pageType]): Promise<readonly string[]> {
  const stored = { documents: types as readonly DocumentType<never>[], items: [] };
  const progress = newProgress(tableName, stored, 1);
  await verifyTable({
    ...{ client: engine.client, tableName, types: stored, progress, isRepairing: true },
    clock: { ...systemClock, pause: async () => undefined },
    unitsPerSecond: Number.POSITIVE_INFINITY,
  });
  return progress.report.findings.map(
    ({ kind, reason, isRepaired }) => `${kind}: ${reason}${isRepaired ? '; repaired' : ''}`,
  );
}

test('each change keeps the version before it, and the last ones are kept', async () => {
  const id = await makePage();
  expect(await titlesOf(id)).toEqual(['1 one']);
  await changeTo(id, 'two');
  await changeTo(id, 'three');
  expect(await titlesOf(id)).toEqual(['3 three', '2 two', '1 one']);
  await changeTo(id, 'four');
  await changeTo(id, 'five');
  expect(await titlesOf(id)).toEqual(['5 five', '4 four', '3 three', '2 two']);
  expect(await getVersion(pages, id, 3)).toMatchObject({ _id: id, revision: 3, title: 'three' });
  expect(await getVersion(pages, id, 5)).toMatchObject({ revision: 5, title: 'five' });
  for (const revision of [1, 6])
    await expect(getVersion(pages, id, revision)).rejects.toMatchObject({
      code: 'not_found',
      message: `There is no revision ${revision} of the page ${id}: the present revision is 5, and at most 3 before it are kept.`,
    });
  expect(await verify()).toEqual([]);
});

test('another owner has none of them, and another document neither', async () => {
  const id = await makePage(pages, 'two');
  const others = open(pageType, { owner: 'other' });
  await expect(listVersions(others, id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(getVersion(others, id, 1)).rejects.toMatchObject({ code: 'not_found' });
  const other = await makePage(others, 'theirs');
  expect(await titlesOf(other, others)).toEqual(['2 theirs', '1 one']);
  expect(await keysOf('~version')).toEqual([`other:~version/page/${other} 01`, `~version/page/${id} 01`]);
});

test('a removal deletes them', async () => {
  const id = await makePage(pages, 'two', 'three', 'four', 'five', 'six');
  expect(await keysOf('~version')).toHaveLength(count);
  await removeDocument(pages, id);
  expect(await engine.scan(tableName)).toEqual([]);
  await expect(listVersions(pages, id)).rejects.toMatchObject({ code: 'not_found' });
});

test('a document with as many words as can be stored is removed with its versions', async () => {
  const most = keptVersions<Page>(100);
  const documents = open(documentType<Page>({ ...declared, rules: [most] }));
  const words = (text: string) => Array.from({ length: 90 }, (_, at) => `${text}${at}`).join(' ');
  const { _id: id } = await createDocument(documents, { title: words('a') });
  for (let at = 0; at < 101; at++)
    await changeDocument(documents, id, { contentOf: ({ title }) => ({ title, views: at }) });
  expect(await listVersions(documents, id)).toHaveLength(101);
  await removeDocument(documents, id);
  expect(await engine.scan(tableName)).toEqual([]);
});

/** After the removal, nothing else reaches the table. */
function crashAfterRemoval() {
  let isOver = false;
  return open(pageType, {
    client: clientThat(engine.client, async (command, send) => {
      if (isOver) throw Object.assign(new Error('The network is down.'), { name: 'TimeoutError' });
      const result = await send();
      isOver = command instanceof TransactWriteCommand;
      return result;
    }),
  });
}

test('what a crash after the removal leaves is never read, and verify deletes it', async () => {
  const id = await makePage(pages, 'two', 'three');
  await removeDocument(crashAfterRemoval(), id);
  expect(await keysOf('')).toEqual([`~version/page/${id} 01`, `~version/page/${id} 02`]);
  await expect(getVersion(pages, id, 1)).rejects.toMatchObject({ code: 'not_found' });
  const superfluous = `superfluous: there is no ${id}; repaired`;
  expect(await verify()).toEqual([superfluous, superfluous]);
  expect(await engine.scan(tableName)).toEqual([]);
});

test('versions of a document that was lost are shown, and stay', async () => {
  const id = await makePage(pages, 'two');
  await engine.client.send(
    new DeleteCommand({ TableName: tableName, Key: { pk: `page/${id}`, sk: 'document' } }),
  );
  expect(await verify()).toContain(`superfluous: there is no ${id}`);
  expect(await keysOf('~version')).toHaveLength(1);
});

test('a document that is created again under its name has none of the earlier one', async () => {
  const documents = open(namedType);
  const id = idOfName('home');
  const put = (title: string) => putDocument(documents, id, { content: { title } });
  for (const title of ['a', 'b', 'c', 'd']) await put(title);
  const left = (await engine.scan(tableName)).filter(({ pk }) => String(pk).startsWith('~version'));
  await removeDocument(documents, id);
  // As after a crash.
  for (const Item of left) await engine.client.send(new PutCommand({ TableName: tableName, Item }));
  await put('again');
  await put('and again');
  expect(await titlesOf(id, documents)).toEqual(['2 and again', '1 again']);
  await expect(getVersion(documents, id, 3)).rejects.toMatchObject({ code: 'not_found' });
  const superfluous = `superfluous: it is none of the last versions of ${id}`;
  expect(await verify([namedType])).toEqual([superfluous, superfluous]);
  expect(await titlesOf(id, documents)).toEqual(['2 and again', '1 again']);
});

test('a version that earlier code has stored is read as it is now', async () => {
  const id = await makePage(pages, 'two');
  const later = open(
    documentType<Page>({
      ...{ ...declared, rules, version: 2 },
      upgrade: (_from, { title }) => ({ title: `${title}!` }),
    }),
  );
  await changeTo(id, 'three', later);
  expect(await titlesOf(id, later)).toEqual(['3 three', '2 two!', '1 one!']);
  expect(await getVersion(later, id, 1)).toMatchObject({ title: 'one!' });
});

test('a version costs as much as its document again, and a list what it has', async () => {
  const title = 'word '.repeat(600);
  const plain = open(documentType<Page>(declared));
  const unitsOf = async (type: DocumentType<Page>) => {
    const { client, measure } = meterClient(engine.client);
    const documents = open(type, { client });
    const { _id: id } = await createDocument(plain, { title });
    const contentOf = () => ({ title, views: 1 });
    const { written } = await measure(() => changeDocument(documents, id, { contentOf }));
    return { id, documents, measure, written };
  };
  const without = await unitsOf(plain.index);
  const { id, documents, measure, written } = await unitsOf(pageType);
  // Four KB, twice in a transaction.
  expect([without.written, written]).toEqual([8, 16]);
  expect((await measure(() => listVersions(documents, id))).units).toBe(2);
});

test('a change that is refused keeps nothing', async () => {
  const id = await makePage();
  const refuse = () => {
    throw new Error('no');
  };
  await expect(
    changeDocument(pages, id, { contentOf: () => ({ title: 'x' }), check: refuse }),
  ).rejects.toThrow();
  expect(await keysOf('~version')).toEqual([]);
});

test('numbers cannot be adjusted without their version, and a type keeps 1 to 100', () => {
  expect(() => adjustmentOf(pages, '0123456789abcdef01234567', { views: 1 })).toThrow(
    'The member views of the type page cannot be adjusted: a rule of the type depends on it.',
  );
  for (const wrong of [0, 101, 1.5])
    expect(() => keptVersions(wrong)).toThrow(`keptVersions(${wrong}): a type keeps 1 to 100 versions.`);
});

test('any writes keep what a plain list would have', { tags: ['property'] }, async () => {
  const write = fc.record({
    page: fc.nat(2),
    isRemoval: fc.boolean(),
    writers: fc.integer({ min: 1, max: 3 }),
  });
  const check = fc.asyncProperty(fc.array(write, { maxLength: 20 }), async (writes) => {
    const kept = new Map<string, string[]>();
    const ids: (string | undefined)[] = [];
    for (const [at, { page, isRemoval, writers }] of writes.entries()) {
      const id = ids[page];
      if (id === undefined) {
        ids[page] = await makePage();
        kept.set(ids[page], ['1 one']);
      } else if (isRemoval) {
        await removeDocument(pages, id);
        kept.delete(id);
        ids[page] = undefined;
      } else {
        const texts = Array.from({ length: writers }, (_, writer) => `${at}-${writer}`);
        const made = await Promise.all(texts.map((text) => changeTo(id, text)));
        const lines = made.toSorted((one, other) => other.revision - one.revision);
        const all = [...lines.map(({ revision, title }) => `${revision} ${title}`), ...(kept.get(id) ?? [])];
        kept.set(id, all.slice(0, count + 1));
      }
    }
    for (const [id, versions] of kept) expect(await titlesOf(id)).toEqual(versions);
    const stored = [...kept.values()].reduce((sum, { length }) => sum + length - 1, 0);
    expect(await keysOf('~version')).toHaveLength(stored);
    expect(await verify()).toEqual([]);
    for (const id of kept.keys()) await removeDocument(pages, id);
    expect(await engine.scan(tableName)).toEqual([]);
  });
  await fc.assert(check, { numRuns: amount({ few: 5, many: 20, most: 100 }) });
});
