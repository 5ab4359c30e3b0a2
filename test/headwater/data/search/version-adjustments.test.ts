/** Adjustments by code of two versions, whose number has another name in each, while documents are changed, removed and migrated. */

import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type Documents,
  getDocument,
  listDocuments,
  openDocuments,
} from '../../../../lib/headwater/data/documents.ts';
import {
  type DocumentType,
  documentType,
  type ManagedMembers,
} from '../../../../lib/headwater/data/search/document-type.ts';
import { unique } from '../../../../lib/headwater/data/search/documents/unique-values.ts';
import { systemClock } from '../../../../lib/headwater/data/store/clock.ts';
import { idOfName } from '../../../../lib/headwater/data/store/ids.ts';
import { writeTogether } from '../../../../lib/headwater/data/write-together.ts';
import {
  adjustDocument,
  adjustmentOf,
  changeDocument,
  putDocument,
  removeDocument,
} from '../../../../lib/headwater/data/writes.ts';
import { ServiceError } from '../../../../lib/headwater/shared/errors.ts';
import { migrateTable, newMigrationReport } from '../../../../lib/headwater/tools/admin/migrate-table.ts';
import { newProgress, verifyTable } from '../../../../lib/headwater/tools/admin/verify-table.ts';
import { amount } from '../../../support/amount.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { Crash, crashingClient } from '../../../support/faulty-client.ts';

interface FirstItem extends ManagedMembers {
  readonly code: string;
  readonly label: string;
  readonly pieces: number;
}

interface Item extends ManagedMembers {
  readonly code: string;
  readonly title: string;
  readonly stock: number;
}

const named = { name: 'item', all: 'i', isNamed: true } as const;
const code = { kind: 'keyword', terms: 'ic', sort: true } as const;
const label = { kind: 'text', terms: 'iw' } as const;
const firstType = documentType<FirstItem>({
  ...{ ...named, fields: { code, label, pieces: { kind: 'integer' } } },
  rules: [unique('code')],
});
const laterType = documentType<Item>({
  ...{ ...named, version: 2, fields: { code, title: label, stock: { kind: 'integer' } } },
  rules: [unique('code')],
  upgrade: (_from, { label: title, pieces }) => ({ title: String(title), stock: Number(pieces) }),
  downgrade: ({ title, stock }) => ({ label: title, pieces: stock }),
});

let engine: Engine;
let tableName: string;
let first: Documents<FirstItem>;
let later: Documents<Item>;

beforeAll(async () => {
  engine = await startEngine();
});

beforeEach(async () => {
  tableName = await engine.makeTable();
  [first, later] = [open(firstType), open(laterType)];
});

function open<Document>(type: DocumentType<Document>): Documents<Document> {
  return openDocuments(type, { client: engine.client, tableName });
}

const clock = { ...systemClock, pause: async () => undefined };
const unitsPerSecond = Number.POSITIVE_INFINITY;

/** @param commands After so many, it crashes. */
async function migrate(commands = Number.POSITIVE_INFINITY) {
  const report = newMigrationReport(tableName);
  const client = crashingClient(engine.client, commands);
  const options = { client, tableName, types: [laterType], clock, segments: 1, unitsPerSecond, report };
  await migrateTable(options).catch((error: unknown) => {
    if (!(error instanceof Crash)) throw error;
  });
  return report;
}

async function findings() {
  const types = { documents: [laterType], items: [] };
  const progress = newProgress(tableName, types, 1);
  const options = { client: engine.client, tableName, types, clock, unitsPerSecond, progress };
  await verifyTable({ ...options, isRepairing: false });
  return progress.report.findings;
}

/** Writes of one version, in the words of the model. */
function version<Document extends ManagedMembers>(
  documents: () => Documents<Document>,
  names: { readonly word: keyof Document & string; readonly number: keyof Document & string },
) {
  const contentOf = ({ code, word, number }: State) =>
    // The members of the type, by their names.
    ({ code, [names.word]: word, [names.number]: number }) as never;
  return {
    put: (id: string, state: State) => putDocument(documents(), id, { content: contentOf(state) }),
    remove: (id: string) => removeDocument(documents(), id),
    adjust: (id: string, added: readonly number[]) => {
      const writes = added.map((one) =>
        adjustmentOf(documents(), id, { [names.number]: one } as never, { least: 0 }),
      );
      return writeTogether(writes);
    },
    read: async (id: string): Promise<State> => {
      const document = await getDocument(documents(), id);
      const [word, number] = [String(document[names.word]), Number(document[names.number])];
      return { code: String((document as { code?: unknown }).code), word, number };
    },
    found: async (query: string) => {
      const { hits } = await listDocuments(documents(), { from: 0, size: 10, query });
      return hits.map(({ _id }) => _id).toSorted();
    },
    word: names.word,
  };
}

interface State {
  readonly code: string;
  readonly word: string;
  readonly number: number;
}

const versions = [
  version(() => first, { word: 'label', number: 'pieces' }),
  version(() => later, { word: 'title', number: 'stock' }),
] as const;

const step = fc.record({
  by: fc.constantFrom(...versions),
  act: fc.constantFrom('put', 'adjust', 'adjust', 'adjust', 'remove', 'migrate'),
  at: fc.nat(2),
  word: fc.constantFrom('red', 'blue'),
  number: fc.nat(3),
  added: fc.array(fc.integer({ min: -3, max: 4 }), { minLength: 1, maxLength: 3 }),
  crashAfter: fc.nat(12),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes the step, and the same in the model. */
async function make(model: Map<string, State>, { by, act, at, word, number, added, crashAfter }: Step) {
  const id = idOfName(String(at));
  const state = model.get(id);
  if (act === 'migrate') return void (await migrate(crashAfter));
  if (act === 'put') {
    const next = { code: `${word}${at}`, word, number };
    await by.put(id, next);
    return void model.set(id, next);
  }
  if (!state) return;
  if (act === 'remove') {
    await by.remove(id);
    return void model.delete(id);
  }
  const sum = added.reduce((total, one) => total + one, state.number);
  const made = await by.adjust(id, added).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ServiceError && error.code === 'state_conflict') return false;
      throw error;
    },
  );
  expect(made).toBe(sum >= 0);
  if (made) model.set(id, { ...state, number: sum });
}

test('both versions adjust the number of the other one', { tags: ['property'] }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      await engine.clear(tableName);
      const model = new Map<string, State>();
      for (const one of steps) {
        await make(model, one);
        for (const { read, found, word } of versions) {
          for (const [id, state] of model) expect(await read(id)).toEqual(state);
          const red = [...model].flatMap(([id, state]) => (state.word === 'red' ? [id] : []));
          expect(await found(`${word}:red`)).toEqual(red.toSorted());
        }
      }
      await migrate();
      expect(await findings()).toEqual([]);
      expect(await migrate()).toMatchObject({ documents: model.size, migrated: 0, postings: 0 });
    }),
    { numRuns: amount({ few: 6, many: 150 }) },
  );
});

test('adjustments of both versions at the same time, and a migration, lose none', async () => {
  const id = idOfName('busy');
  await putDocument(first, id, { content: { code: 'c', label: 'red', pieces: 100 } });
  const added = Array.from({ length: 6 }, (_, at) => at - 2);
  const made = await Promise.all([
    ...added.map((pieces) => adjustDocument(first, id, { pieces }, { least: 0 }).then(() => pieces)),
    ...added.map((stock) => adjustDocument(later, id, { stock }, { least: 0 }).then(() => stock)),
    changeDocument(later, id, { contentOf: (item) => ({ ...item, title: 'blue' }) }).then(() => 0),
    migrate().then(() => 0),
  ]);
  const stock = made.reduce((sum, one) => sum + one, 100);
  expect(await getDocument(later, id)).toMatchObject({ title: 'blue', stock });
  expect(await getDocument(first, id)).toMatchObject({ label: 'blue', pieces: stock });
  await migrate();
  expect(await findings()).toEqual([]);
});
