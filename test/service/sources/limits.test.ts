/** What one request may take: bytes of a page, postings of a source, commands at once; and items that cannot be read. */

import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { documentKey } from '../../../lib/headwater/data/search/documents/document-items.ts';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { getItems } from '../../../lib/headwater/data/store/table-reads.ts';
import { putItem } from '../../../lib/headwater/data/store/table-writes.ts';
import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { openSources, postingsAmong } from '../support/open-sources.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';

const content: SourceContent = { tags: [], format: 'json', preprocessors: [] };

let engine: Engine;
let tableName: string;
let sources: SourceRepository;

beforeAll(async () => {
  engine = await startEngine();
});
beforeEach(async () => {
  tableName = await engine.makeTable();
  sources = createSourceRepository({ client: engine.client, tableName });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('sources of 390 KB', () => {
  const large: SourceContent = { ...content, preprocessors: [{ type: 'x', text: 'x'.repeat(390_000) }] };

  test('fill a page of 5 MB, and its after continues', { tags: ['storage'] }, async () => {
    const ids: string[] = [];
    for (let made = 0; made < 16; made++) ids.unshift((await sources.create(large))._id);
    const page = await sources.list({ from: 0, size: 16 });
    expect(JSON.stringify(JSON.stringify(page)).length).toBeLessThan(6_000_000);
    expect(page).toMatchObject({ partial: true, total: 16, total_relation: 'eq' });
    expect(page.size).toBeGreaterThan(10);
    const next = await sources.list({ from: 0, size: 16, after: page.after ?? '' });
    expect([...page.hits, ...next.hits].map(({ _id }) => _id)).toEqual(ids);
    expect(next).not.toHaveProperty('after');
  });

  test('of which none matches are read up to 24 MB', { tags: ['storage'] }, async () => {
    for (let made = 0; made < 80; made++) await sources.create(large);
    const page = await sources.list({ from: 0, size: 10, query: 'format:csv' });
    expect(page).toMatchObject({ size: 0, total: 0, total_relation: 'gte', partial: true });
    expect(page.after).toBeDefined();
  });
});

describe('a description of 500 words beside 32 tags', () => {
  const word = (index: number) => `w${index}`;
  const wordy: SourceContent = {
    ...content,
    name: 'the very name',
    tags: Array.from({ length: 32 }, (_, index) => `tag ${index}`),
    description: Array.from({ length: 250 }, (_, index) => word(index)).join(' '),
    preprocessors: [{ type: 'csv' }],
  };

  test('has 95 postings; the words beyond are not found in any way', async () => {
    const { _id } = await sources.create(wordy);
    expect(postingsAmong(await engine.scan(tableName))).toHaveLength(95);
    // The posting of all sources, 32 tags, 1 type and 3 words of the name leave 58.
    const found = async (query: string) => (await sources.list({ from: 0, size: 10, query })).total;
    for (const query of [
      word(57),
      `description:${word(57)}`,
      `"${word(56)} ${word(57)}"`,
      'very',
      'tags:"tag 31"',
    ])
      expect({ query, total: await found(query) }).toEqual({ query, total: 1 });
    for (const query of [
      word(58),
      `description:${word(58)}`,
      `"${word(57)} ${word(58)}"`,
      `description:${word(200)}*`,
    ])
      expect({ query, total: await found(query) }).toEqual({ query, total: 0 });
    expect(await found(`NOT ${word(58)}`)).toBe(1);
    await sources.remove(_id);
    expect(postingsAmong(await engine.scan(tableName))).toEqual([]);
  });
});

test('no source has more than 95 postings: 30 words of a name find it beside 32 tags and 32 types', async () => {
  const several = (count: number, text: (index: number) => string) =>
    Array.from({ length: count }, (_, at) => text(at));
  // The longest of each that the descriptor admits.
  const letters = several(64, (index) => String.fromCodePoint(0x4e00 + index));
  await sources.create({
    ...content,
    name: letters.join(' '),
    description: several(512, (index) => String.fromCodePoint(0x5e00 + index)).join(' '),
    tags: several(32, (index) => `tag ${index}`),
    preprocessors: several(32, (index) => `type${index}`).map((type) => ({ type })),
  });
  const postings = postingsAmong(await engine.scan(tableName));
  expect(postings).toHaveLength(95);
  const terms = postings.map(({ term }) => term);
  expect(terms).toContain('t/tag 31');
  expect(terms).toContain('p/type31');
  expect(terms.filter((term) => term.startsWith('w/'))).toEqual(
    letters.slice(0, 30).map((letter) => `w/${letter}`),
  );
  for (const [letter, total] of [
    [letters[29], 1],
    [letters[30], 0],
  ] as const)
    expect(await sources.list({ from: 0, size: 1, query: `name:${letter}` })).toMatchObject({ total });
});

describe('an item that cannot be read', () => {
  test('is logged and skipped by lists; a request for it is no error of the client', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const [one, broken, other] = [
      await sources.create(content),
      await sources.create({ ...content, tags: ['a'] }),
      await sources.create(content),
    ];
    const table = accessTable(engine.client, tableName);
    const key = documentKey(openSources, broken._id);
    await putItem(table, { Item: { ...key, revision: 1, tags: 'not a list' } });
    await putItem(table, { Item: { pk: 's', sk: 'zz no entry' } });
    const { hits } = await sources.list({ from: 0, size: 10 });
    expect(hits.map(({ _id }) => _id)).toEqual([other._id, one._id]);
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines).toContainEqual({ level: 'ERROR', message: 'A malformed item is skipped.', ...key });
    expect(lines).toContainEqual(expect.objectContaining({ pk: 's', sk: 'zz no entry' }));
    const error = await sources.get(broken._id).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'Error',
      message: `The item of the source ${broken._id} is malformed.`,
    });
    // Its postings stay: nobody knows which it needs.
    expect(postingsAmong(await engine.scan(tableName)).filter(({ id }) => id === broken._id)).toHaveLength(2);
  });
});

test('any write of a document with terms of another version puts all its postings', async () => {
  const { _id } = await sources.create({ ...content, tags: ['a', 'b'] });
  const table = accessTable(engine.client, tableName);
  const [document] = (await engine.scan(tableName)).filter((item) => item['sk'] === 'document');
  await engine.client.send(
    new PutCommand({
      TableName: tableName,
      Item: { ...document, stored: { ...Object(document?.['stored']), version: 0 } },
    }),
  );
  for (const item of (await engine.scan(tableName)).filter((one) => postingsAmong([one]).length > 0))
    await engine.client.send(
      new DeleteCommand({ TableName: tableName, Key: { pk: item['pk'], sk: item['sk'] } }),
    );
  expect(await getItems(table, [documentKey(openSources, _id)], { isConsistent: true })).toHaveLength(1);
  expect((await sources.list({ from: 0, size: 10 })).hits).toEqual([]);
  const healed = await sources.replace(_id, { ...content, tags: ['a', 'b'] });
  for (const query of ['', 'tags:a', 'tags:b'])
    expect(await sources.list({ from: 0, size: 10, query })).toMatchObject({ total: 1, hits: [healed] });
});
