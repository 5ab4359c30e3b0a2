/** What holds between documents: unique values, references, adjusted numbers, and writes of several documents. */

import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Documents, getDocument, openDocuments } from '../../../../lib/headwater/data/documents.ts';
import type { DocumentRule } from '../../../../lib/headwater/data/search/document-rule.ts';
import {
  type DocumentType,
  documentType,
  type ManagedMembers,
} from '../../../../lib/headwater/data/search/document-type.ts';
import { keptWhileReferenced } from '../../../../lib/headwater/data/search/documents/document-holds.ts';
import { documentKey } from '../../../../lib/headwater/data/search/documents/document-items.ts';
import { reference } from '../../../../lib/headwater/data/search/documents/references.ts';
import { findUnique, unique } from '../../../../lib/headwater/data/search/documents/unique-values.ts';
import type { Write } from '../../../../lib/headwater/data/search/documents/write-together.ts';
import { createIdempotencyStore } from '../../../../lib/headwater/data/store/idempotency/idempotency-store.ts';
import { isNew } from '../../../../lib/headwater/data/store/layout.ts';
import { writeTogether } from '../../../../lib/headwater/data/write-together.ts';
import {
  adjustDocument,
  adjustmentOf,
  changeDocument,
  changeOf,
  createDocument,
  creationOf,
  existenceOf,
  putDocument,
  removalOf,
  removeDocument,
} from '../../../../lib/headwater/data/writes.ts';
import { ServiceError } from '../../../../lib/headwater/shared/errors.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { clientThat } from '../../../support/faulty-client.ts';
import {
  type Customer,
  customerType,
  type Order,
  orderType,
  outOfStock,
  type Product,
  productType,
} from '../../../support/shop-types.ts';

let engine: Engine;
let tableName: string;
let customers: Documents<Customer>;
let products: Documents<Product>;
let orders: Documents<Order>;

beforeAll(async () => {
  engine = await startEngine();
});

beforeEach(async () => {
  tableName = await engine.makeTable();
  const options = { client: engine.client, tableName };
  customers = openDocuments(customerType, options);
  products = openDocuments(productType, options);
  orders = openDocuments(orderType, options);
});

const codeOf = (sent: Promise<unknown>) =>
  sent.then(
    () => 'done',
    (error) => (error instanceof ServiceError ? error.code : String(error)),
  );

const keysOf = async (part: string) =>
  (await engine.scan(tableName)).map(({ pk, sk }) => `${pk} ${sk}`).filter((key) => key.includes(part));

const countOf = async (id: string) =>
  (await engine.scan(tableName)).find(({ pk, sk }) => pk === `customer/${id}` && sk === 'holds')?.['count'];

const orderOf = (customer: string, product: string, quantity = 1) => ({
  customer,
  items: [{ product, quantity }],
  total: 10 * quantity,
  state: 'placed' as const,
});

describe('a unique value', () => {
  test('is claimed by a create, moved by a change and released by a removal', async () => {
    const anna = await createDocument(customers, { name: 'Anna', email: 'Anna@x.org' });
    expect(await keysOf('~unique')).toEqual(['~unique/customer.email=anna@x.org unique']);
    expect(await codeOf(createDocument(customers, { name: 'Other', email: ' anna@X.ORG' }))).toBe(
      'email_taken',
    );
    const bob = await createDocument(customers, { name: 'Bob', email: 'bob@x.org' });
    const moveTo = (email: string | undefined) =>
      changeDocument(customers, bob._id, {
        contentOf: ({ name }) => ({ name, ...(email === undefined ? {} : { email }) }),
      });
    expect(await codeOf(moveTo('anna@x.org'))).toBe('email_taken');
    await moveTo('BOB@x.org');
    await moveTo('rob@x.org');
    expect(await keysOf('~unique')).toEqual([
      '~unique/customer.email=anna@x.org unique',
      '~unique/customer.email=rob@x.org unique',
    ]);
    await moveTo(undefined);
    await removeDocument(customers, anna._id);
    expect(await keysOf('~unique')).toEqual([]);
  });

  test('is absent from documents without the member, in any number', async () => {
    await createDocument(customers, { name: 'One' });
    await createDocument(customers, { name: 'Two' });
    expect(await keysOf('~unique')).toEqual([]);
  });

  test('finds its document, also a long one, and nothing of another owner', async () => {
    const email = `${'x'.repeat(3_000)}@x.org`;
    const { _id } = await createDocument(customers, { name: 'Long', email });
    expect(await findUnique(customers, 'email', email.toUpperCase())).toMatchObject({ _id });
    expect(await findUnique(customers, 'email', 'nobody@x.org')).toBeUndefined();
    const others = openDocuments(customerType, { client: engine.client, tableName, owner: 'other' });
    expect(await findUnique(others, 'email', email)).toBeUndefined();
    expect(await codeOf(createDocument(others, { name: 'Long', email }))).toBe('done');
    // @ts-expect-error The type has no rule for it.
    await expect(findUnique(customers, '_id', 'x')).rejects.toThrow(
      "The type customer has no rule unique('_id').",
    );
  });

  test('over all owners is one for all of them', async () => {
    const everywhere = documentType<Product>({
      name: 'product',
      all: 'p',
      fields: { name: { kind: 'text' }, stock: { kind: 'integer' } },
      rules: [unique('name', { over: 'all' })],
    });
    const open = (owner: string) => openDocuments(everywhere, { client: engine.client, tableName, owner });
    await createDocument(open('one'), { name: 'Lamp', stock: 1 });
    expect(await codeOf(createDocument(open('other'), { name: 'Lamp', stock: 1 }))).toBe('already_exists');
    expect(await findUnique(open('other'), 'name', 'Lamp')).toBeUndefined();
    expect(await findUnique(open('one'), 'name', 'Lamp')).toMatchObject({ name: 'Lamp' });
  });

  test('is swapped by two changes of one write', async () => {
    const [one, other] = await Promise.all(
      ['a@x.org', 'b@x.org'].map((email) => createDocument(customers, { name: email, email })),
    );
    const swap = (id = '', email = '') =>
      changeOf(customers, id, { contentOf: ({ name }) => ({ name, email }) });
    await writeTogether([swap(one?._id, other?.email), swap(other?._id, one?.email)]);
    expect(await findUnique(customers, 'email', 'a@x.org')).toMatchObject({ _id: other?._id });
    expect(await findUnique(customers, 'email', 'b@x.org')).toMatchObject({ _id: one?._id });
  });

  test('that earlier code has not claimed is released without a claim', async () => {
    const plain = { ...customerType, rules: [] };
    const before = openDocuments(plain, { client: engine.client, tableName });
    const email = 'old@x.org';
    const [old, later] = [
      await createDocument(before, { name: 'Old', email }),
      await createDocument(customers, { name: 'Later', email }),
    ];
    await changeDocument(customers, old._id, { contentOf: () => ({ name: 'Old' }) });
    expect(await findUnique(customers, 'email', email)).toMatchObject({ _id: later._id });
  });
});

describe('a reference', () => {
  test('needs its document, and keeps it', async () => {
    const { _id: customer } = await createDocument(customers, { name: 'Anna' });
    const { _id: product } = await createDocument(products, { name: 'Lamp', stock: 5 });
    const missing = 'a'.repeat(24);
    expect(await codeOf(createDocument(orders, orderOf(missing, product)))).toBe('not_found');
    expect(await codeOf(createDocument(orders, orderOf('no id', product)))).toBe('not_found');
    expect(await codeOf(createDocument(orders, orderOf(customer, missing)))).toBe('not_found');
    const order = await createDocument(orders, orderOf(customer, product));
    expect(await countOf(customer)).toBe(1);
    expect(await codeOf(removeDocument(customers, customer))).toBe('customer_in_use');
    // The type of products has no rule.
    expect(await codeOf(removeDocument(products, product))).toBe('done');
    await removeDocument(orders, order._id);
    expect(await codeOf(removeDocument(customers, customer))).toBe('done');
    expect(await keysOf('holds')).toEqual([]);
  });

  test('counts while its condition holds, and moves with its document', async () => {
    const [one, other] = [
      await createDocument(customers, { name: 'One' }),
      await createDocument(customers, { name: 'Other' }),
    ];
    const { _id: product } = await createDocument(products, { name: 'Lamp', stock: 5 });
    const { _id } = await createDocument(orders, orderOf(one._id, product));
    const changeTo = (content: Partial<Order>) =>
      changeDocument(orders, _id, { contentOf: (current) => ({ ...current, ...content }) });
    await changeTo({ customer: other._id });
    expect([await countOf(one._id), await countOf(other._id)]).toEqual([0, 1]);
    await changeTo({ state: 'archived' });
    expect(await countOf(other._id)).toBe(0);
    await removeDocument(customers, other._id);
    expect(await codeOf(changeTo({ state: 'placed' }))).toBe('not_found');
    expect(await codeOf(changeTo({ total: 1 }))).toBe('done');
  });

  test('to a document of the same write is made and removed with it', async () => {
    const { _id: product } = await createDocument(products, { name: 'Lamp', stock: 5 });
    const id = customers.newId();
    const [customer, order, second] = await writeTogether([
      creationOf(customers, { name: 'New' }, { reservedId: id }),
      creationOf(orders, orderOf(id, product)),
      creationOf(orders, orderOf(id, product)),
    ]);
    expect(customer._id).toBe(id);
    expect(await countOf(id)).toBe(2);
    const remove = [removalOf(orders, order._id), removalOf(customers, id)] as const;
    expect(await codeOf(writeTogether(remove))).toBe('customer_in_use');
    await writeTogether([...remove, removalOf(orders, second._id)]);
    expect(await keysOf(id)).toEqual([]);
  });

  test('that earlier code has not counted takes nothing from the count', async () => {
    const { _id: customer } = await createDocument(customers, { name: 'Anna' });
    const { _id: product } = await createDocument(products, { name: 'Lamp', stock: 5 });
    const plain = openDocuments({ ...orderType, rules: [] }, { client: engine.client, tableName });
    const { _id } = await createDocument(plain, orderOf(customer, product));
    await removeDocument(orders, _id);
    expect(await countOf(customer)).toBeUndefined();
  });

  test('that earlier code has not counted is removed with its document', async () => {
    const { _id: customer } = await createDocument(customers, { name: 'Anna' });
    const { _id: product } = await createDocument(products, { name: 'Lamp', stock: 5 });
    const plain = openDocuments({ ...orderType, rules: [] }, { client: engine.client, tableName });
    const old = await createDocument(plain, orderOf(customer, product));
    await writeTogether([removalOf(orders, old._id), removalOf(customers, customer)]);
    expect(await keysOf(customer)).toEqual([]);
  });

  test('takes nothing from the count of others in its write', async () => {
    const { _id: customer } = await createDocument(customers, { name: 'Anna' });
    const { _id: product } = await createDocument(products, { name: 'Lamp', stock: 5 });
    const plain = openDocuments({ ...orderType, rules: [] }, { client: engine.client, tableName });
    const made = [plain, orders, plain, plain, orders].map((to) =>
      createDocument(to, orderOf(customer, product)),
    );
    const removals = (await Promise.all(made)).map(({ _id }) => removalOf(orders, _id));
    expect(await countOf(customer)).toBe(2);
    await writeTogether(removals);
    expect(await countOf(customer)).toBe(0);
    expect(await codeOf(removeDocument(customers, customer))).toBe('done');
  });

  interface Folder extends ManagedMembers {
    readonly parent?: string;
    readonly others?: readonly string[];
  }
  const folderType: DocumentType<Folder, 'caller'> = documentType<Folder>({
    name: 'folder',
    all: 'f',
    fields: {
      parent: { kind: 'keyword', isOptional: true, terms: 'fp' },
      others: { kind: 'keyword', isList: true, isOptional: true, terms: 'fo' },
    },
    rules: [
      reference('parent', () => folderType),
      reference('others', () => folderType),
      keptWhileReferenced(),
    ],
  });
  const openFolders = (...rules: readonly DocumentRule<Folder>[]) =>
    openDocuments({ ...folderType, rules }, { client: engine.client, tableName });

  test.each([
    ['counted', folderType.rules],
    ['not counted', []],
    ['counted once, by a rule that it had before the other one', folderType.rules.slice(1)],
  ])('of a document to itself, %s, does not keep it', async (_name, rules) => {
    const [earlier, folders] = [openFolders(...rules), openFolders(...folderType.rules)];
    const id = folders.newId();
    await createDocument(earlier, { parent: id, others: [id] }, { reservedId: id });
    expect(await codeOf(removeDocument(folders, id))).toBe('done');
    expect(await engine.scan(tableName)).toEqual([]);
  });

  test('of which two lead to one document are counted both, and one alone if the other rule is newer', async () => {
    const [parentRule, , kept] = folderType.rules;
    if (!parentRule || !kept) throw new Error('The type has three rules.');
    for (const [earlier, count] of [
      [openFolders(...folderType.rules), 2],
      [openFolders(parentRule, kept), 1],
    ] as const) {
      const folders = openFolders(...folderType.rules);
      const { _id: parent } = await createDocument(folders, {});
      const { _id } = await createDocument(earlier, { parent, others: [parent, parent] });
      const counted = async () =>
        (await engine.scan(tableName)).find(({ pk, sk }) => pk === `folder/${parent}` && sk === 'holds')?.[
          'count'
        ];
      expect(await counted()).toBe(count);
      await removeDocument(folders, _id);
      expect(await counted()).toBe(0);
      expect(await codeOf(removeDocument(folders, parent))).toBe('done');
    }
  });

  test('is refused without terms, by which its documents are counted', async () => {
    const { _id: customer } = await createDocument(customers, { name: 'Anna' });
    const type = documentType<Order>({
      name: 'order',
      all: 'o',
      fields: {
        customer: { kind: 'keyword' },
        'items.product': 'not searchable',
        'items.quantity': 'not searchable',
        total: { kind: 'integer' },
        state: { kind: 'keyword' },
      },
      rules: [reference('customer', () => customerType)],
    });
    const opened = openDocuments(type, { client: engine.client, tableName });
    await expect(createDocument(opened, orderOf(customer, 'b'.repeat(24)))).rejects.toThrow(
      "The rule reference('customer') of the type order needs a field customer with terms",
    );
  });
});

describe('an adjustment', () => {
  test('changes numbers, revision and time, down to the least value', async () => {
    const { _id, updated } = await createDocument(products, { name: 'Lamp', stock: 3 });
    const take = (stock: number) =>
      adjustDocument(products, _id, { stock }, { least: 0, problem: outOfStock });
    await take(-2);
    const found = await getDocument(products, _id);
    expect(found).toMatchObject({ stock: 1, revision: 2 });
    expect(found.updated >= updated).toBe(true);
    expect(await codeOf(take(-2))).toBe('out_of_stock');
    await take(-1);
    expect(await getDocument(products, _id)).toMatchObject({ stock: 0, revision: 3 });
    expect(await codeOf(adjustDocument(products, 'a'.repeat(24), { stock: 1 }))).toBe('not_found');
  });

  test('takes an absent number for 0', async () => {
    const { _id } = await createDocument(customers, { name: 'Anna' });
    await adjustDocument(customers, _id, { spent: 5 }, { least: 0 });
    expect(await codeOf(adjustDocument(customers, _id, { spent: -6 }, { least: 0 }))).toBe('state_conflict');
    expect(await getDocument(customers, _id)).toMatchObject({ spent: 5 });
  });

  test('never takes the time of a change back', async () => {
    const late = openDocuments(productType, {
      client: engine.client,
      tableName,
      now: () => Date.UTC(2040, 0, 1),
    });
    const { _id, updated } = await createDocument(products, { name: 'Lamp', stock: 3 });
    await adjustDocument(late, _id, { stock: 1 });
    await adjustDocument(products, _id, { stock: 1 });
    const found = await getDocument(products, _id);
    expect(found).toMatchObject({ stock: 5, updated: '2040-01-01T00:00:00.000Z' });
    expect(found.updated > updated).toBe(true);
  });

  test('is added up with others of the same document', async () => {
    const { _id } = await createDocument(products, { name: 'Lamp', stock: 5 });
    const take = (stock: number) => adjustmentOf(products, _id, { stock }, { least: 0, problem: outOfStock });
    await writeTogether([take(-2), take(-2)]);
    expect(await codeOf(writeTogether([take(-1), take(-1)]))).toBe('out_of_stock');
    expect(await getDocument(products, _id)).toMatchObject({ stock: 1, revision: 2 });
  });

  test.each(['upgraded first', 'changed with what the version before reads'])(
    'of a document of an earlier version: it is %s',
    async (name) => {
      interface Earlier extends ManagedMembers {
        readonly name: string;
        readonly pieces: number;
      }
      const earlierType = documentType<Earlier>({
        name: 'product',
        all: 'p',
        fields: { name: { kind: 'text', terms: 'pn' }, pieces: { kind: 'integer' } },
      });
      const laterType = documentType<Product>({
        name: 'product',
        all: 'p',
        version: 2,
        upgrade: (_from, { pieces }) => ({ stock: Number(pieces) }),
        ...(name === 'upgraded first'
          ? {}
          : { downgrade: ({ stock }: { stock: number }) => ({ pieces: stock }) }),
        fields: { name: { kind: 'text', terms: 'pn' }, stock: { kind: 'integer' } },
      });
      const options = { client: engine.client, tableName };
      const earlier = openDocuments(earlierType, options);
      const later = openDocuments(laterType, options);
      const { _id } = await createDocument(earlier, { name: 'Lamp', pieces: 3 });
      const take = (stock: number) => adjustDocument(later, _id, { stock }, { least: 0 });
      await take(-2);
      expect(await codeOf(take(-2))).toBe('state_conflict');
      expect(await getDocument(later, _id)).toMatchObject({ stock: 1, revision: 2 });
      const [item] = (await engine.scan(tableName)).filter(({ sk }) => sk === 'document');
      expect(item?.['pieces']).toBe(name === 'upgraded first' ? undefined : 1);
    },
  );

  test('is refused for numbers on which postings or rules depend', () => {
    const type = documentType<Product>({
      name: 'product',
      all: 'p',
      fields: { name: { kind: 'text' }, stock: { kind: 'integer' } },
      rules: [unique('stock')],
    });
    const opened = openDocuments(type, { client: engine.client, tableName });
    expect(() => adjustmentOf(opened, 'x', { stock: 1 })).toThrow(
      'The member stock of the type product cannot be adjusted: a rule of the type depends on it. Change it with changeDocument, which reads the document.',
    );
    const sorted = documentType<Product>({
      name: 'product',
      all: 'p',
      fields: { name: { kind: 'text' }, stock: { kind: 'integer', sort: true } },
    });
    expect(() =>
      adjustmentOf(openDocuments(sorted, { client: engine.client, tableName }), 'x', { stock: 1 }),
    ).toThrow('lists sort by it');
    expect(() => adjustmentOf(products, 'x', { stock: Number.NaN })).toThrow('is not a finite number');
    // @ts-expect-error A name is no number.
    expect(() => adjustmentOf(products, 'x', { name: 1 })).toThrow(
      'cannot be adjusted: its field has terms, or lists sort by it',
    );
    // @ts-expect-error The revision is the framework's.
    adjustmentOf(products, 'x', { revision: 1 });
  });
});

describe('a write of several documents', () => {
  test('is made as a whole, or not at all', async () => {
    const { _id: customer } = await createDocument(customers, { name: 'Anna', spent: 0 });
    const { _id: product } = await createDocument(products, { name: 'Lamp', stock: 3 });
    const place = (quantity: number) =>
      writeTogether([
        creationOf(orders, orderOf(customer, product, quantity)),
        adjustmentOf(products, product, { stock: -quantity }, { least: 0, problem: outOfStock }),
        adjustmentOf(customers, customer, { spent: 10 * quantity }),
        { change: { Put: { Item: { pk: 'sale/1', sk: 'sale' } } } },
      ]);
    const [order] = await place(2);
    expect(await getDocument(orders, order._id)).toEqual(order);
    expect(await codeOf(place(2))).toBe('out_of_stock');
    expect(await getDocument(products, product)).toMatchObject({ stock: 1 });
    expect(await getDocument(customers, customer)).toMatchObject({ spent: 20 });
    expect(await keysOf('order/')).toHaveLength(1);
    expect(await keysOf('sale/')).toHaveLength(1);
  });

  test('writes beside a document what depends on it', async () => {
    const { _id: customer } = await createDocument(customers, { name: 'Anna' });
    const { _id: product } = await createDocument(products, { name: 'Lamp', stock: 3 });
    const { _id } = await createDocument(orders, orderOf(customer, product, 2));
    await removeDocument(orders, _id, {
      besideOf: ({ items }) =>
        items.map((item) => adjustmentOf(products, item.product, { stock: item.quantity })),
    });
    expect(await getDocument(products, product)).toMatchObject({ stock: 5 });
  });

  test('starts over if others change one of the documents, and calls its callbacks again', async () => {
    const { _id } = await createDocument(customers, { name: 'Anna' });
    let isFirst = true;
    const rival = clientThat(engine.client, async (command, forward) => {
      if (isFirst && command instanceof TransactWriteCommand) {
        isFirst = false;
        await changeDocument(customers, _id, { contentOf: () => ({ name: 'Rival', spent: 1 }) });
      }
      return forward();
    });
    const opened = openDocuments(customerType, { client: rival, tableName });
    const [changed] = await writeTogether([
      changeOf(opened, _id, { contentOf: (current) => ({ ...current, email: 'anna@x.org' }) }),
      creationOf(openDocuments(productType, { client: rival, tableName }), { name: 'Lamp', stock: 1 }),
    ]);
    expect(changed).toMatchObject({ name: 'Rival', spent: 1, email: 'anna@x.org', revision: 3 });
    expect(await keysOf('product/')).toHaveLength(1);
  });

  test('with the claim of a key is made once, and repeated requests find all that it has created', async () => {
    const store = createIdempotencyStore({ client: engine.client, tableName });
    const request = { operation: 'place', key: 'k', fingerprint: 'f', remainingMs: 0 };
    const place = async (isLost: boolean) => {
      const claim = store.prepare(request);
      const written = await writeTogether([
        creationOf(customers, { name: 'Anna', email: 'anna@x.org' }, { claim }),
        creationOf(products, { name: 'Lamp', stock: 1 }),
      ]);
      if (isLost) await claim.release();
      return written;
    };
    const first = await place(true);
    expect(await place(true)).toEqual(first);
    expect(await keysOf('document')).toHaveLength(2);
  });

  test('with the claim of a key returns what an earlier request has made, though its callbacks refuse it now', async () => {
    const { _id: customer } = await createDocument(customers, { name: 'Anna' });
    const { _id: product } = await createDocument(products, { name: 'Lamp', stock: 3 });
    const { _id } = await createDocument(orders, orderOf(customer, product));
    const store = createIdempotencyStore({ client: engine.client, tableName });
    const archive = async (key: string) => {
      const claim = store.prepare({ operation: 'archive', key, fingerprint: 'f', remainingMs: 0 });
      const written = await writeTogether([
        changeOf(orders, _id, {
          check: ({ state }) => {
            if (state !== 'placed') throw new ServiceError('state_conflict', 'It is archived.');
          },
          contentOf: (order) => ({ ...order, state: 'archived' as const }),
        }),
        creationOf(products, { name: 'Receipt', stock: 0 }, { claim }),
      ]);
      await claim.release();
      return written;
    };
    const first = await archive('one');
    expect(await archive('one')).toEqual(first);
    expect(await codeOf(archive('other'))).toBe('state_conflict');
  });

  test('requires documents that it does not change', async () => {
    const content = { name: 'Lamp', stock: 1 };
    const create = (id: string) => writeTogether([creationOf(products, content), existenceOf(customers, id)]);
    expect(await codeOf(create('a'.repeat(24)))).toBe('not_found');
    const { _id } = await createDocument(customers, { name: 'Anna' });
    expect(await codeOf(create(_id))).toBe('done');
  });

  test('puts documents that clients name, and keeps their rules', async () => {
    const [one, other] = ['1', '2'].map((digit) => digit.repeat(24));
    const put = (id = '') => putDocument(customers, id, { content: { name: id, email: 'a@x.org' } });
    await put(one);
    await put(one);
    expect(await codeOf(put(other))).toBe('email_taken');
  });

  test('is refused before anything is sent if it has no room', async () => {
    let sent = 0;
    const counting = clientThat(engine.client, async (_command, forward) => {
      sent++;
      return forward();
    });
    const opened = openDocuments(productType, { client: counting, tableName });
    const { _id } = await createDocument(products, { name: 'Lamp', stock: 1 });
    const many = (count: number, name: string) =>
      writeTogether(Array.from({ length: count }, () => creationOf(opened, { name, stock: 1 })));
    expect(await codeOf(many(51, 'Lamp'))).toBe('too_many_changes');
    expect(await codeOf(many(12, 'x'.repeat(390_000)))).toBe('content_too_large');
    const beside = (writes: () => readonly Write[]) =>
      createDocument(opened, { name: 'Lamp', stock: 1 }, { besideOf: writes });
    const long = () => creationOf(opened, { name: 'x'.repeat(390_000), stock: 1 });
    expect(await codeOf(beside(() => Array.from({ length: 12 }, long)))).toBe('content_too_large');
    const own = (sk: string) => ({ change: { Put: { Item: { pk: 'own', sk } } } });
    await expect(beside(() => Array.from({ length: 120 }, (_, at) => own(String(at))))).rejects.toMatchObject(
      {
        code: 'too_many_changes',
        message:
          'The write of a new product changes 123 items, 2 of them for searched words, tags and the like, and a transaction changes at most 100; write some of the documents in a second request.',
      },
    );
    await expect(beside(() => [own('a'), own('a')])).rejects.toThrow(
      'One write changes the item {"pk":"own","sk":"a"} twice.',
    );
    const twice = changeOf(products, _id, { contentOf: (current) => current });
    await expect(writeTogether([twice, twice])).rejects.toThrow(
      `One write changes the item {"pk":"product/${_id}","sk":"document"} twice.`,
    );
    await expect(writeTogether([])).rejects.toThrow('at least one write of a document');
    const elsewhere = openDocuments(productType, { client: engine.client, tableName: 'other' });
    await expect(
      writeTogether([adjustmentOf(products, _id, { stock: 1 }), adjustmentOf(elsewhere, _id, { stock: 1 })]),
    ).rejects.toThrow(`the product ${_id} is in another table than the product ${_id}.`);
    expect(sent).toBe(0);
  });

  test('makes no document that no request could remove', async () => {
    const words = (first: number, count: number) =>
      Array.from({ length: count }, (_, at) => `w${first + at}`).join(' ');
    // Its removal takes the document, its posting among all customers, its claim and its count.
    const content = (count: number) => ({ name: words(0, count), email: 'a@x.org' });
    const { _id } = await createDocument(customers, content(60));
    const changeTo = (count: number) => changeDocument(customers, _id, { contentOf: () => content(count) });
    await expect(changeTo(97)).rejects.toMatchObject({
      code: 'too_many_changes',
      message: `The customer ${_id} would have 98 searched words, tags and the like; at most 97 can be stored.`,
    });
    expect(await codeOf(createDocument(customers, { ...content(97), email: 'b@x.org' }))).toBe(
      'too_many_changes',
    );
    await changeTo(96);
    // A later version finds documents by more words than a transaction has room for.
    const later = openDocuments(
      documentType<Customer>({
        ...{ name: 'customer', all: 'c', version: 2, rules: customerType.rules },
        fields: {
          name: { kind: 'text', terms: 'cn' },
          email: { kind: 'keyword', isOptional: true },
          spent: { kind: 'integer', isOptional: true },
        },
        upgrade: (_from, { name }) => ({ name: `${name} ${words(200, 60)}` }),
      }),
      { client: engine.client, tableName },
    );
    await adjustDocument(later, _id, { spent: 1 });
    expect(await codeOf(removeDocument(later, _id))).toBe('too_many_changes');
    await changeDocument(later, _id, { contentOf: () => content(90) });
    await removeDocument(later, _id);
    expect(await engine.scan(tableName)).toEqual([]);
  });

  test('refuses with the error of an item of your own', async () => {
    const Item = { pk: 'lock', sk: 'lock' };
    const create = () =>
      createDocument(
        products,
        { name: 'Lamp', stock: 1 },
        {
          besideOf: (id) => [
            {
              change: { Put: { Item: { ...Item, id }, ...isNew } },
              refusal: () => new ServiceError('state_conflict', 'It is locked.'),
            },
            { change: { Put: { Item: { ...documentKey(products.index, id), sk: 'picture' } } } },
          ],
        },
      );
    expect(await codeOf(create())).toBe('done');
    expect(await codeOf(create())).toBe('state_conflict');
    expect(await keysOf('picture')).toHaveLength(1);
  });
});
