/** Results and stored items, on a real engine. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { postingKey } from '../../../lib/headwater/data/search/index/postings.ts';
import { termOf } from '../../../lib/headwater/data/search/index/terms.ts';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import { createIdGenerator } from '../../../lib/headwater/data/store/ids.ts';
import { ServiceError } from '../../../lib/headwater/shared/errors.ts';
import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { putItems } from '../support/fill-table.ts';
import { ofTable } from '../support/list-engine.ts';
import { onlyRevision } from '../support/only-revision.ts';
import { openSources, postingsAmong } from '../support/open-sources.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';

const content: SourceContent = { tags: [], format: 'json', preprocessors: [] };
const tagged = (...tags: string[]): SourceContent => ({ ...content, tags });

let engine: Engine;
let tableName: string;
let sources: SourceRepository;
let now = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  engine = await startEngine();
});

/** One table per test: lists show everything in it. */
beforeEach(async () => {
  tableName = await engine.makeTable();
  sources = createSourceRepository({
    client: engine.client,
    tableName,
    requestIn: 'query',
    now: () => now++,
  });
});

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ServiceError ? error.code : `no ServiceError: ${error}`;
}

async function postingsOf(term: string): Promise<string[]> {
  const items = await engine.scan(tableName);
  const postings = postingsAmong(items);
  return postings.filter((posting) => posting.term === term).map(({ id }) => id);
}

describe('create and get', () => {
  test('the record is returned unchanged, including numbers and depth', async () => {
    let deep: unknown = 1e300;
    for (let depth = 0; depth < 50; depth++) deep = { deep };
    const input: SourceContent = {
      name: 'n',
      tags: ['a', 'A'],
      format: 'csv',
      preprocessors: [{ type: 'x', deep, tiny: 5e-324, empty: '', none: null, list: [] }],
    };
    const record = await sources.create(input);
    expect(record).toEqual({
      ...input,
      _id: record._id,
      created: record.updated,
      updated: record.updated,
      revision: 1,
    });
    expect(record._id).toMatch(/^[0-9a-f]{24}$/);
    expect(await sources.get(record._id)).toEqual(record);
    expect(await postingsOf(termOf('t', 'a'))).toEqual([record._id]);
  });

  test('an unknown id is not_found', async () => {
    expect(await codeOf(sources.get('0'.repeat(24)))).toBe('not_found');
  });

  test('an existing id is already_exists, and the first source is unchanged', async () => {
    const ids = ['a', 'a'].map((digit) => digit.repeat(24));
    const newId = () => ids.shift() ?? '';
    const same = createSourceRepository({ client: engine.client, tableName, newId });
    await same.create(tagged('first'));
    expect(await codeOf(same.create(tagged('second')))).toBe('already_exists');
    expect((await same.get('a'.repeat(24))).tags).toEqual(['first']);
  });

  test('a source over 400 KB is content_too_large and nothing is written', async () => {
    const large = { ...content, preprocessors: [{ type: 'x', text: 'é'.repeat(205_000) }] };
    expect(await codeOf(sources.create(large))).toBe('content_too_large');
    expect(await engine.scan(tableName)).toEqual([]);
    const { _id } = await sources.create(tagged('small'));
    const before = await engine.scan(tableName);
    expect(await codeOf(sources.replace(_id, large))).toBe('content_too_large');
    expect(await engine.scan(tableName)).toEqual(before);
  });

  test('a source of just under 400 KB is stored', async () => {
    const { _id } = await sources.create({
      ...content,
      preprocessors: [{ type: 'x', text: 'x'.repeat(409_000) }],
    });
    expect((await sources.get(_id)).preprocessors).toHaveLength(1);
  });
});

describe('replace', () => {
  test('replaces everything but id and creation time, and increments the revision', async () => {
    const first = await sources.create({ ...tagged('old', 'kept'), name: 'a' });
    const second = await sources.replace(first._id, tagged('kept', 'new'));
    expect(second).toEqual({
      ...tagged('kept', 'new'),
      _id: first._id,
      created: first.created,
      updated: second.updated,
      revision: 2,
    });
    expect(second.updated > first.updated).toBe(true);
    expect(await sources.get(first._id)).toEqual(second);
  });

  test('adds postings of new tags, removes those of old tags and keeps the others', async () => {
    const { _id } = await sources.create(tagged('old', 'kept'));
    await sources.replace(_id, tagged('kept', 'new'));
    const postings = await Promise.all(['old', 'kept', 'new'].map((tag) => postingsOf(termOf('t', tag))));
    expect(postings).toEqual([[], [_id], [_id]]);
    expect(await postingsOf('s')).toEqual([_id]);
  });

  test('of an unknown id is not_found', async () => {
    expect(await codeOf(sources.replace('0'.repeat(24), content))).toBe('not_found');
  });

  test('with another expected revision is refused', async () => {
    const { _id } = await sources.create(content);
    await sources.replace(_id, content, onlyRevision(1));
    expect(await codeOf(sources.replace(_id, tagged('late'), onlyRevision(1)))).toBe('precondition_failed');
    expect((await sources.get(_id)).tags).toEqual([]);
  });

  test('by many at once with one expected revision succeeds exactly once', async () => {
    const { _id } = await sources.create(content);
    const tries = Array.from({ length: 20 }, (_, index) =>
      codeOf(sources.replace(_id, tagged(`t${index}`), onlyRevision(1))),
    );
    const codes = (await Promise.all(tries)).toSorted();
    expect(codes).toEqual(
      ['no ServiceError: undefined', ...Array(19).fill('precondition_failed')].toSorted(),
    );
    expect((await sources.get(_id)).revision).toBe(2);
  });

  test('by several at once without an expected revision loses no change', async () => {
    const { _id } = await sources.create(content);
    await Promise.all(Array.from({ length: 4 }, (_, index) => sources.replace(_id, tagged(`t${index}`))));
    expect((await sources.get(_id)).revision).toBe(5);
  });
});

describe('a change of more than 100 items', () => {
  const many = (prefix: string) => ({
    ...tagged(...Array.from({ length: 32 }, (_, at) => `${prefix}${at}`)),
    preprocessors: Array.from({ length: 32 }, (_, at) => ({ type: `${prefix}${at}` })),
  });

  test('is refused, and what it says leads to the same source in two requests', async () => {
    const { _id } = await sources.create(many('a'));
    const before = await engine.scan(tableName);
    const error = await sources.replace(_id, many('b')).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'too_many_changes', status: 422 });
    expect(await engine.scan(tableName)).toEqual(before);
    await sources.replace(_id, { ...many('a'), tags: many('b').tags });
    expect(await sources.replace(_id, many('b'))).toMatchObject(many('b'));
    expect(postingsAmong(await engine.scan(tableName))).toHaveLength(65);
  });
});

describe('remove', () => {
  test('removes the source and all its postings', async () => {
    const { _id } = await sources.create(tagged('a', 'b'));
    await sources.remove(_id);
    expect(await codeOf(sources.get(_id))).toBe('not_found');
    expect(await codeOf(sources.remove(_id))).toBe('not_found');
    expect(await codeOf(sources.replace(_id, content))).toBe('not_found');
    expect(await engine.scan(tableName)).toEqual([]);
  });

  test('with another expected revision is refused', async () => {
    const { _id } = await sources.create(content);
    expect(await codeOf(sources.remove(_id, onlyRevision(2)))).toBe('precondition_failed');
    expect((await sources.get(_id)).revision).toBe(1);
  });
});

describe('list', () => {
  test('returns pages, newest first, with the total', async () => {
    const created: string[] = [];
    for (let index = 0; index < 7; index++) created.unshift((await sources.create(content))._id);
    const page = await sources.list({ from: 2, size: 3 });
    expect(page).toMatchObject({ from: 2, size: 3, total: 7, total_relation: 'eq' });
    expect(page.hits.map(({ _id }) => _id)).toEqual(created.slice(2, 5));
    expect(await sources.list({ from: 5, size: 10 })).toMatchObject({ from: 5, size: 2, total: 7 });
    expect(await sources.list({ from: 7, size: 10 })).toMatchObject({ from: 7, size: 0, total: 7, hits: [] });
    expect(await sources.list({ from: 100, size: 10 })).toMatchObject({ size: 0, total: 7, hits: [] });
    expect(await sources.list({ from: 0, size: 0 })).toMatchObject({ size: 0, total: 7, hits: [] });
  });

  test('of an empty table is empty', async () => {
    expect(await sources.list({ from: 0, size: 10 })).toEqual({
      from: 0,
      size: 0,
      total: 0,
      total_relation: 'eq',
      hits: [],
    });
  });

  test('with a query finds sources with the whole tag, in any letter case', async () => {
    const web = await sources.create(tagged('Web', 'access log'));
    await sources.create(tagged('website'));
    const ids = async (query: string) =>
      (await sources.list({ from: 0, size: 10, query })).hits.map(({ _id }) => _id);
    expect(await ids('web')).toEqual([web._id]);
    expect(await ids(' "ACCESS LOG" ')).toEqual([web._id]);
    expect(await ids('access')).toEqual([]);
    expect(await ids('')).toHaveLength(2);
  });

  test('of more than one batch of 100 is complete', { tags: ['storage'] }, async () => {
    await Promise.all(Array.from({ length: 230 }, () => sources.create(content)));
    const { hits, total } = await sources.list({ from: 0, size: 1000 });
    expect([hits.length, total]).toEqual([230, 230]);
    const ids = hits.map(({ _id }) => _id);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  test('beyond 10,000 is refused and names from', async () => {
    const error = await sources.list({ from: 9_991, size: 10 }).catch((reason: ServiceError) => reason);
    expect(error).toMatchObject({
      code: 'invalid_request',
      message: 'from + size is 10001; the limit is 10000; read further page by page with after.',
      members: {
        errors: [
          { in: 'query', name: 'from', code: 'maximum', message: 'must be at most 10000 together with size' },
        ],
      },
    });
  });

  ofTable(
    'counts up to 1,000, or 10,000 if asked for, and then reports a lower bound',
    {
      tags: ['storage'],
    },
    async () => {
      const newId = createIdGenerator();
      const whole = { from: 0, size: 0, track_total: true };
      const posting = () => postingKey(openSources, { term: 's', id: newId() });
      await putItems(engine.client, tableName, Array.from({ length: 10_000 }, posting));
      expect(await sources.list(whole)).toMatchObject({ total: 10_000, total_relation: 'eq' });
      await putItems(engine.client, tableName, [posting()]);
      expect(await sources.list(whole)).toMatchObject({ total: 10_000, total_relation: 'gte' });
      expect(await sources.list({ from: 0, size: 0 })).toMatchObject({ total: 1_000, total_relation: 'gte' });
    },
  );

  test('finds a prefix of the last characters of Unicode', async () => {
    const { _id } = await sources.create(tagged(`we${'\u{10ffff}'.repeat(3)}`));
    const { hits } = await sources.list({ from: 0, size: 10, query: 'tags:we*' });
    expect(hits.map((hit) => hit._id)).toEqual([_id]);
  });
});

describe('a database', () => {
  test('that is unreachable is unavailable, with Retry-After', async () => {
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const options = { endpoint: 'http://127.0.0.1:9', region: 'us-east-1', credentials, maxAttempts: 1 };
    const client = documentClient(new DynamoDBClient(options));
    const error = await createSourceRepository({ client, tableName })
      .get('a')
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unavailable', status: 503, headers: { 'retry-after': '1' } });
  });

  test('without the table is an unexpected error that reveals nothing to the caller', async () => {
    const error = await createSourceRepository({ client: engine.client, tableName: 'none' })
      .get('a')
      .catch((reason: unknown) => reason);
    expect(error).not.toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
