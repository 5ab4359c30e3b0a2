/**
 * The versions of docs/headwater/migrations.md, each on 10,000 stored documents: they are migrated while code of it and of the
 * version before reads and writes them. The database is the model of the simulation; the local engine would take minutes.
 *
 * @module-tag storage
 */

import { setImmediate } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import {
  type Documents,
  getDocument,
  listConsistently,
  openDocuments,
} from '../../../lib/headwater/data/documents.ts';
import { type DocumentType, firstMembers } from '../../../lib/headwater/data/search/document-type.ts';
import { putNewDocument, withUnits } from '../../../lib/headwater/data/search/documents/document-items.ts';
import { termsOf } from '../../../lib/headwater/data/search/index/document-terms.ts';
import { openIndex } from '../../../lib/headwater/data/search/index/open-index.ts';
import { postingItem } from '../../../lib/headwater/data/search/index/postings.ts';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import { systemClock } from '../../../lib/headwater/data/store/clock.ts';
import { createIdGenerator } from '../../../lib/headwater/data/store/ids.ts';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { putItem } from '../../../lib/headwater/data/store/table-writes.ts';
import { changeDocument, createDocument, removeDocument } from '../../../lib/headwater/data/writes.ts';
import { migrateTable, newMigrationReport } from '../../../lib/headwater/tools/admin/migrate-table.ts';
import { newProgress, verifyTable } from '../../../lib/headwater/tools/admin/verify-table.ts';
import { type Customer, loadMigrationPage, type MigrationPage } from '../../support/migration-page.ts';
import { pseudoRandom } from '../../support/pseudo-random.ts';
import { simulatedClient } from '../simulation/client.ts';
import { Table } from '../simulation/table.ts';

const tableName = 'migrated';
const amount = 10_000;
/** The documents that writers change; readers know the others exactly. */
const written = 100;

const random = pseudoRandom(1);
const below = (limit: number) => Math.floor(random() * limit);

/** What every version knows of a customer. */
interface Person {
  readonly first: string;
  readonly last: string;
  readonly email: string;
}

type Content = Omit<Customer, '_id' | 'created' | 'updated' | 'revision'>;

/** The content of a person in each version of the page, by its own declaration. The last one is version 4 with a rule. */
const contents: readonly ((person: Person) => Content)[] = [
  ({ first, last, email }) => ({ name: `${first} ${last}`, email }),
  ({ first, last, email }) => ({ fullName: `${first} ${last}`, email }),
  ({ first, last, email }) => ({ firstName: first, lastName: last, email }),
  ({ first, last, email }) => ({ firstName: first, lastName: last, email }),
  ({ first, last, email }) => ({ firstName: first, lastName: last, email }),
];

/** The names of the members in the table after the migration to each version: those of it, and of the one before. */
const storedMembers = [
  ['name'],
  ['fullName', 'name'],
  ['firstName', 'fullName', 'lastName'],
  ['firstName', 'lastName'],
];

interface Code {
  readonly documents: Documents<Customer>;
  readonly contentOf: (person: Person) => Content;
}

const table = new Table();
/** Each command takes a turn, so that pauses end and nobody waits for all others. */
const client = documentClient(
  simulatedClient(async (name, input) => {
    await setImmediate();
    return table.execute(name, input);
  }),
);
const model = new Map<string, Person>();
let people = 0;

function newPerson(): Person {
  people++;
  // The first two characters of a word are its partition, so these words are in many.
  const digits = String(people % 1_000).padStart(3, '0');
  return {
    first: `${digits.slice(1)}first`,
    last: `${digits}last${people}`,
    email: `${digits}${people}@example.org`,
  };
}

async function fill(type: DocumentType<Customer>): Promise<void> {
  const index = openIndex(type);
  const newId = createIdGenerator({ now: Date.now });
  const access = accessTable(client, tableName);
  while (model.size < amount) {
    const [id, person] = [newId(), newPerson()];
    const document = { ...firstMembers(id), ...contents[0]?.(person) } as Customer;
    const write = withUnits(index, { id, revision: 1, document, others: {} });
    const postings = [...termsOf(index, document)].map((term) =>
      postingItem(index, { term, id, units: write.units }),
    );
    for (const Item of [putNewDocument(index, write).Put?.Item ?? {}, ...postings])
      await putItem(access, { Item });
    model.set(id, person);
  }
}

/** Most of the commands belong to the migration. */
async function rest(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await setImmediate();
}

/** Changes, removes and creates documents by code of either version, until it is told to stop. */
async function write(codes: readonly Code[], ids: string[], isOver: () => boolean): Promise<number> {
  let writes = 0;
  for (; !isOver(); writes++) {
    await rest();
    const { documents, contentOf } = codes[below(codes.length)] as Code;
    const [at, act] = [below(ids.length), below(10)];
    const id = ids[at] ?? '';
    const person = newPerson();
    if (act === 0) {
      await removeDocument(documents, id);
      model.delete(id);
      const { _id } = await createDocument(documents, contentOf(person));
      ids[at] = _id;
      model.set(_id, person);
    } else {
      await changeDocument(documents, id, { contentOf: () => contentOf(person) });
      model.set(id, person);
    }
  }
  return writes;
}

async function expectSeen({ documents, contentOf }: Code, id: string): Promise<void> {
  const person = model.get(id) as Person;
  expect(await getDocument(documents, id)).toMatchObject(contentOf(person));
  const { hits } = await listConsistently(documents, { from: 0, size: 2, query: person.last });
  expect(hits.map(({ _id }) => _id)).toEqual([id]);
}

/** Reads by code of either version, by id and by a list. */
async function read(codes: readonly Code[], ids: readonly string[], isOver: () => boolean): Promise<number> {
  let reads = 0;
  for (; !isOver(); reads++) {
    await rest();
    await expectSeen(codes[below(codes.length)] as Code, ids[below(ids.length)] ?? '');
  }
  return reads;
}

function migrate(type: DocumentType<Customer>) {
  const report = newMigrationReport(tableName);
  const options = { client, tableName, types: [type], clock: systemClock, segments: 4, report };
  return migrateTable({ ...options, unitsPerSecond: Number.POSITIVE_INFINITY }).then(() => report);
}

function documentItems() {
  return table.items.all().filter(({ sk }) => sk?.S === 'document');
}

const managed = ['_id', 'created', 'email', 'pk', 'revision', 'sk', 'stored', 'updated'];

async function verify(type: DocumentType<Customer>, isRepairing: boolean) {
  const types = { documents: [type], items: [] };
  const progress = newProgress(tableName, types, 4);
  const pace = { clock: systemClock, unitsPerSecond: Number.POSITIVE_INFINITY };
  await verifyTable({ client, tableName, types, isRepairing, progress, ...pace });
  return progress.report;
}

/** Does something while code of both versions reads and writes. @returns its result, and the documents that were written. */
async function besideOthers<Result>(both: readonly Code[], act: () => Promise<Result>) {
  const ids = [...model.keys()];
  const [changed, unchanged] = [ids.slice(0, written), ids.slice(written)];
  let isDone = false;
  const isOver = () => isDone;
  const others = [write(both, changed, isOver), read(both, unchanged, isOver)];
  const result = await act();
  isDone = true;
  const [writes = 0, reads = 0] = await Promise.all(others);
  expect(Math.min(writes, reads)).toBeGreaterThan(amount / 200);
  for (const id of [...changed, ...unchanged.slice(0, written)])
    for (const code of both) await expectSeen(code, id);
  return { result, changed };
}

let page: MigrationPage;
let codes: readonly Code[];

beforeAll(async () => {
  page = await loadMigrationPage();
  codes = [...page.types, page.uniqueType].map((type, at): Code => {
    const documents = openDocuments(type, { client, tableName });
    return { documents, contentOf: contents[at] as Code['contentOf'] };
  });
  await fill(page.types[0] as DocumentType<Customer>);
});

test.each([
  [2, 'renamed'],
  [3, 'split'],
  [4, 'found by another field'],
])('to version %d: documents are %s', async (version) => {
  const type = page.types[version - 1] as DocumentType<Customer>;
  const { result: first } = await besideOthers(codes.slice(version - 2, version), () => migrate(type));
  expect(first).toMatchObject({ failed: 0, newer: 0 });
  // Others may have stored the rest, and have written documents of the version before since.
  expect(first.migrated).toBeGreaterThan(amount - written - 1);
  // No code of the version before runs any more.
  expect(await migrate(type)).toMatchObject({ documents: amount, failed: 0, newer: 0 });
  const names = new Set(documentItems().map((item) => Object.keys(item).toSorted().join()));
  expect([...names]).toEqual([[...managed, ...(storedMembers[version - 1] ?? [])].toSorted().join()]);
  expect(new Set(documentItems().map(({ stored }) => stored?.M?.['schema']?.N))).toEqual(
    new Set([String(version)]),
  );
});

test('the new field finds all documents', async () => {
  const { documents } = codes[3] as Code;
  for (const [id, { email }] of [...model].slice(-written)) {
    const { hits } = await listConsistently(documents, { from: 0, size: 2, query: `email:"${email}"` });
    expect(hits.map(({ _id }) => _id)).toEqual([id]);
  }
});

test('values become unique, and those that are not are listed', async () => {
  const { documents, contentOf } = codes[4] as Code;
  const earlier = (codes[3] as Code).documents;
  const taken = newPerson();
  const twins = [];
  for (const email of [taken.email, taken.email.toUpperCase()]) {
    const person = { ...newPerson(), email };
    const { _id } = await createDocument(earlier, contentOf(person));
    twins.push(_id);
    model.set(_id, person);
  }
  await besideOthers(codes.slice(3), () => verify(page.uniqueType, true));
  // No code without the rule runs any more.
  const { findings } = await verify(page.uniqueType, true);
  const open = findings.filter(({ isRepaired }) => !isRepaired);
  expect(open).toMatchObject([{ kind: 'missing', reason: expect.stringContaining('has the same email as') }]);
  const [one = ''] = twins;
  expect(twins.every((id) => open[0]?.reason.includes(id))).toBe(true);
  const moved = newPerson();
  await changeDocument(documents, one, { contentOf: () => contentOf(moved) });
  const now = { customer: amount + 2 };
  expect(await verify(page.uniqueType, true)).toMatchObject({ items: now, outdated: 0 });
  expect(await verify(page.uniqueType, false)).toMatchObject({ items: now, outdated: 0, findings: [] });
  model.set(one, moved);
  for (const { email } of [...model.values()].slice(-written))
    await expect(createDocument(documents, contentOf({ ...newPerson(), email }))).rejects.toMatchObject({
      code: 'already_exists',
    });
});
