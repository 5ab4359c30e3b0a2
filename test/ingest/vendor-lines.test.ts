/** Lines as vendors change them: columns that are added or missing, headers, and text that is no pair. */

import { describe, expect, test } from 'vitest';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';

type Step = Readonly<Record<string, unknown>>;

/** The document without its line, the code of the failure, or `dropped`. */
function outcomeOf(step: Step, line: string): unknown {
  const compiled = compilePipeline([{ field: 'line', ...step }]);
  if ('issues' in compiled) throw new Error(compiled.issues.map(({ message }) => message).join());
  const [result] = runPipeline(compiled.pipeline, [{ line }]);
  if (result?.status === 'error') return result.failure.code;
  if (result?.status !== 'success') return result?.status;
  const { line: _, ...document } = result.document;
  return document;
}

const alb =
  'https 2026-08-22T08:54:35.744551Z app/shop/446 192.0.2.1:47772 10.0.0.105:3000 0.000 0.006 0.000 404 404 945 11891 "GET https://shop.example/a.png HTTP/1.1" "curl/8" ECDHE TLSv1.2 arn:aws:tg "Root=1-68"';
const cloudfront =
  '2026-05-23 01:13:11 FRA2 182 192.0.2.10 GET d1.example.net /a.txt 200 - curl/8 a=b zip=98101 Hit SOX4xwn4XV6Q4 d1.example.net http 1 0.001'.replaceAll(
    ' ',
    '\t',
  );
const vpcFlow =
  '2 123456789010 eni-1235b8ca 172.31.16.139 172.31.16.21 20641 22 6 20 4249 1418530010 1418530070 ACCEPT OK';

interface AwsFormat {
  readonly step: Step;
  /** The columns that every line has. */
  readonly line: string;
  readonly separator: string;
  /** How many known columns may follow. */
  readonly optional: number;
  readonly ignoresMore: boolean;
}

const formats: Readonly<Record<string, AwsFormat>> = {
  alb: { step: { format: 'alb' }, line: alb, separator: ' ', optional: 15, ignoresMore: true },
  cloudfront: {
    step: { format: 'cloudfront' },
    line: cloudfront,
    separator: '\t',
    optional: 14,
    ignoresMore: true,
  },
  vpc_flow: { step: { format: 'vpc_flow' }, line: vpcFlow, separator: ' ', optional: 0, ignoresMore: true },
  'own columns': {
    step: { format: 'vpc_flow', fields: ['version', 'srcaddr', 'dstaddr'] },
    line: '5 10.0.0.1 10.0.0.2',
    separator: ' ',
    optional: 0,
    ignoresMore: false,
  },
};

describe.each(Object.entries(formats))('columns of aws_log: %s', (_name, format) => {
  const { step, line, separator, optional, ignoresMore } = format;
  const read = (text: string) => outcomeOf({ type: 'aws_log', ...step }, text);
  const withMore = (count: number) => [line, ...Array.from({ length: count }, () => '7')].join(separator);
  const columnsOf = (outcome: unknown) => Object.keys(Object(outcome).aws ?? {}).length;
  const known = columnsOf(read(withMore(optional)));

  test('the least columns', () => {
    expect(columnsOf(read(line))).toBeGreaterThan(2);
    expect(known).toBe(columnsOf(read(line)) + optional);
  });

  test('a column less is another line', () => {
    expect(read(line.slice(0, line.lastIndexOf(separator)))).toBe('no_match');
  });

  test.each([1, 2, 20])('%i columns more than known', (count) => {
    const outcome = read(withMore(optional + count));
    expect(outcome).toEqual(ignoresMore ? read(withMore(optional)) : 'no_match');
  });
});

test('a flow of other columns is not read by those of the standard', () => {
  const line =
    '3 vpc-0a1 subnet-0b2 i-0c3 eni-0d4 123456789012 IPv4 10.0.0.1 10.0.0.2 443 51000 6 9 840 1 2 ACCEPT OK';
  expect(outcomeOf({ type: 'aws_log', format: 'vpc_flow' }, line)).toBe('no_match');
});

test('the columns of a load balancer that AWS added in 2025', () => {
  const line = `${alb} "shop.example" "session-reused" 0 2026-08-22T08:54:35.737000Z "forward" "-" "-" "10.0.0.105:3000" "404" "-" "-" TID_aa "new.example" "/b" "TransformSuccess" "of tomorrow"`;
  expect(outcomeOf({ type: 'aws_log', format: 'alb' }, line)).toMatchObject({
    aws: {
      conn_trace_id: 'TID_aa',
      transformed_host: 'new.example',
      transformed_uri: '/b',
      request_transform_status: 'TransformSuccess',
    },
  });
});

const vpcHeader =
  'version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status';

test.each([
  ['vpc_flow', [], vpcHeader, 'dropped'],
  ['vpc_flow', ['version', 'srcaddr'], 'version srcaddr', 'dropped'],
  ['vpc_flow', [], `${vpcHeader} vpc-id`, 'no_match'],
  ['vpc_flow', [], 'version vpc-id subnet-id srcaddr', 'no_match'],
  ['vpc_flow', ['version', 'srcaddr'], 'version dstaddr', 'no_match'],
  ['cloudfront', [], '#Version: 1.0', 'dropped'],
  ['cloudfront', [], '#Fields: date time x-edge-location', 'dropped'],
])('a header of %s with the columns %j: %s', (format, fields, line, want) => {
  expect(outcomeOf({ type: 'aws_log', format, fields }, line)).toBe(want);
});

test.each<[line: string, extensions: unknown]>([
  ['foo =bar src=1.2.3.4', { foo: 'bar', src: '1.2.3.4' }],
  ['src=1.2.3.4 foo =bar dst=5.6.7.8', { src: '1.2.3.4', foo: 'bar', dst: '5.6.7.8' }],
  ['src=1.2.3.4 foo   =bar', { src: '1.2.3.4', foo: 'bar' }],
  ["msg=SELECT * WHERE id =5 or name ='x'", { msg: "SELECT * WHERE id =5 or name ='x'" }],
  ['msg=check a ==b end', { msg: 'check a ==b end' }],
  ['msg=a rule x = y dst=5.6.7.8', { msg: 'a rule x = y', dst: '5.6.7.8' }],
  ['msg=x \\=y request=http://a/?b=c', { msg: 'x =y', request: 'http://a/?b=c' }],
  ['', {}],
  ['  ', {}],
  ['src=', { src: '' }],
])('the extension of CEF: %s', (extension, extensions) => {
  const outcome = outcomeOf({ type: 'cef' }, `CEF:0|a|b|1|d|n|3|${extension}`);
  expect(outcome).toMatchObject({ cef: { extensions } });
});

test.each([
  ['cef', 'CEF:0|a|b|1|d|n|3|only text'],
  ['cef', 'CEF:0|a|b|1|d|n|3|only text src=1.2.3.4'],
  ['cef', 'CEF:0|a|b|1|d|n|3|=x'],
  ['leef', 'LEEF:1.0|a|b|1|d|only text'],
  ['leef', 'LEEF:1.0|a|b|1|d|only text\tsrc=1.2.3.4'],
  ['leef', 'LEEF:2.0|a|b|1|d|^|=x^src=1.2.3.4'],
])('%s: text that belongs to no key is not lost: %s', (type, line) => {
  expect(outcomeOf({ type }, line)).toBe('no_match');
});

test.each<[line: string, message: string, fields: object]>([
  [
    'LOG:  00000: duration: 0.515 ms  statement: SELECT 1',
    'duration: 0.515 ms  statement: SELECT 1',
    {
      event: { duration: 515_000 },
      postgresql: { log: { sql_state_code: '00000', query_step: 'statement', query: 'SELECT 1' } },
    },
  ],
  [
    'LOG:  00000: statement: SELECT 1',
    'statement: SELECT 1',
    { postgresql: { log: { sql_state_code: '00000', query_step: 'statement', query: 'SELECT 1' } } },
  ],
  [
    'ERROR:  42P01: relation "a" does not exist',
    'relation "a" does not exist',
    { postgresql: { log: { sql_state_code: '42P01' } } },
  ],
  [
    'LOG:  duration: 0.515 ms  execute py:0x7f:: SELECT 1',
    'duration: 0.515 ms  execute py:0x7f:: SELECT 1',
    {
      event: { duration: 515_000 },
      postgresql: { log: { query_step: 'execute', query_name: 'py:0x7f:', query: 'SELECT 1' } },
    },
  ],
  [
    'LOG:  00000: duration: 0.5 ms  bind a:b/c: SELECT a::int, b: c',
    'duration: 0.5 ms  bind a:b/c: SELECT a::int, b: c',
    {
      postgresql: { log: { query_step: 'bind', query_name: 'a:b/c', query: 'SELECT a::int, b: c' } },
    },
  ],
])('a message of PostgreSQL: %s', (line, message, fields) => {
  expect(outcomeOf({ type: 'postgres', prefix: '' }, line)).toMatchObject({ message, ...fields });
});
