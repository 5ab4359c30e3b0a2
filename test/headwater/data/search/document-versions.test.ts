/** Documents of several versions of a type: what code of each version reads, writes and refuses. */

import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
import {
  changeDocument,
  createDocument,
  putDocument,
  removeDocument,
} from '../../../../lib/headwater/data/writes.ts';
import { amount } from '../../../support/amount.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';

interface FirstOrder extends ManagedMembers {
  readonly customer: string;
  readonly total: number;
}

interface Order extends ManagedMembers {
  readonly buyer: string;
  readonly total: number;
  readonly urgency: string;
}

const named = { name: 'order', all: 'o' } as const;
const total = { kind: 'integer' } as const;
const buyer = { kind: 'keyword', terms: 'oc' } as const;
const fields = { buyer, total, urgency: { kind: 'keyword', terms: 'ou' } } as const;

const firstType = documentType<FirstOrder>({ ...named, fields: { customer: buyer, total } });

/** `customer` is `buyer` now, and `urgency` is new. Code of version 1 preserves it, and changes `customer`. */
const upgrade = (_from: number, { customer, urgency = 'none' }: Readonly<Record<string, unknown>>) => ({
  buyer: String(customer),
  urgency: String(urgency),
});
const secondType = documentType<Order>({ ...named, fields, version: 2, upgrade });
const sharedType = documentType<Order>({
  ...{ ...named, fields, version: 2, upgrade },
  downgrade: ({ buyer: customer }) => ({ customer }),
});

let engine: Engine;
let tableName: string;
let first: Documents<FirstOrder>;
let second: Documents<Order>;
let shared: Documents<Order>;

beforeAll(async () => {
  engine = await startEngine();
});

beforeEach(async () => {
  tableName = await engine.makeTable();
  [first, second, shared] = [open(firstType), open(secondType), open(sharedType)];
});

function open<Document>(type: DocumentType<Document>): Documents<Document> {
  return openDocuments(type, { client: engine.client, tableName });
}

const keyOf = (id: string) => ({ pk: `order/${id}`, sk: 'document' });

async function itemOf(id: string) {
  const { Item } = await engine.client.send(new GetCommand({ TableName: tableName, Key: keyOf(id) }));
  return Item ?? {};
}

async function listed<Document>(documents: Documents<Document>, query?: string) {
  return listDocuments(documents, { from: 0, size: 20, ...(query === undefined ? {} : { query }) });
}

const postingsOf = async (id: string) => {
  const { _id } = await itemOf(id);
  const items = await engine.scan(tableName);
  return items.flatMap(({ pk, sk }) => (sk !== 'document' && _id ? [String(pk)] : [])).toSorted();
};

describe('a document of an earlier version', () => {
  let id: string;

  beforeEach(async () => {
    ({ _id: id } = await createDocument(first, { customer: 'anna', total: 5 }));
  });

  test('is read as one of this version, and reads store nothing', async () => {
    const before = await engine.scan(tableName);
    const { created, updated } = await getDocument(first, id);
    const order = { _id: id, created, updated, revision: 1, buyer: 'anna', total: 5, urgency: 'none' };
    expect(await getDocument(second, id)).toEqual(order);
    expect(await listed(second)).toMatchObject({ total: 1, hits: [order] });
    // The kind of terms is the same, so the old postings lead to it.
    expect(await listed(second, 'buyer:anna AND total:5')).toMatchObject({ total: 1, hits: [order] });
    expect(await listed(second, 'NOT urgency:none')).toMatchObject({ total: 0, hits: [] });
    expect(await engine.scan(tableName)).toEqual(before);
  });

  test('has no postings of new terms until it is stored anew', async () => {
    expect((await listed(second, 'urgency:none')).total).toBe(0);
    await changeDocument(second, id, { contentOf: (order) => ({ ...order, total: 6 }) });
    expect((await listed(second, 'urgency:none')).hits).toMatchObject([{ buyer: 'anna', total: 6 }]);
    expect(await postingsOf(id)).toEqual(['o', 'oc/an', 'ou/no']);
  });

  test('is stored in this version by a change, without what the type no longer has', async () => {
    await changeDocument(second, id, { contentOf: (order) => ({ ...order, buyer: 'bert' }) });
    expect(await itemOf(id)).toEqual({
      ...keyOf(id),
      ...{ _id: id, created: expect.any(String), updated: expect.any(String), revision: 2 },
      ...{ buyer: 'bert', total: 5, urgency: 'none' },
      stored: { layout: 1, schema: 2, version: 3, units: 1, readableFrom: 2 },
    });
    expect(await postingsOf(id)).toEqual(['o', 'oc/be', 'ou/no']);
  });

  test('is removed with its postings', async () => {
    await removeDocument(second, id);
    expect(await engine.scan(tableName)).toEqual([]);
  });

  test('keeps its members if the type has no upgrade, and what it does not know', async () => {
    const later = documentType<FirstOrder>({
      ...{ ...named, version: 2 },
      fields: { customer: buyer, total: { ...total, value: (order) => order.total } },
    });
    await engine.client.send(
      new PutCommand({ TableName: tableName, Item: { ...(await itemOf(id)), color: 'red' } }),
    );
    await changeDocument(open(later), id, { contentOf: (order) => ({ ...order, total: 6 }) });
    const { stored, ...members } = await itemOf(id);
    expect(members).toMatchObject({ customer: 'anna', total: 6, color: 'red' });
    // Any earlier code may read it.
    expect(stored).toEqual({ layout: 1, schema: 2, version: 3, units: 1 });
    expect(await getDocument(first, id)).toMatchObject({ customer: 'anna', total: 6 });
  });

  test.each([
    ['without units', { layout: 1, schema: 1, version: 1 }],
    ['after its terms had changed', { layout: 1, schema: 1, version: 3, units: 1 }],
  ])('stored by a release before, %s', async (_name, stored) => {
    await engine.client.send(
      new PutCommand({ TableName: tableName, Item: { ...(await itemOf(id)), stored } }),
    );
    expect(await getDocument(second, id)).toMatchObject({ buyer: 'anna' });
    await changeDocument(second, id, { contentOf: (order) => order });
    expect(await getDocument(second, id)).toMatchObject({ buyer: 'anna', urgency: 'none', revision: 2 });
  });
});

describe('members of any shape', () => {
  interface Parts extends ManagedMembers {
    readonly parts: unknown;
  }
  interface Pieces extends ManagedMembers {
    readonly pieces: unknown;
  }
  const open1 = documentType<Parts>({ ...named, fields: { parts: 'not searchable' }, texts: ['parts'] });
  const open2 = documentType<Pieces>({
    ...{ ...named, fields: { pieces: 'not searchable' }, version: 2 },
    // The old name stays, so that its text is JSON for `upgrade` and `downgrade`.
    texts: ['pieces', 'parts'],
    upgrade: (_from, { parts }) => ({ pieces: parts }),
    downgrade: ({ pieces }) => ({ parts: pieces }),
  });

  test('are given and taken as values', async () => {
    const parts = [1e300, { deep: [null] }];
    const { _id } = await createDocument(open(open1), { parts });
    expect(await getDocument(open(open2), _id)).toMatchObject({ pieces: parts });
    const pieces = { none: undefined, one: 1 };
    await changeDocument(open(open2), _id, { contentOf: () => ({ pieces }) });
    expect(await getDocument(open(open1), _id)).toMatchObject({ parts: { one: 1 } });
  });
});

describe('earlier code and a document of a later version', () => {
  const message = (id: string) =>
    `The order ${id} has version 2, which only code of version 2 or later reads; this code has version 1. The type needs a "downgrade" for as long as both run.`;
  const content = { buyer: 'anna', total: 5, urgency: 'high' };

  test('without "downgrade", each use is refused, and nothing changes', async () => {
    const { _id } = await createDocument(second, content);
    const before = await engine.scan(tableName);
    const uses = [
      () => getDocument(first, _id),
      () => listed(first),
      () => listed(first, 'customer:anna'),
      () => changeDocument(first, _id, { contentOf: (order) => ({ ...order, total: 6 }) }),
      () => putDocument(first, _id, { content: { customer: 'bert', total: 6 } }),
      () => removeDocument(first, _id),
    ];
    for (const use of uses) await expect(use()).rejects.toThrow(message(_id));
    expect(await engine.scan(tableName)).toEqual(before);
  });

  test('with "downgrade", it reads and changes the document, and preserves what it does not know', async () => {
    const { _id } = await createDocument(shared, content);
    expect(await itemOf(_id)).toMatchObject({ ...content, customer: 'anna', stored: { readableFrom: 1 } });
    expect((await listed(first, 'customer:anna')).hits).toMatchObject([{ customer: 'anna', total: 5 }]);
    await changeDocument(first, _id, { contentOf: (order) => ({ ...order, customer: 'bert' }) });
    expect(await getDocument(shared, _id)).toMatchObject({ ...content, buyer: 'bert' });
    await changeDocument(shared, _id, { contentOf: (order) => ({ ...order, buyer: 'carl' }) });
    expect(await getDocument(first, _id)).toMatchObject({ customer: 'carl' });
  });

  test('"downgrade" is for the version before alone', async () => {
    const third = documentType<Order>({
      ...{ ...named, fields, version: 3, upgrade },
      downgrade: () => ({ customer: undefined }),
    });
    const { _id } = await createDocument(shared, content);
    await changeDocument(open(third), _id, { contentOf: (order) => order });
    expect(await getDocument(shared, _id)).toMatchObject(content);
    await expect(getDocument(first, _id)).rejects.toThrow(
      `The order ${_id} has version 3, which only code of version 2 or later reads; this code has version 1.`,
    );
  });
});

test.each([{ upgrade }, { version: 1, downgrade: () => ({}) }])(
  'a first version has no earlier one: %o',
  (rest) => {
    expect(() => documentType<Order>({ ...named, fields, ...rest })).toThrow(
      'The type order has an "upgrade" or a "downgrade" of version 1: raise its "version".',
    );
  },
);

describe('an upgrade that fails', () => {
  const failing = documentType<Order>({
    ...{ ...named, fields, version: 2 },
    upgrade: (_from, { customer }) => {
      if (customer === 'anna') throw new TypeError('no anna');
      return { buyer: customer as string };
    },
  });

  test.each([
    ['anna', 'version 2: "upgrade" throws TypeError: no anna.', TypeError],
    ['bert', 'version 2: no valid urgency comes of its members and of "upgrade".', undefined],
  ])('of %s fails reads and changes, which store nothing', async (customer, reason, cause) => {
    const { _id } = await createDocument(first, { customer, total: 5 });
    const before = await engine.scan(tableName);
    const uses = [
      () => getDocument(open(failing), _id),
      () => listed(open(failing)),
      () => changeDocument(open(failing), _id, { contentOf: (order) => order }),
      () => removeDocument(open(failing), _id),
    ];
    for (const use of uses) {
      const error: Error = await use().then(
        () => new Error('It succeeds.'),
        (reason) => reason,
      );
      expect(error.message).toBe(`The order ${_id} of version 1 cannot be upgraded to ${reason}`);
      if (cause) expect(error.cause).toBeInstanceOf(cause);
    }
    expect(await engine.scan(tableName)).toEqual(before);
  });
});

/** A step of one of two versions of the code, on one of few documents. */
const step = fc.record({
  isFirst: fc.boolean(),
  act: fc.constantFrom('create', 'buyer', 'total', 'urgency', 'remove'),
  at: fc.nat(2),
  name: fc.constantFrom('anna', 'bert'),
  number: fc.nat(1),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Expected {
  buyer: string;
  total: number;
  urgency: string;
}

/** Makes the step, and the same in the model. */
async function make(model: Map<string, Expected>, { isFirst, act, at, name, number }: Step) {
  if (act === 'create') {
    const { _id } = isFirst
      ? await createDocument(first, { customer: name, total: number })
      : await createDocument(shared, { buyer: name, total: number, urgency: name });
    model.set(_id, { buyer: name, total: number, urgency: isFirst ? 'none' : name });
    return;
  }
  const id = [...model.keys()][at];
  const expected = model.get(id ?? '');
  if (id === undefined || !expected) return;
  if (act === 'remove') {
    await (isFirst ? removeDocument(first, id) : removeDocument(shared, id));
    model.delete(id);
    return;
  }
  // Code of version 1 knows no urgency.
  if (isFirst && act === 'urgency') return;
  const change = { [act]: act === 'total' ? number : name };
  Object.assign(expected, change);
  if (!isFirst)
    return void (await changeDocument(shared, id, { contentOf: (order) => ({ ...order, ...change }) }));
  const { buyer: customer, total: sum } = expected;
  await changeDocument(first, id, { contentOf: (order) => ({ ...order, customer, total: sum }) });
}

test('both versions see what either has written', { tags: ['property'] }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await engine.clear(tableName);
      const model = new Map<string, Expected>();
      for (const one of steps) {
        await make(model, one);
        const ids = [...model.keys()].toSorted().toReversed();
        const all = ids.map((_id) => ({ _id, ...model.get(_id) }));
        expect((await listed(shared)).hits).toMatchObject(all);
        expect((await listed(first)).hits).toMatchObject(
          all.map(({ _id, buyer: customer, total: sum }) => ({ _id, customer, total: sum })),
        );
        for (const name of ['anna', 'bert']) {
          const found = ids.filter((id) => model.get(id)?.buyer === name);
          const idsOf = ({ hits }: { readonly hits: readonly ManagedMembers[] }) =>
            hits.map(({ _id }) => _id);
          expect(idsOf(await listed(shared, `buyer:${name}`))).toEqual(found);
          expect(idsOf(await listed(first, `customer:${name}`))).toEqual(found);
        }
      }
    }),
    { numRuns: amount({ few: 8, many: 200 }) },
  );
});
