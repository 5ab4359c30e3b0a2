/** A write stores nothing that a later read would refuse: it would be a failure for ever. */

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Documents, getDocument, openDocuments } from '../../../../lib/headwater/data/documents.ts';
import { documentType, type ManagedMembers } from '../../../../lib/headwater/data/search/document-type.ts';
import { systemClock } from '../../../../lib/headwater/data/store/clock.ts';
import { writeTogether } from '../../../../lib/headwater/data/write-together.ts';
import {
  adjustDocument,
  adjustmentOf,
  changeDocument,
  createDocument,
  putDocument,
} from '../../../../lib/headwater/data/writes.ts';
import { ServiceError } from '../../../../lib/headwater/shared/errors.ts';
import { migrateTable, newMigrationReport } from '../../../../lib/headwater/tools/admin/migrate-table.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';

interface Thing extends ManagedMembers {
  readonly size: number;
  readonly day?: string;
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly shape?: unknown;
  readonly text?: unknown;
}

const declaration = {
  name: 'thing',
  all: 't',
  texts: ['text'],
  fields: {
    size: { kind: 'decimal' },
    day: { kind: 'date', isOptional: true },
    name: { kind: 'keyword', isOptional: true },
    tags: { kind: 'keyword', isOptional: true, isList: true },
    shape: 'not searchable',
    text: 'not searchable',
  },
} as const;
const thingType = documentType<Thing>(declaration);

let engine: Engine;
let tableName: string;
let things: Documents<Thing>;

beforeAll(async () => {
  engine = await startEngine();
});

beforeEach(async () => {
  tableName = await engine.makeTable();
  things = open(thingType);
});

const open = (type: typeof thingType) => openDocuments(type, { client: engine.client, tableName });

const most = Number.MAX_SAFE_INTEGER;

/** What each write of a document makes of the same content. */
const writes: readonly [name: string, write: (content: object) => Promise<Thing>][] = [
  ['a create', (content) => createDocument(things, content as Thing)],
  ['a put', (content) => putDocument(things, 'a'.repeat(24), { content: content as Thing })],
  [
    'a change',
    async (content) => {
      const { _id } = await createDocument(things, { size: 1 });
      return changeDocument(things, _id, { contentOf: () => content as Thing });
    },
  ],
];

describe.each(writes)('%s', (_name, write) => {
  test.each<[name: string, content: object]>([
    ['the largest numbers', { size: most, shape: { deep: [-most] } }],
    ['a fraction and the smallest numbers', { size: 0.1, shape: [1e-130, -1e-130, 0, -0] }],
    ['any number in a text', { size: 1, text: [1e300, 1e-300] }],
    ['a leap second', { size: 1, day: '2016-12-31T23:59:60Z' }],
    ['a leap second elsewhere', { size: 1, day: '2017-01-01T05:29:60.5+05:30' }],
    ['times as RFC 3339 has them', { size: 1, day: '2016-12-31t23:59:59.123456z' }],
  ])('stores %s, and it is read', async (_what, content) => {
    const { _id } = await write(content);
    expect(await getDocument(things, _id)).toMatchObject(JSON.parse(JSON.stringify(content)));
  });

  test.each<[name: string, content: object, pointer: string]>([
    ['beyond safe integers', { size: most + 1 }, '/size'],
    ['far beyond them', { size: -1e300 }, '/size'],
    ['too close to 0', { size: 1e-131 }, '/size'],
    ['within a member', { size: 1, shape: { 'a/b': [0, { '~': 1e20 }] } }, '/shape/a~1b/1/~0'],
  ])('refuses a number %s, and stores nothing', async (_what, content, pointer) => {
    await expect(write(content)).rejects.toMatchObject({
      code: 'invalid_request',
      members: {
        errors: [
          {
            ...{ in: 'body', pointer, code: 'out_of_range' },
            message: 'must be 0, or between 1e-130 and 9007199254740991, or the same below 0',
          },
        ],
      },
    });
    expect(
      (await engine.scan(tableName)).filter((item) => item['size'] !== undefined && item['size'] !== 1),
    ).toEqual([]);
  });

  test.each<[content: object, wrong: string]>([
    [{ size: Number.NaN }, 'size is not of the kind decimal'],
    [{ size: Number.POSITIVE_INFINITY }, 'size is not of the kind decimal'],
    [{ size: '1' }, 'size is not of the kind decimal'],
    [{}, 'size is not of the kind decimal'],
    [{ size: 1, day: 'tomorrow' }, 'day is not of the kind date'],
    [{ size: 1, day: '2016-13-01' }, 'day is not of the kind date'],
    [{ size: 1, name: null }, 'name is not of the kind keyword'],
    [{ size: 1, name: 5, tags: 'x' }, 'name is not of the kind keyword, tags is not of the kind keyword'],
    [{ size: 1, tags: ['x', null] }, 'tags is not of the kind keyword'],
  ])('refuses %o, since no read would accept it', async (content, wrong) => {
    await expect(write(content)).rejects.toThrow(
      new RegExp(`^The thing [0-9a-f]{24} is not stored, since no read would accept it: ${wrong}\\.$`),
    );
  });
});

test.each(['home', 'A'.repeat(24), 'a'.repeat(23), `${'a'.repeat(24)}/document`])(
  'no document is created under the id %s',
  async (id) => {
    const message = `No document can have the id ${JSON.stringify(id)}: an id has 24 hexadecimal digits in lower case. Make it of a name with idOfName.`;
    await expect(putDocument(things, id, { content: { size: 1 } })).rejects.toThrow(message);
    await expect(createDocument(things, { size: 1 }, { reservedId: id })).rejects.toThrow(message);
    expect(await engine.scan(tableName)).toEqual([]);
  },
);

test.each(['pk', 'sk', 'stored', 'expiresAt', '~sum'])('no type has a member %s', (member) => {
  const fields = { ...declaration.fields, [member]: 'not searchable' } as const;
  expect(() => documentType<Thing>({ ...declaration, fields })).toThrow(
    `The document type thing has a member ${member}, a name that items have for something else. Give it another one than pk, sk, stored, expiresAt, and no ~ at its beginning.`,
  );
});

const codeOf = (sent: Promise<unknown>) =>
  sent.then(
    () => 'done',
    (error) => (error instanceof ServiceError ? `${error.code}: ${error.message}` : String(error)),
  );

/** With a `downgrade`, an adjustment reads the document. */
const versions = [
  ['', thingType],
  [
    ' of a type with a downgrade',
    documentType<Thing>({ ...declaration, version: 2, upgrade: () => ({}), downgrade: () => ({}) }),
  ],
] as const;

describe.each(versions)('an adjustment%s', (_name, type) => {
  const begin = async (size: number) => {
    const documents = open(type);
    const { _id } = await createDocument(documents, { size });
    const adjust = (added: number, least?: number) =>
      adjustDocument(documents, _id, { size: added }, least === undefined ? {} : { least });
    return { id: _id, documents, adjust, read: async () => (await getDocument(documents, _id)).size };
  };

  test('never makes a number that no read would accept', async () => {
    const { id, adjust, read } = await begin(most - 10);
    await adjust(10);
    expect(await read()).toBe(most);
    expect(await codeOf(adjust(1))).toBe(
      `state_conflict: The size of the thing ${id} would be more than ${most}.`,
    );
    expect(await codeOf(adjust(0.5))).toMatch('state_conflict');
    await adjust(-most);
    await adjust(-most, -Infinity);
    expect(await codeOf(adjust(-1))).toBe(
      `state_conflict: The size of the thing ${id} would be less than -${most}.`,
    );
    expect(await read()).toBe(-most);
    await adjust(most);
    expect(await read()).toBe(0);
  });

  test('has a least value of any size', async () => {
    const { id, adjust, read } = await begin(5);
    expect(await codeOf(adjust(-most, most))).toBe(
      `state_conflict: The size of the thing ${id} would be less than ${most}.`,
    );
    expect(await codeOf(adjust(0, 6))).toMatch('less than 6');
    await adjust(most - 5, most);
    expect(await read()).toBe(most);
  });

  test('is refused with a number that cannot be stored', async () => {
    const { adjust, read } = await begin(5);
    expect(await codeOf(adjust(5).then(() => adjust(0)))).toBe('done');
    for (const added of [1e20, -1e300, 1e-200])
      await expect(async () => adjust(added)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await read()).toBe(10);
  });

  test('is added up with others of its document, in one write, before its limits count', async () => {
    const { id, documents, read } = await begin(5);
    const adjust = (size: number) => adjustmentOf(documents, id, { size }, { least: 0 });
    await writeTogether([adjust(-7), adjust(4)]);
    expect(await getDocument(documents, id)).toMatchObject({ size: 2, revision: 2 });
    await writeTogether([adjust(most), adjust(-2)]);
    expect(await codeOf(writeTogether([adjust(-most), adjust(-1)]))).toMatch('state_conflict');
    expect(await read()).toBe(most);
    await changeDocument(documents, id, {
      contentOf: (thing) => ({ ...thing, size: 1 }),
      besideOf: () => [],
    });
    await createDocument(documents, { size: 1 }, { besideOf: () => [adjust(1), adjust(1)] });
    expect(await read()).toBe(3);
  });
});

test('a migration lists a document that would not be readable, and goes on', async () => {
  const [bad, good] = [
    await createDocument(things, { size: 1e15 }),
    await createDocument(things, { size: 2 }),
  ];
  const migrate = async (type: typeof thingType) => {
    const report = newMigrationReport(tableName);
    const options = {
      client: engine.client,
      tableName,
      types: [type],
      clock: systemClock,
      segments: 1,
      report,
    };
    await migrateTable({ ...options, unitsPerSecond: Number.POSITIVE_INFINITY });
    return report.failures.map(({ reason }) => reason);
  };
  const cents = documentType<Thing>({
    ...{ ...declaration, version: 2 },
    upgrade: (_from, { size }) => ({ size: 100 * Number(size) }),
    downgrade: ({ size }) => {
      if (size === 300) throw new TypeError('no 300');
      return {};
    },
  });
  expect(await migrate(cents)).toEqual(['A number cannot be stored.']);
  expect(await getDocument(open(cents), good._id)).toMatchObject({ size: 200 });
  const { _id } = await createDocument(things, { size: 3 });
  expect((await migrate(cents)).toSorted()).toEqual([
    'A number cannot be stored.',
    `The thing ${_id} cannot be stored for code of version 1: "downgrade" throws TypeError: no 300.`,
  ]);
  expect(await getDocument(things, bad._id)).toMatchObject({ size: 1e15 });
});
