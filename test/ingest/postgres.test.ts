/** Lines of PostgreSQL's log with prefixes of its manual and of real servers. */

import { expect, test } from 'vitest';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';

function fieldsOf(prefix: string, line: string): unknown {
  const compiled = compilePipeline([{ type: 'postgres', field: 'line', prefix }]);
  if ('issues' in compiled) return compiled.issues.map(({ pointer, message }) => `${pointer} ${message}`);
  const [result] = runPipeline(compiled.pipeline, [{ line }]);
  if (result?.status === 'error') return result.failure.code;
  if (result?.status !== 'success') return undefined;
  const { line: _, message: __, ...fields } = result.document;
  return fields;
}

const time = '2023-11-11 10:15:01.123';
const at = '2023-11-11T10:15:01.123Z';
const log = (level: string, details?: object) => ({
  log: { level },
  ...(details ? { postgresql: { log: details } } : {}),
});

const rows: readonly [name: string, prefix: string, line: string, want: unknown][] = [
  [
    'the default',
    '%m [%p] ',
    `${time} UTC [7] LOG:  ready`,
    { '@timestamp': at, process: { pid: 7 }, ...log('log') },
  ],
  [
    'a zone of the server',
    '%m ',
    `${time} CET WARNING:  x`,
    { '@timestamp': '2023-11-11T09:15:01.123Z', ...log('warning') },
  ],
  ['an offset', '%m ', `${time} -03 LOG:  x`, { '@timestamp': '2023-11-11T13:15:01.123Z', ...log('log') }],
  [
    'pgBadger',
    '%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ',
    '2023-11-11 10:15:01 UTC [7]: [3-1] user=ada,db=shop,app=psql - a,client=10.0.0.1 LOG:  x',
    {
      '@timestamp': '2023-11-11T10:15:01.000Z',
      process: { pid: 7 },
      user: { name: 'ada' },
      ...log('log', {
        session_line_number: 3,
        database: 'shop',
        application_name: 'psql - a',
        client: '10.0.0.1',
      }),
    },
  ],
  [
    'values that are not known yet',
    'user=%u,db=%d,client=%h ',
    'user=[unknown],db=,client=10.0.0.1 LOG:  x',
    log('log', { client: '10.0.0.1' }),
  ],
  [
    'a session',
    '[%p] %q%u@%d ',
    '[7] ada@shop LOG:  x',
    {
      process: { pid: 7 },
      user: { name: 'ada' },
      ...log('log', { database: 'shop' }),
    },
  ],
  ['a background process', '[%p] %q%u@%d ', '[7] LOG:  x', { process: { pid: 7 }, ...log('log') }],
  [
    'everything else',
    '%n %c %s %v %x %e %Q %b ',
    '1700000000.120 654f.1a2b 2023-11-11 10:00:00 UTC 3/12 0 00000 -42 client backend DEBUG1:  x',
    {
      '@timestamp': '2023-11-14T22:13:20.120Z',
      ...log('debug1', {
        session_id: '654f.1a2b',
        session_start_time: '2023-11-11T10:00:00.000Z',
        virtual_transaction_id: '3/12',
        transaction_id: '0',
        sql_state_code: '00000',
        query_id: '-42',
        backend_type: 'client backend',
      }),
    },
  ],
  [
    'padding',
    '%5p|%-8u|',
    '   7|ada     |LOG:  x',
    { process: { pid: 7 }, user: { name: 'ada' }, ...log('log') },
  ],
  ['a duration', '', 'LOG:  duration: 0.112 ms', { ...log('log'), event: { duration: 112_000 } }],
  [
    'a bind',
    '',
    'LOG:  duration: 0.112 ms  bind <unnamed>: SELECT $1',
    {
      ...log('log', { query_step: 'bind', query_name: '<unnamed>', query: 'SELECT $1' }),
      event: { duration: 112_000 },
    },
  ],
  ['a code', '', 'FATAL:  57P01: terminating', log('fatal', { sql_state_code: '57P01' })],
  ['a hint', '', 'HINT:  Try again.', { postgresql: { log: { hint: 'Try again.' } } }],
  ['percent signs', '100%% ', '100% LOG:  x', log('log')],
  ['another prefix', '%m [%p] ', 'LOG:  x', 'no_match'],
  ['a month that is none', '%m ', '2023-13-11 10:15:01.123 UTC LOG:  x', 'invalid_date'],
  ['no severity', '[%p] ', '[7] ready', 'no_match'],
  ['an unknown escape', '%z ', '', [expect.stringContaining('/0/prefix has %z; the escapes are %a, ')]],
  ['a single %', '%m %', '', ['/0/prefix ends with a single %']],
  [
    'two values side by side',
    '%u%d ',
    '',
    ['/0/prefix has nothing that separates %d from the value before it'],
  ],
];
test.each(rows)('%s', (_name, prefix, line, want) => {
  expect(fieldsOf(prefix, line)).toEqual(want);
});

test('a long line takes time in proportion to its length', () => {
  const prefix = '%u,%d,%a,%h ';
  expect(fieldsOf(prefix, 'x,'.repeat(250_000))).toBe('no_match');
  expect(fieldsOf(prefix, 'LOG'.repeat(200_000))).toBe('no_match');
});
