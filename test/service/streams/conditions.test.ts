/**
 * What conditions mean, in pushes, previews and the queries of records and failures, as they ship.
 *
 * @module-tag streams
 */

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../support/emitted-function.ts';
import { createSourceRepository } from '../support/source-repository.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let service: StreamFunctions;

beforeAll(async () => {
  service = await streamFunctions([
    'stream-push',
    'stream-listRecords',
    'stream-listFailures',
    'source-createMappingPreview',
  ]);
});

const push = (id: string, records: readonly object[]) => service.call('stream-push', { id, body: records });
const detailOf = ({ body }: Answer) => Object(body).detail;

/** Which of the records the condition holds for. */
async function holding(condition: string, records: readonly object[]): Promise<readonly unknown[]> {
  const id = await service.makeSource();
  const preprocessors = [{ type: 'set', field: 'holds', value: true, if: condition }];
  const { body } = await service.call('source-createMappingPreview', {
    id,
    body: { records, preprocessors },
  });
  return Object(body).results.map(
    ({ document }: { document: { holds?: boolean } }) => document.holds === true,
  );
}

describe('a condition', () => {
  const record = {
    env: 'non-prod',
    level: 'Error',
    message: 'GET /index.html: no Error here',
    path: '/var/log/nginx.log',
    ip: '10.1.2.3',
    v6: '2001:db8::1',
    mapped: '::ffff:10.1.2.3',
    route: '10.0.0.0/8',
    empty: '',
    blank: ' ',
    none: null,
    status: 200,
    code: '200',
    zip: '02134',
    ok: true,
    list: ['a', null, 'B'],
    hash: 'q83v==',
    sent: 10,
    got: '9',
    limit: '10',
    begin: '2018-05-01T10:00:00Z',
    end: '2018-05-01T12:00:00+01:00',
    user: { name: 'Ada', 'full.name': 'Ada Byron' },
    owner: 'Ada',
    tags: ['x', 'Ada'],
    long: 9_007_199_254_740_991,
  };
  test.each<[condition: string, holds: boolean]>([
    // A text without white space is compared as a whole, another one also by its words.
    ['env:prod', false],
    ['env:non-prod', true],
    ['env:"prod"', false],
    ['env:Non-PROD', true],
    ['path:nginx', false],
    ['path:/var\\/log/', true],
    ['message:error', true],
    ['message:"no error"', true],
    ['message:"error no"', false],
    ['prod', true],
    // Exactly, with letter case.
    ['env:=prod', false],
    ['env:=non-prod', true],
    ['level:=Error', true],
    ['level:=error', false],
    ['message:=Error', false],
    ['message:="GET /index.html: no Error here"', true],
    ['path:=/var/log/nginx.log', true],
    ['-level:=error', true],
    ['status:=200', true],
    ['status:=200.0', true],
    ['code:=200', true],
    ['code:=200.0', false],
    ['zip:=2134', false],
    ['zip:=02134', true],
    ['ok:=true', true],
    ['ok:=True', false],
    ['list:=B', true],
    ['list:=b', false],
    ['hash:q83v==', true],
    ['hash:="q83v=="', true],
    ['hash:(=q83v OR ="q83v==")', true],
    ['user.full\\.name:=x', false],
    // The beginning, of one character or more.
    ['path:\\/*', true],
    ['level:e*', true],
    ['level:=e*', false],
    ['level:=E*', true],
    ['path:=/var/*', true],
    ['path:=/Var/*', false],
    ['status:2*', true],
    ['path:=\\**', false],
    // Regular expressions.
    ['path:/^\\/var/', true],
    ['path:/nginx\\.log$/', true],
    ['path:/NGINX/', false],
    ['path:/NGINX/i', true],
    ['level:/^(warn|error)$/i AND status:/^2\\d\\d$/', true],
    ['/no\\sError/', true],
    ['none:/.*/', false],
    // Networks.
    ['ip:10.0.0.0/8', true],
    ['ip:10.1.0.0/16', true],
    ['ip:10.2.0.0/16', false],
    ['v6:2001:db8::/32', true],
    ['v6:2001:db9::/32', false],
    ['mapped:10.0.0.0/8', true],
    ['route:10.0.0.0/8', true],
    ['message:10.0.0.0/8', false],
    ['ip:(192.168.0.0/16 OR 10.0.0.0/8)', true],
    // The empty text, null, and what is absent.
    ['empty:""', true],
    ['empty:=""', true],
    ['blank:""', false],
    ['none:""', false],
    ['absent:""', false],
    ['empty:*', true],
    ['none:*', false],
    ['none:=null', true],
    ['none:="null"', false],
    ['absent:=null', false],
    ['list:=null', true],
    ['-none:* -none:=null', false],
    ['-absent:* -absent:=null', true],
    // One field and another.
    ['sent:>{{got}}', true],
    ['got:>{{sent}}', false],
    ['sent:={{limit}}', true],
    ['sent:>={{limit}}', true],
    ['sent:<{{limit}}', false],
    ['begin:<{{end}}', true],
    ['end:<={{begin}}', false],
    ['user.name:>={{owner}}', true],
    ['user.name:>{{owner}}', false],
    ['user.name:={{owner}}', true],
    ['owner:={{tags}}', true],
    ['owner:={{level}}', false],
    ['owner:={{absent}}', false],
    ['none:={{none}}', false],
    ['-owner:={{ level }}', true],
  ])('%s is %s', async (condition, holds) => {
    expect(await holding(condition, [record])).toEqual([holds]);
  });

  // The answers are those of the module ipaddress of Python.
  test('knows which addresses are in a network', { tags: ['streams'] }, async () => {
    const file = new URL('../../ingest/networks.jsonl', import.meta.url);
    const cases = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as [network: string, ip: string, isIn: boolean]);
    const byNetwork = Map.groupBy(cases, ([network]) => network);
    expect(byNetwork.size).toBeGreaterThan(100);
    for (const [network, its] of byNetwork)
      expect([
        network,
        await holding(
          `ip:${network}`,
          its.map(([, ip]) => ({ ip })),
        ),
      ]).toEqual([network, its.map(([, , isIn]) => isIn)]);
  });
});

describe('what looks like a script', () => {
  const help =
    "Expected a query in place of a script at 0: write level:=error for ctx.level == 'error', -level:=error for !=, " +
    'status:>=500 for ctx.status >= 500, level:* for ctx.level != null, and quotes around a text with such characters.';
  test.each([
    'ctx.a != null',
    "ctx.status == 'error'",
    'ctx?.http?.status > 500',
    "ctx['a'] == 1 && ctx.b != 2",
    "status == 'error'",
    "status != 'error'",
    'status=="error"',
    "a:1 AND !ctx.tags.contains('x')",
    "message.contains('x')",
    'a = b',
    'status:==200',
    'status:!=200',
  ])('%s is refused with what to write', async (condition) => {
    const body = { preprocessors: [{ type: 'drop', if: condition }] };
    const { status, body: problem } = await service.call('source-create', { body });
    const [error] = Object(problem).errors;
    expect([status, error.pointer]).toEqual([400, '/preprocessors/0/if']);
    expect(error.message.replace(/at \d+/, 'at 0')).toBe(`is not a query: ${help}`);
  });

  test.each([
    'message:"a == b"',
    'message:/a == b/',
    'ctx:x',
    'ctx.id:1',
    'hash:q83v==',
    'a\\=\\=b',
    'a && b',
  ])('%s is not one', async (condition) => {
    await service.makeSource({ preprocessors: [{ type: 'drop', if: condition }] });
  });

  test('and is stored already stops no stream', async () => {
    const { engine, tableName } = service;
    const source = await createSourceRepository({ client: engine.client, tableName }).create({
      tags: [],
      format: 'json',
      preprocessors: [
        { type: 'drop', if: 'ctx.a == 1' },
        { type: 'set', field: 'b', value: 2 },
      ],
    });
    const stream = await service.makeStream({ source: source._id });
    await push(stream, [{ a: 1 }]);
    const { body } = await service.call('stream-listRecords', { id: stream });
    expect(Object(body).hits).toMatchObject([{ document: { a: 1, b: 2 } }]);
  });
});

test.each([
  ['ip:10.0.0.0/33', 'Expected a network with 0 to 32 bits after the / at 3.'],
  [
    'a:/b',
    'Expected / at 4: it ends the regular expression; write the value in quotes for a text that begins with /.',
  ],
  ['a:/\\Gb/', 'Expected a regular expression at 3: this one has \\G, which is not supported'],
  ['a:=', 'Expected a value of a right after = at 3: write a:* for any value.'],
  ['a:>{{b', 'Expected }} after the path of a field at 6.'],
  ['a:={{}}', 'Expected the path of a field'],
])('%s is refused: %s', async (condition, message) => {
  const id = await service.makeStream();
  const { status, body } = await service.call('stream-listRecords', {
    id,
    query: `?query=${encodeURIComponent(condition)}`,
  });
  expect([status, Object(body).detail]).toEqual([400, expect.stringContaining(message)]);
});

test('a record is not dropped because its text contains the word', async () => {
  const source = await service.makeSource({ preprocessors: [{ type: 'drop', if: 'env:prod' }] });
  const stream = await service.makeStream({ source });
  const { body } = await push(stream, [{ env: 'non-prod' }, { env: 'prod' }, { env: 'pre.prod' }]);
  expect(body).toMatchObject({ stored: 2, dropped_count: 1 });
});

describe('the query of records', () => {
  const query = (id: string, text: string, operation = 'stream-listRecords') =>
    service.call(operation, { id, query: `?query=${encodeURIComponent(text)}` });

  test('is the language of conditions, and names the fields that no record has', async () => {
    const stream = await service.makeStream();
    await push(stream, [
      { request: '/a', ip: '10.0.0.1' },
      { request: '/b', ip: '11.0.0.1', none: null },
    ]);
    // One of the records has the field none.
    const { body } = await query(stream, 'ip:10.0.0.0/8 request:=/a -none:x');
    expect(body).toMatchObject({ hits: [{ document: { request: '/a' } }] });
    expect(body).not.toHaveProperty('absent_fields');
    const misspelt = await query(stream, 'path:=/a OR (http.path:x none:*) OR path:=/b OR path:={{other}}');
    expect(misspelt.body).toMatchObject({ hits: [], absent_fields: ['path', 'http.path', 'other'] });
    const script = await query(stream, "ctx.ip == '10.0.0.1'");
    expect([script.status, detailOf(script)]).toEqual([400, expect.stringContaining('in place of a script')]);
  });

  test('says nothing of fields where no record was read', async () => {
    const { body } = await query(await service.makeStream(), 'a:1');
    expect(body).not.toHaveProperty('absent_fields');
  });

  test('so is that of failures', async () => {
    const source = await service.makeSource({
      preprocessors: [{ type: 'fail', message: 'No.', if: 'a:=1' }],
    });
    const stream = await service.makeStream({ source });
    await push(stream, [{ a: 1 }]);
    const found = await query(stream, 'error.code:=failed OR error.massage:x', 'stream-listFailures');
    expect(found.body).toMatchObject({ hits: [{ raw: { a: 1 } }], absent_fields: ['error.massage'] });
  });
});
