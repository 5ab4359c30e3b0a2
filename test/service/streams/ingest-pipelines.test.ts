/**
 * Ingest pipelines of Elasticsearch as preprocessors and back, through the functions and commands as they ship.
 *
 * @module-tag streams
 */

import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { cleanUp } from '../../support/clean-up.ts';
import { commandNamed } from '../../support/command.ts';
import { repository } from '../../support/repository.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let service: StreamFunctions;
let source: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-geoip-'));
  cleanUp(() => rm(folder, { recursive: true }));
  for (const kind of ['City', 'ASN'])
    await copyFile(join(databases, `GeoLite2-${kind}-Test.mmdb`), join(folder, `GeoLite2-${kind}.mmdb`));
  vi.stubEnv('GEOIP_FOLDER', folder);
  service = await streamFunctions(['stream-push', 'stream-listRecords', 'source-createMappingPreview']);
  source = await service.makeSource();
});

const fileOf = (name: string) => join(repository, 'test/ingest/ingest-pipelines', `${name}.yml`);

interface Note {
  readonly pointer: string;
  readonly reason: string;
}

/** The preview of an ingest pipeline. */
async function preview(pipeline: unknown, records: readonly object[]) {
  const body = { records, ingest_pipeline: pipeline };
  const answer = await service.call('source-createMappingPreview', { id: source, body });
  return Object(answer.body);
}

/** The test databases have the names of the pipelines. */
const databases = join(repository, 'test/ingest/geoip');
const linkoping = {
  continent_name: 'Europe',
  country_name: 'Sweden',
  country_iso_code: 'SE',
  region_iso_code: 'SE-E',
  region_name: 'Östergötland County',
  city_name: 'Linköping',
  location: { lat: 58.4167, lon: 15.6167 },
};

const removals = 'Objects and lists without values are removed, too.';

describe('a pipeline in the shape of Elastic', () => {
  test.each<[name: string, line: string, notes: [string, string][], document: object]>([
    [
      'nginx-access',
      '89.160.20.112 - ada [10/Oct/2023:13:55:36 +0000] "GET /a.png?x=1 HTTP/1.1" 404 2326 "-" "curl/8.5.0"',
      [
        [
          '/processors/12/script',
          'The script has a statement that does not assign to ctx, which has no equivalent.',
        ],
      ],
      {
        '@timestamp': '2023-10-10T13:55:36.000Z',
        ecs: { version: '8.11.0' },
        event: { kind: 'event', category: ['web'], type: ['access'], outcome: 'failure' },
        http: {
          request: { method: 'GET' },
          response: { status_code: 404, body: { bytes: 2326 } },
          version: '1.1',
        },
        network: { bytes: 2326 },
        nginx: { access: { remote_ip_list: ['89.160.20.112'] } },
        related: { ip: ['89.160.20.112'], user: ['ada'] },
        source: {
          address: '89.160.20.112',
          ip: '89.160.20.112',
          geo: linkoping,
          as: { number: 29_518, organization_name: 'Bredband2 AB' },
        },
        url: { path: '/a.png', extension: 'png', query: 'x=1', original: '/a.png?x=1' },
        user: { name: 'ada' },
        user_agent: { name: 'curl', version: '8.5.0', original: 'curl/8.5.0' },
      },
    ],
    [
      'vpc-flow',
      '2 123456789010 eni-1235b8ca123456789 172.31.16.139 172.31.16.21 20641 22 6 20 4249 1418530010 1418530070 ACCEPT OK',
      [
        ['/processors/5/script', 'The script has new, which has no equivalent.'],
        ['/processors/7/script', removals],
      ],
      {
        '@timestamp': '2014-12-14T04:07:50.000Z',
        aws: {
          vpcflow: {
            version: '2',
            account_id: '123456789010',
            interface_id: 'eni-1235b8ca123456789',
            action: 'ACCEPT',
            log_status: 'OK',
          },
        },
        cloud: { provider: 'aws', account: { id: '123456789010' } },
        destination: { address: '172.31.16.21', ip: '172.31.16.21', port: 22 },
        ecs: { version: '8.11.0' },
        event: {
          type: ['connection'],
          category: ['network'],
          outcome: 'success',
          action: 'accept',
          start: '2014-12-14T04:06:50.000Z',
          end: '2014-12-14T04:07:50.000Z',
          duration: 60_000_000_000,
        },
        network: { bytes: 4249, iana_number: '6', transport: 'tcp', type: 'ipv4' },
        related: { ip: ['172.31.16.139', '172.31.16.21'] },
        source: { address: '172.31.16.139', ip: '172.31.16.139', port: 20_641, packets: 20, bytes: 4249 },
      },
    ],
    [
      'system-auth',
      '2023-02-21T21:54:44+01:00 web1 sshd[3402]: Accepted publickey for ada from 10.0.2.2 port 63673 ssh2: RSA 39:33',
      [],
      {
        '@timestamp': '2023-02-21T20:54:44.000Z',
        event: {
          kind: 'event',
          type: ['info'],
          outcome: 'success',
          category: ['authentication'],
          action: 'ssh_login',
        },
        host: { hostname: 'web1' },
        process: { name: 'sshd', pid: 3402 },
        related: { user: ['ada'], ip: ['10.0.2.2'], hosts: ['web1'] },
        source: { address: '10.0.2.2', ip: '10.0.2.2', port: 63_673 },
        system: { auth: { ssh: { event: 'Accepted', method: 'publickey', signature: 'RSA 39:33' } } },
        user: { name: 'ada' },
      },
    ],
    [
      'cloudfront',
      '2019-12-04\t21:02:31\tLAX1\t392\t89.160.20.112\tGET\td111.cloudfront.net\t/index.html\t200\t-\tMozilla/5.0%20(X11)\t-\t-\tHit\tSOX4==\tExample.com\tHTTPS\t23\t0.001',
      [['/processors/4/script', removals]],
      {
        '@timestamp': '2019-12-04T21:02:31.000Z',
        aws: {
          cloudfront: {
            edge_location: 'LAX1',
            domain: 'd111.cloudfront.net',
            edge_result_type: 'Hit',
            edge_request_id: 'SOX4==',
          },
        },
        destination: { domain: 'Example.com' },
        ecs: { version: '8.11.0' },
        event: { duration: 1_000_000, kind: 'event', outcome: 'success', type: ['access'] },
        http: { request: { method: 'GET', bytes: 23 }, response: { status_code: 200, bytes: 392 } },
        network: { protocol: 'https' },
        related: { ip: ['89.160.20.112'] },
        source: {
          ip: '89.160.20.112',
          geo: linkoping,
          as: {
            ip: '89.160.20.112',
            asn: 29_518,
            organization_name: 'Bredband2 AB',
            network: '89.160.0.0/17',
          },
        },
        url: { path: '/index.html', scheme: 'https', domain: 'Example.com' },
        user_agent: { original: 'Mozilla/5.0 (X11)' },
      },
    ],
  ])('%s runs, but for the processors that are named', async (name, line, notes, document) => {
    const pipeline = parse(readFileSync(fileOf(name), 'utf8'));
    const { imported, results } = await preview(pipeline, [{ message: line }]);
    expect(imported.notes.map(({ pointer, reason }: Note) => [pointer, reason])).toEqual(notes);
    expect(results).toMatchObject([{ status: 'success', document }]);
    const stored = await service.makeSource({ format: 'text', preprocessors: imported.preprocessors });
    const id = await service.makeStream({ source: stored });
    const headers = { 'content-type': 'text/plain' };
    expect(await service.call('stream-push', { id, body: `${line}\n`, headers })).toMatchObject({
      status: 201,
    });
    const { body } = await service.call('stream-listRecords', { id });
    expect(Object(body).hits).toMatchObject([{ document }]);
  });
});

test('what is no pipeline is refused, and both kinds of steps at once', async () => {
  expect(await preview({ steps: [] }, [{}])).toMatchObject({
    status: 400,
    errors: [{ pointer: '/ingest_pipeline/processors', code: 'required' }],
  });
  const body = { records: [{}], preprocessors: [], ingest_pipeline: { processors: [] } };
  expect(await service.call('source-createMappingPreview', { id: source, body })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/ingest_pipeline' }] },
  });
});

/** The imported steps of a pipeline, and the reasons of its notes. */
async function imported(...processors: readonly object[]) {
  const { imported: result } = await preview({ processors }, [{}]);
  return { steps: result.preprocessors, reasons: result.notes.map(({ reason }: Note) => reason) };
}

describe('a condition of Painless', () => {
  const holding = {
    a: 'x',
    b: 'Error: no route',
    n: 5,
    ok: true,
    tags: ['web', 'prod'],
    list: [1],
    empty: '',
    none: null,
    user: { name: 'ada', 'full.name': 'Ada' },
    peer: 'ada',
  };

  test.each<[script: string, condition: string, holds: boolean]>([
    ["ctx.a == 'x'", 'a:="x"', true],
    ["'x' == ctx.a", 'a:="x"', true],
    ["ctx['a'] != 'x'", 'NOT a:="x"', false],
    ["ctx.user?.name == 'ada'", 'user.name:="ada"', true],
    ["ctx?.user?.name != null && ctx.user.name != ''", 'user.name:* AND NOT user.name:""', true],
    ["ctx.user['full.name'] == 'Ada'", 'user\\[\'full.name\'\\]:="Ada"', true],
    ['ctx.absent == null || ctx.none == null', 'NOT absent:* OR NOT none:*', true],
    ['ctx.ok', 'ok:=true', true],
    ['!ctx.ok', 'NOT ok:=true', false],
    ['ctx.ok == false', 'ok:=false', false],
    ['ctx.n >= 5 && 4 < ctx.n', 'n:>=5 AND n:>4', true],
    ['ctx.n == 5L', 'n:=5', true],
    ['ctx.user.name == ctx.peer', 'user.name:={{peer}}', true],
    ["ctx.tags.contains('web')", 'tags:="web"', true],
    ["!(ctx.tags?.contains('dev'))", 'NOT tags:="dev"', true],
    ["(ctx.tags ?: []).contains('prod')", 'tags:="prod"', true],
    ["ctx.b.contains('no route')", 'b:/no route/', true],
    ["ctx.b.contains('a.b/c')", 'b:/a\\.b\\/c/', false],
    ["ctx.b.startsWith('Error') || ctx.b.endsWith('x')", 'b:/^Error/ OR b:/x$/', true],
    ["ctx.a.toLowerCase() == 'X'", 'a:/^X$/i', true],
    ["ctx.b.toLowerCase().contains('error')", 'b:/error/i', true],
    ["ctx.a.equalsIgnoreCase('X')", 'a:/^X$/i', true],
    ["ctx.a.equals('x')", 'a:="x"', true],
    ['ctx.b =~ /no\\s+route/', 'b:/no\\s+route/', true],
    ['ctx.a ==~ /x|y/i', 'a:/^(?:x|y)$/i', true],
    ["['x', 'y'].contains(ctx.a)", 'a:="x" OR a:="y"', true],
    ["!['x', null].contains(ctx.a) && ctx.ok", 'NOT (a:="x" OR NOT a:*) AND ok:=true', false],
    ['ctx.empty.isEmpty()', 'NOT empty:* OR empty:""', true],
    ['ctx.tags.size() > 0', 'NOT (NOT tags:* OR tags:"")', true],
    ["ctx.containsKey('none')", 'none:* OR none:=null', true],
    ['ctx.list instanceof List && !(ctx.a instanceof Map)', 'list::list AND NOT a::object', true],
    ['ctx.n instanceof Number && ctx.a instanceof String', 'n::number AND a::text', true],
    ["(ctx.a == 'y' || ctx.n > 1) && ctx.ok == true", '(a:="y" OR n:>1) AND ok:=true', true],
    ["ctx.a == 'it\\'s \"q\"'", 'a:="it\'s \\"q\\""', false],
  ])('%s', async (script, condition, holds) => {
    const { steps, reasons } = await imported({ set: { field: 'r', value: 1, if: script } });
    expect({ steps, reasons }).toEqual({
      steps: [{ type: 'set', field: 'r', value: 1, if: condition }],
      reasons: [],
    });
    const { results } = await preview({ processors: [{ set: { field: 'r', value: 1, if: script } }] }, [
      holding,
    ]);
    expect(results[0].document.r === 1).toBe(holds);
  });

  test.each<[script: string, what: string]>([
    ['def x = 1; return x > 0', 'def'],
    ['ctx.a.length() > 5', 'a computed value in a comparison'],
    ['ctx.a.hashCode() == 5', 'hashCode() in a comparison'],
    ['ctx.list.stream().anyMatch(x -> x > 1)', '> where a value should be'],
    ['ctx[ctx.a] == 1', 'a computed name of a member'],
    ['ctx.n > params.none', 'params.none'],
    ['ctx.a == "x', 'the character "\\""'],
    ['ctx', 'ctx alone'],
  ])('is not translated: %s', async (script, what) => {
    const { steps, reasons } = await imported({ drop: { if: script } });
    expect({ steps, reasons }).toEqual({
      steps: [],
      reasons: [`The condition has ${what}, which has no equivalent.`],
    });
  });
});

describe('a script of Painless', () => {
  test.each<[script: object, steps: readonly object[]]>([
    [
      { source: 'ctx.event.duration = ctx.ms * 1000000' },
      [{ type: 'script', source: 'ctx.ms * 1000000'.replace('ctx.', ''), target_field: 'event.duration' }],
    ],
    [
      { source: "ctx.a = ctx.b + '-' + ctx.c; ctx.remove('b');" },
      [
        { type: 'script', source: 'concat(b, "-", c)', target_field: 'a' },
        { type: 'remove', field: 'b', ignore_missing: true },
      ],
    ],
    [
      { source: 'ctx.a = Math.round(Double.parseDouble(ctx.t) * params.scale)', params: { scale: 1000 } },
      [{ type: 'script', source: 'round((number(t) * 1000))', target_field: 'a' }],
    ],
    [
      { source: "if (ctx.n > 5) { ctx.size = 'large'; } else ctx.size = 'small'" },
      [
        { type: 'set', field: 'size', value: 'large', if: '(n:>5)' },
        { type: 'set', field: 'size', value: 'small', if: 'NOT (n:>5)' },
      ],
    ],
    [
      { source: "ctx.a = ctx.n > 5 ? ctx.x : 'none'" },
      [{ type: 'script', source: 'if (n:>5) x else "none"', target_field: 'a' }],
    ],
    [
      {
        source:
          'if (ctx.n > params.limit && params.names.contains(ctx.a) && ctx.ok == params.ok) { ctx.kind = params.kind }',
        params: { limit: 5, names: ['x', 'y'], ok: true, kind: 'large' },
      },
      [{ type: 'set', field: 'kind', value: 'large', if: 'n:>5 AND (a:="x" OR a:="y") AND ok:=true' }],
    ],
    [{ source: "ctx.tags = ['a', 'b']" }, [{ type: 'set', field: 'tags', value: ['a', 'b'] }]],
  ])('%j', async (script, steps) => {
    expect(await imported({ script })).toEqual({ steps, reasons: [] });
  });

  const dashes = { type: 'remove_empty', values: ['-'] };
  test.each<[source: string, steps: readonly object[]]>([
    [
      "void f(Map m) { for (def x : m.values()) { f(x) } m.values().removeIf(v -> v == null || v == '-'); } f(ctx);",
      [dashes],
    ],
    [
      "void f(Map m) { for (e in m.entrySet()) if (e.getValue() == '-') e.setValue(null) } f(ctx?.a.b)",
      [{ ...dashes, field: ['a.b'] }],
    ],
    [
      `boolean drop(Object o) { if (o == null || o == '') { return true } else if (o instanceof Map) {
        ((Map) o).values().removeIf(v -> drop(v)); return (((Map) o).size() == 0) } return false } drop(ctx);`,
      [{ type: 'remove_empty', values: [''] }],
    ],
    ["void f(Map m) { m.values().removeIf(v -> v != '-'); } f(ctx);", []],
    ["void f(Map m) { m.a = 1; m.values().removeIf(v -> v == '-'); } f(ctx);", []],
    ["void f(Map m) { m.put('a', '-'); m.values().removeIf(v -> v == '-'); } f(ctx);", []],
    ["void f(Map m) { m.keySet().removeIf(v -> v == '-'); } f(ctx);", []],
    ["void f(Map m) { m.values().removeIf(v -> v == '-'); } g(ctx);", []],
  ])('that removes what is empty: %s', async (source, steps) => {
    const { steps: found, reasons } = await imported({ script: { source } });
    expect(found).toEqual(steps);
    expect(reasons).toEqual([steps.length > 0 ? removals : expect.any(String)]);
  });

  test('that divides says how, and one that changes its own condition is left out', async () => {
    const { steps, reasons } = await imported({ script: { source: 'ctx.s = ctx.ms / 1000' } });
    expect(steps).toEqual([{ type: 'script', source: 'ms / 1000', target_field: 's' }]);
    expect(reasons).toEqual([expect.stringContaining('Integers are divided exactly')]);
    expect(await imported({ script: { source: "if (ctx.a == 'x') { ctx.a = 'y'; ctx.b = 1 }" } })).toEqual({
      steps: [],
      reasons: [expect.stringContaining('a condition whose fields its statements change')],
    });
  });
});

test('options, handlers and unknown processors', async () => {
  expect(
    await imported(
      {
        convert: {
          field: 'a',
          type: 'long',
          on_failure: [{ inference: { field: 'x' } }, { set: { field: 'e', value: 1 } }],
        },
      },
      { grok: { field: 'a', patterns: ['%{WORD:b}'], ecs_compatibility: 'v1', trace_match: true } },
      { trim: { field: 'a', speed: 9 } },
      { dissect: { field: 'a', pattern: '%{b}|%{c}' } },
      { foreach: { field: 'l', processor: { convert: { field: '_ingest._value', type: 'long' } } } },
      { registered_domain: { field: 'h', target_field: '' } },
      { ip_location: { field: 'h', download_database_on_pipeline_creation: false } },
      { frobnicate: { field: 'a' } },
      { grok: { field: 'a', patterns: ['%{NOPE:b}'] } },
      { reroute: { type: 'metrics', dataset: ['{{a}}', 'b'], if: 'ctx.x == 1' } },
      { reroute: { destination: 'other-index' } },
      { terminate: { if: 'ctx.x == 2' } },
    ),
  ).toEqual({
    steps: [
      {
        type: 'convert',
        field: 'a',
        target_type: 'long',
        on_failure: [{ type: 'set', field: 'e', value: 1 }],
      },
      { type: 'grok', field: 'a', patterns: ['%{WORD:b}'], ecs_compatibility: 'v1' },
      { type: 'trim', field: 'a' },
      { type: 'dissect', field: 'a', pattern: '%{b}|%{c}', elasticsearch_empty_values: true },
      {
        type: 'foreach',
        field: 'l',
        processor: { type: 'convert', field: '_ingest._value', target_type: 'long' },
      },
      { type: 'registered_domain', field: 'h' },
      { type: 'geoip', field: 'h' },
      { type: 'reroute', target_type: 'metrics', dataset: ['{{a}}', 'b'], if: 'x:=1' },
      { type: 'terminate', if: 'x:=2' },
    ],
    reasons: [
      'There are no models.',
      'The option speed is not supported.',
      'There is no such type.',
      expect.stringContaining('NOPE'),
      expect.stringContaining('destination must be type-dataset-namespace'),
    ],
  });
});

describe('the commands', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headwater-pipelines-'));
    cleanUp(() => rm(folder, { recursive: true, force: true }));
  });
  const importFile = commandNamed('import-pipeline');
  const exportFile = commandNamed('export-pipeline');

  async function written(name: string, content: unknown): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  }

  test('import YAML, and say what is left out', async () => {
    const { output = '', complaint, exitCode } = await importFile([fileOf('system-auth')]);
    expect(JSON.parse(output)).toMatchObject({ name: 'system-auth', preprocessors: { length: 21 } });
    expect(complaint).toContain('19 processors became 21 preprocessors; 0 left out.');
    expect(exitCode).toBe(0);
  });

  test.each(['nginx-access', 'vpc-flow', 'system-auth', 'cloudfront'])(
    'write %s back so that it is imported the same',
    async (name) => {
      const { output: first = '' } = await importFile([fileOf(name), '--allow-incomplete']);
      const exported = await exportFile([await written('source.json', first), '--allow-incomplete']);
      const again = await importFile([await written('again.json', exported.output ?? '')]);
      const kept = JSON.parse(first).preprocessors.filter(
        ({ type }: { type: string }) => !['script', 'remove_empty'].includes(type),
      );
      const conditions = (steps: readonly { if?: string }[]) =>
        steps.filter((step) => step.if !== undefined).length;
      const { preprocessors } = JSON.parse(again.output ?? '');
      expect(preprocessors).toHaveLength(kept.length);
      expect(conditions(preprocessors)).toBe(conditions(kept));
      expect(preprocessors.map(({ if: _, ...step }: { if?: string }) => step)).toEqual(
        kept.map(({ if: _, ...step }: { if?: string }) => step),
      );
    },
  );

  test('export conditions as Painless, and say what Elasticsearch does not have', async () => {
    const preprocessors = [
      { type: 'convert', field: 'a', target_type: 'long', if: 'env:=prod status:[500 TO 600}' },
      { type: 'drop', if: 'tags::list AND -path:/^\\/api/ OR user.name:""' },
      { type: 'foreach', field: 'l', processor: { type: 'trim', field: '_ingest._value' } },
      { type: 'set', field: 'late', value: true, if: 'end:>{{start}}' },
      { type: 'trim', field: 'a', if: 'time:>now-1d' },
      { type: 'logfmt', field: 'a' },
      { type: 'reroute', target_type: 'metrics', dataset: 'a' },
      { type: 'terminate' },
      { type: 'split', field: 'a', separator: ',', each: true },
      { type: 'unnest', field: 'a' },
    ];
    const { output = '', complaint } = await exportFile([
      await written('mine.json', { name: 'mine', preprocessors }),
      '--allow-incomplete',
    ]);
    expect(JSON.parse(output)).toEqual({
      description: 'mine',
      processors: [
        {
          convert: {
            field: 'a',
            type: 'long',
            if: "(ctx.env == 'prod' && (ctx.status != null && ctx.status >= 500 && ctx.status < 600))",
          },
        },
        {
          drop: {
            if: "((ctx.tags instanceof List && !((ctx.path != null && ctx.path =~ /^\\/api/))) || ctx.user?.name == '')",
          },
        },
        { foreach: { field: 'l', processor: { trim: { field: '_ingest._value' } } } },
        {
          set: {
            field: 'late',
            value: true,
            if: 'ctx.end != null && ctx.start != null && ctx.end > ctx.start',
          },
        },
        { reroute: { type: 'metrics', dataset: 'a' } },
        { terminate: {} },
      ],
    });
    expect(complaint?.split('\n')).toEqual([
      expect.stringContaining('/preprocessors/4 left out: A range of dates or texts (now-1d)'),
      expect.stringContaining('/preprocessors/5 left out: Elasticsearch has no such processor as logfmt'),
      expect.stringContaining('/preprocessors/8 left out: Elasticsearch has no option each'),
      expect.stringContaining('/preprocessors/9 left out: Elasticsearch cannot make several'),
    ]);
  });

  test('refuse what has no equivalent, unless --allow-incomplete is set', async () => {
    const script = { script: { source: 'for (x in ctx.l) { ctx.n += x }' } };
    const pipeline = await written('loop.json', { processors: [script, { trim: { field: 'a' } }] });
    const refused = await importFile([pipeline]);
    expect(refused).toMatchObject({
      exitCode: 1,
      complaint: expect.stringContaining('/processors/0/script left out'),
    });
    expect(refused.output).toBeUndefined();
    const imported = await importFile([pipeline, '--allow-incomplete']);
    expect(imported.exitCode).toBe(0);
    expect(JSON.parse(imported.output ?? '').preprocessors).toEqual([{ type: 'trim', field: 'a' }]);
    const preprocessors = [
      { type: 'access_log', field: 'message' },
      { type: 'remove', field: ['message'] },
    ];
    const source = await written('access.json', { preprocessors });
    const exported = await exportFile([source]);
    expect(exported).toMatchObject({ exitCode: 1, complaint: expect.stringContaining('--allow-incomplete') });
    expect(exported.output).toBeUndefined();
    expect(
      JSON.parse((await exportFile([source, '--allow-incomplete'])).output ?? '').processors,
    ).toHaveLength(1);
  });

  test('export only what Elasticsearch accepts', async () => {
    const date = {
      type: 'date',
      field: 'a.b',
      formats: ['ISO8601'],
      ignore_missing: true,
      if: 'n:>3000000000',
    };
    const { output = '', exitCode } = await exportFile([
      await written('date.json', { preprocessors: [date] }),
    ]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(output).processors).toEqual([
      {
        date: {
          field: 'a.b',
          formats: ['ISO8601'],
          if: '(ctx.a?.b != null) && (ctx.n != null && ctx.n > 3000000000L)',
        },
      },
    ]);
    for (const [step, reason] of [
      [{ ...date, formats: ['UNIX_NS'] }, 'no format UNIX_NS of date'],
      [{ type: 'kv', field: 'a', field_split: ' ', value_split: '=', quote: '"' }, 'no option quote of kv'],
      [{ type: 'trim', field: 'a', if: 'n:18446744073709551616' }, 'more than 64 bits'],
    ] as const)
      expect(await exportFile([await written('step.json', { preprocessors: [step] })])).toMatchObject({
        exitCode: 1,
        complaint: expect.stringContaining(reason),
      });
  });

  test('refuse what is no pipeline', async () => {
    await expect(importFile([await written('list.json', '[]')])).rejects.toThrow(
      'cannot be imported: /processors is required: a list of processors.',
    );
    await expect(importFile([await written('bad.json', '{')])).rejects.toThrow('neither JSON nor YAML');
    await expect(importFile([join(folder, 'none')])).rejects.toThrow('cannot be read');
    await expect(exportFile([await written('none.json', '{}')])).rejects.toThrow(
      'must have a list of preprocessors',
    );
  });
});
