/** Owners: no request of one can see, count, list or change the documents of another. */

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createIdempotencyStore } from '../../../lib/headwater/data/store/idempotency/idempotency-store.ts';
import type { SourceContent, SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { amount } from '../../support/amount.ts';
import { type Draw, drawn } from '../../support/draw.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { clientThat } from '../../support/faulty-client.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';

/** The last one is called as a kind of key. */
const owners = ['public', 'anna', 'anna-2', 's'];
const tags = ['red', 'blue'];
const queries = [
  '',
  'tags:red',
  'NOT tags:red',
  'tags:re*',
  'tags:red OR tags:blue',
  'log',
  'format:csv',
  'created:>2000',
];
const steps = amount({ few: 8, many: 30, most: 150 });

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});

interface Owner {
  readonly name: string;
  readonly sources: SourceRepository;
  readonly own: Map<string, SourceRecord>;
  /** Ids that were reserved: their tombstones stay. */
  readonly used: Set<string>;
}

const randomContent = (draw: Draw): SourceContent => ({
  ...(draw.chance(50) ? { name: 'access log' } : {}),
  tags: tags.filter(() => draw.chance(50)),
  format: draw.pick(['csv', 'json']),
  preprocessors: [],
});

const matches = ({ tags: its, name, format }: SourceRecord, query: string) => {
  if (query === 'tags:red' || query === 'tags:re*') return its.includes('red');
  if (query === 'NOT tags:red') return !its.includes('red');
  if (query === 'tags:red OR tags:blue') return its.length > 0;
  if (query === 'log') return name !== undefined;
  return query !== 'format:csv' || format === 'csv';
};

/** Another owner's source behaves like a missing one: the same error, and as many requests. */
async function expectForeign({ sources, name }: Owner, id: string): Promise<void> {
  const error = { code: 'not_found', message: `There is no source ${id}.` };
  const content: SourceContent = { tags: [], format: 'json', preprocessors: [] };
  await expect(sources.get(id)).rejects.toMatchObject(error);
  await expect(sources.replace(id, content)).rejects.toMatchObject(error);
  await expect(sources.change(id, (current) => current)).rejects.toMatchObject(error);
  await expect(sources.remove(id)).rejects.toMatchObject(error);
  const { hits, total } = await sources.list({ from: 0, size: 10, query: `_id:${id}` });
  expect({ name, hits, total }).toEqual({ name, hits: [], total: 0 });
}

async function act(draw: Draw, all: readonly Owner[]): Promise<void> {
  const me = draw.pick(all);
  const others = all.filter((one) => one !== me).flatMap(({ own }) => [...own.keys()]);
  const foreign = others.length > 0 ? draw.pick(others) : undefined;
  if (foreign !== undefined && draw.chance(40)) return expectForeign(me, foreign);
  const id = me.own.size > 0 && draw.chance(60) ? draw.pick([...me.own.keys()]) : undefined;
  if (id === undefined) {
    // The id of another is free.
    const reserved = foreign !== undefined && draw.chance(30) && !me.used.has(foreign) ? { id: foreign } : {};
    const created = await me.sources.create(randomContent(draw), reserved);
    if (!('id' in reserved)) me.own.set(created._id, created);
    else {
      me.used.add(created._id);
      await me.sources.remove(created._id);
    }
  } else if (draw.chance(30)) {
    await me.sources.remove(id);
    me.own.delete(id);
  } else me.own.set(id, await me.sources.replace(id, randomContent(draw)));
}

async function expectLists({ sources, own }: Owner, query: string): Promise<void> {
  const wanted = [...own.values()].filter((source) => matches(source, query));
  const ids = wanted.map(({ _id }) => _id).toSorted();
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = await sources.list({
      from: 0,
      size: 3,
      query,
      sort: 'created',
      ...(after ? { after } : {}),
    });
    expect(page).toMatchObject({ total: ids.length, total_relation: 'eq' });
    found.push(...page.hits.map(({ _id }) => _id));
    ({ after } = page);
  } while (after !== undefined);
  expect(found).toEqual(ids);
  const skipped = await sources.list({ from: 2, size: 10, query, sort: 'created' });
  expect(skipped.hits.map(({ _id }) => _id)).toEqual(ids.slice(2));
}

test('owners who do anything at all see their own sources alone', { tags: ['property'] }, async () => {
  const tableName = await engine.makeTable();
  const keys: unknown[] = [];
  const all = owners.map((name): Owner => {
    const client = clientThat(engine.client, (command, forward) => {
      for (const pk of partitionsIn((command as { input: unknown }).input)) {
        keys.push(pk);
        if (!isOf(name, pk)) throw new Error(`${name} asks for ${pk}`);
      }
      return forward();
    });
    return {
      name,
      sources: createSourceRepository({ client, tableName, owner: name }),
      own: new Map(),
      used: new Set(),
    };
  });
  const draws = fc.sample(
    drawn((draw) => draw),
    { numRuns: steps, seed: 20260101 },
  );
  for (const draw of draws) {
    await act(draw, all);
    await expectLists(draw.pick(all), draw.pick(queries));
  }
  for (const owner of all) for (const query of queries) await expectLists(owner, query);
  expect(keys.length).toBeGreaterThan(steps);
});

/** Whether a partition key belongs to the owner: keys of `public` have no colon. */
const isOf = (owner: string, pk: string) =>
  owner === 'public' ? !pk.includes(':') : pk.startsWith(`${owner}:`);

/** The partition keys that a command names. */
function partitionsIn(input: unknown): string[] {
  const { Item, Key, ExpressionAttributeValues, RequestItems } = Object(input);
  const batches = Object.values<{ Keys: { pk: string }[] }>(RequestItems ?? {});
  const named = [Item?.pk, Key?.pk, ExpressionAttributeValues?.[':pk']];
  return [...named, ...batches.flatMap(({ Keys }) => Keys.map(({ pk }) => pk))].filter(
    (pk) => pk !== undefined,
  );
}

test('a cursor of one owner is refused by another', async () => {
  const tableName = await engine.makeTable();
  const [mine, theirs] = owners.map((owner) =>
    createSourceRepository({ client: engine.client, tableName, owner }),
  );
  if (!mine || !theirs) throw new Error('There are two owners.');
  for (const sources of [mine, theirs])
    for (let made = 0; made < 2; made++)
      await sources.create({ tags: [], format: 'json', preprocessors: [] });
  const { after = '' } = await mine.list({ from: 0, size: 1 });
  expect((await mine.list({ from: 0, size: 1, after })).hits).toHaveLength(1);
  await expect(theirs.list({ from: 0, size: 1, after })).rejects.toMatchObject({ code: 'invalid_request' });
});

test('two owners may send the same idempotency key', async () => {
  const tableName = await engine.makeTable();
  const request = { operation: 'POST /source', key: 'k', fingerprint: 'f', remainingMs: 1_000 };
  const begin = (owner: string) =>
    createIdempotencyStore({ client: engine.client, tableName, owner }).begin(request);
  expect(await begin('anna')).toHaveProperty('reservedId');
  expect(await begin('anna-2')).toHaveProperty('reservedId');
  await expect(begin('anna')).rejects.toMatchObject({ code: 'request_in_progress' });
});

test.each(['', 'a/b', 'a:b', 'a.b', 'ä', 'x'.repeat(65)])('%j cannot be an owner', (owner) => {
  const options = { client: engine.client, tableName: 'none', owner };
  expect(() => createSourceRepository(options)).toThrow('needs 1 to 64 letters, digits, - or _');
});
