/** Migrations of a table: what they store anew, what they leave, how fast they are, and how they end. */

import { DeleteCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Documents, listDocuments, openDocuments } from '../../../../lib/headwater/data/documents.ts';
import {
  type DocumentType,
  documentType,
  type ManagedMembers,
} from '../../../../lib/headwater/data/search/document-type.ts';
import { changeDocument, createDocument, removeDocument } from '../../../../lib/headwater/data/writes.ts';
import {
  type MigrateOptions,
  type MigrationReport,
  migrateTable,
  newMigrationReport,
} from '../../../../lib/headwater/tools/admin/migrate-table.ts';
import { newProgress, verifyTable } from '../../../../lib/headwater/tools/admin/verify-table.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { clientThat } from '../../../support/faulty-client.ts';

interface Note extends ManagedMembers {
  readonly text: string;
  readonly color: string;
}

const named = { name: 'note', all: 'n' } as const;
const text = { kind: 'text', terms: 'nw' } as const;
const firstType = documentType<Note>({ ...named, fields: { text, color: { kind: 'keyword' } } });
const secondType = documentType<Note>({
  ...{ ...named, version: 2 },
  // The words of a text are terms no more, and its color is one.
  fields: { text: 'not searchable', color: { kind: 'keyword', terms: 'nw' } },
  upgrade: (_from, { color }) => {
    if (color === 'none') throw new Error('no color');
    return {};
  },
  downgrade: () => ({}),
});
const memos = { name: 'memo', all: 'm' } as const;
const memoText = { kind: 'text', terms: 'mw' } as const;
const otherType = documentType<Note>({
  ...{ ...memos, version: 2 },
  fields: { text: memoText, color: { kind: 'keyword', terms: 'mc' } },
});

let engine: Engine;
let tableName: string;
let now: number;
let first: Documents<Note>;
let second: Documents<Note>;

beforeAll(async () => {
  engine = await startEngine();
});

beforeEach(async () => {
  tableName = await engine.makeTable();
  now = Date.UTC(2026, 0, 1);
  [first, second] = [open(firstType), open(secondType)];
});

function open<Document>(type: DocumentType<Document>): Documents<Document> {
  return openDocuments(type, { client: engine.client, tableName });
}

const clock = {
  now: () => now,
  random: () => 0,
  pause: async (ms: number) => {
    now += ms;
  },
};
const settings = { clock, unitsPerSecond: Number.POSITIVE_INFINITY, segments: 2 };

interface Migrated extends MigrationReport {
  readonly isComplete: boolean;
}

async function migrate(options: Partial<MigrateOptions> = {}): Promise<Migrated> {
  const report = newMigrationReport(tableName);
  const { client } = engine;
  const types = [secondType];
  const isComplete = await migrateTable({ client, tableName, types, ...settings, report, ...options });
  return { ...report, isComplete };
}

async function verify() {
  const types = { documents: [secondType, otherType], items: [] };
  const progress = newProgress(tableName, types, 1);
  const options = { client: engine.client, tableName, types, ...settings, progress, isRepairing: false };
  expect(await verifyTable(options)).toBe(true);
  return progress.report;
}

const add = async (count: number) => {
  const notes = Array.from({ length: count }, () => createDocument(first, { text: 'web log', color: 'red' }));
  return (await Promise.all(notes)).map(({ _id }) => _id);
};
const keyOf = (id: string) => ({ pk: `note/${id}`, sk: 'document' });
const totalOf = async (documents: Documents<Note>, query: string) =>
  (await listDocuments(documents, { from: 0, size: 10, query })).total;

test('documents get their postings of now, and lose those of before; revisions stay', async () => {
  const ids = await add(3);
  expect(await totalOf(second, 'color:red')).toBe(0);
  // What they lack and have too much is no damage, and nobody repairs it.
  expect(await verify()).toMatchObject({ outdated: 3, findings: [] });
  const done = await migrate();
  expect(done).toMatchObject({ isComplete: true, documents: 3, migrated: 3, postings: 6, failed: 0 });
  expect(await totalOf(second, 'color:red')).toBe(3);
  const items = await engine.scan(tableName);
  expect(items).toHaveLength(3 * 3);
  expect(items.filter(({ sk }) => sk === 'document').map(({ revision }) => revision)).toEqual([1, 1, 1]);
  expect(await migrate()).toMatchObject({ documents: 3, migrated: 0, postings: 0 });
  expect(await engine.scan(tableName)).toEqual(items);
  expect(await verify()).toMatchObject({ items: { note: ids.length }, outdated: 0, findings: [] });
});

test('postings of kinds that no field has any more are deleted, also of documents that are gone', async () => {
  const [kept = '', removed = ''] = await add(2);
  const third = documentType<Note>({
    ...{ ...named, version: 3, formerTerms: ['nw'] },
    fields: { text: 'not searchable', color: { kind: 'keyword' } },
  });
  await changeDocument(open(third), kept, { contentOf: (note) => note });
  await removeDocument(open(third), removed);
  expect((await engine.scan(tableName)).filter(({ pk }) => String(pk).startsWith('nw/'))).toHaveLength(4);
  expect(await migrate({ types: [third] })).toMatchObject({ documents: 1, migrated: 0, postings: 4 });
  expect((await engine.scan(tableName)).map(({ pk }) => pk)).toEqual(['n', keyOf(kept).pk]);
});

test('several at once do no harm', { tags: ['storage'] }, async () => {
  await add(30);
  const reports = await Promise.all([migrate(), migrate(), migrate()]);
  expect(reports.map(({ failed, isComplete }) => [failed, isComplete])).toEqual(
    Array.from({ length: 3 }, () => [0, true]),
  );
  expect(await migrate()).toMatchObject({ documents: 30, migrated: 0, postings: 0 });
  expect(await verify()).toMatchObject({ items: { note: 30, posting: 60 }, outdated: 0, findings: [] });
});

test('one that is stopped leaves the rest for the next', { tags: ['storage'] }, async () => {
  await add(150);
  const stopped = await migrate({ onPage: () => true });
  expect(stopped.isComplete).toBe(false);
  expect(stopped.migrated).toBeGreaterThan(0);
  expect(stopped.migrated).toBeLessThan(150);
  const rest = await migrate();
  expect(rest).toMatchObject({ isComplete: true, documents: 150, migrated: 150 - stopped.migrated });
});

test('a document whose upgrade fails is listed, and the others are stored', async () => {
  const [id = ''] = [(await createDocument(first, { text: 'web', color: 'none' }))._id];
  await add(2);
  const before = (await engine.scan(tableName)).find(({ pk }) => pk === keyOf(id).pk);
  const failure = {
    key: JSON.stringify([`note/${id}`, 'document']),
    reason: `The note ${id} of version 1 cannot be upgraded to version 2: "upgrade" throws Error: no color.`,
  };
  expect(await migrate()).toMatchObject({ documents: 3, migrated: 2, failed: 1, failures: [failure] });
  expect((await engine.scan(tableName)).find(({ pk }) => pk === keyOf(id).pk)).toEqual(before);
  expect(await verify()).toMatchObject({ found: { malformed: 1 }, findings: [failure] });
});

test('a document that would be larger than an item is listed', async () => {
  const [id = ''] = await add(1);
  const large = documentType<Note>({
    ...{ ...named, version: 2, fields: { text: 'not searchable', color: { kind: 'keyword' } } },
    upgrade: () => ({ text: 'x'.repeat(410_000) }),
  });
  expect(await migrate({ types: [large] })).toMatchObject({
    ...{ migrated: 0, failed: 1 },
    failures: [
      { key: JSON.stringify([`note/${id}`, 'document']), reason: expect.stringContaining('409200') },
    ],
  });
});

test('a failure of the table ends the migration, and is not one of a document', async () => {
  await add(2);
  const denied = Object.assign(new Error('not allowed'), { name: 'AccessDeniedException' });
  const client = clientThat(engine.client, (command, send) => {
    if (command instanceof TransactWriteCommand) throw denied;
    return send();
  });
  const report = newMigrationReport(tableName);
  await expect(migrate({ client, report })).rejects.toThrow('not allowed');
  expect(report).toMatchObject({ migrated: 0, failed: 0 });
});

test('documents of other types, of later versions, and items of other software stay', async () => {
  const memo = open(documentType<Note>({ ...memos, fields: { text: memoText, color: { kind: 'keyword' } } }));
  await createDocument(memo, { text: 'milk', color: 'red' });
  const third = documentType<Note>({
    ...{ ...named, version: 3 },
    fields: { text, color: { kind: 'keyword' } },
  });
  await createDocument(open(third), { text: 'later', color: 'red' });
  const Item = { pk: `note/${'a'.repeat(24)}`, sk: 'other' };
  await engine.client.send(new PutCommand({ TableName: tableName, Item }));
  const before = await engine.scan(tableName);
  expect(await migrate()).toMatchObject({ documents: 1, migrated: 0, newer: 1, postings: 0, failed: 0 });
  expect(await engine.scan(tableName)).toEqual(before);
  expect(await migrate({ types: [otherType] })).toMatchObject({ documents: 1, migrated: 1 });
  expect(await totalOf(open(otherType), 'color:red')).toBe(1);
});

test('postings that earlier code has left of a document that it removed are deleted, and the traces of a lost one stay', async () => {
  const [removed = '', lost = ''] = [await create(), await create()];
  // Code of version 1 deletes the words of the text, not the color.
  await removeDocument(first, removed);
  await engine.client.send(new DeleteCommand({ TableName: tableName, Key: keyOf(lost) }));
  expect((await verify()).found).toEqual({ missing: 0, superfluous: 3, malformed: 0 });
  expect(await migrate()).toMatchObject({ documents: 0, postings: 1 });
  expect((await engine.scan(tableName)).map(({ pk }) => pk)).toEqual(['n', 'nw/re']);

  async function create(): Promise<string> {
    const { _id } = await createDocument(second, { text: 'web', color: 'red' });
    return _id;
  }
});

test('a document that earlier code changes meanwhile is stored anew', async () => {
  const [id = ''] = await add(1);
  let changes = 0;
  const client = clientThat(engine.client, async (command, send) => {
    if (command instanceof TransactWriteCommand && changes++ < 2)
      await changeDocument(first, id, { contentOf: (note) => ({ ...note, color: `blue${changes}` }) });
    return send();
  });
  expect(await migrate({ client })).toMatchObject({ migrated: 1, failed: 0 });
  expect(await totalOf(second, 'color:blue2')).toBe(1);
  expect(await migrate()).toMatchObject({ migrated: 0 });
  expect(await verify()).toMatchObject({ outdated: 0, findings: [] });
});

test('write units are spread over time', async () => {
  await add(20);
  const begun = now;
  await migrate({ unitsPerSecond: 10 });
  // Each document takes two for itself, and two for each of its two postings; each old posting four.
  const units = 20 * 6 + 40 * 4;
  expect(now - begun).toBeGreaterThan((units / 10) * 1_000 * 0.8);
  expect(now - begun).toBeLessThan((units / 10) * 1_000 * 1.5);
});
