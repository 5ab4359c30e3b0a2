/** Lines that the known patterns of grok read, and the fields that come of them, through the step itself. */

import { expect, test } from 'vitest';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';

function fieldsOf(pattern: string, line: string) {
  const compiled = compilePipeline([{ type: 'grok', field: 'line', patterns: [pattern] }]);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  const [result] = runPipeline(compiled.pipeline, [{ line }]);
  if (result?.status !== 'success') return result?.status;
  const { line: _, ...fields } = result.document;
  return fields;
}

/** The first lines are the examples of RFC 5424, section 6.5. */
const syslogLines: readonly [line: string, fields: Readonly<Record<string, string>>][] = [
  [
    "<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - 'su root' failed for lonvick on /dev/pts/8",
    {
      pri: '34',
      ver: '1',
      ts: '2003-10-11T22:14:15.003Z',
      host: 'mymachine.example.com',
      app: 'su',
      msgid: 'ID47',
      msg: "'su root' failed for lonvick on /dev/pts/8",
    },
  ],
  [
    "<165>1 2003-08-24T05:14:15.000003-07:00 192.0.2.1 myproc 8710 - - %% It's time to make the do-nuts.",
    {
      pri: '165',
      ver: '1',
      ts: '2003-08-24T05:14:15.000003-07:00',
      host: '192.0.2.1',
      app: 'myproc',
      proc: '8710',
      msg: "%% It's time to make the do-nuts.",
    },
  ],
  [
    '<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 ' +
      '[exampleSDID@32473 iut="3" eventSource="Application" eventID="1011"] An application event log entry...',
    {
      pri: '165',
      ver: '1',
      ts: '2003-10-11T22:14:15.003Z',
      host: 'mymachine.example.com',
      app: 'evntslog',
      msgid: 'ID47',
      sd: '[exampleSDID@32473 iut="3" eventSource="Application" eventID="1011"]',
      msg: 'An application event log entry...',
    },
  ],
  [
    String.raw`<0>1 - - - - - [a b="x ] \"y\" ]"][c@1 d="2"] two elements`,
    { pri: '0', ver: '1', sd: String.raw`[a b="x ] \"y\" ]"][c@1 d="2"]`, msg: 'two elements' },
  ],
];
test.each(syslogLines)('SYSLOG5424LINE: %s', (line, fields) => {
  const named = Object.entries(fields).map(([name, value]) => [`syslog5424_${name}`, value]);
  expect(fieldsOf('^%{SYSLOG5424LINE}$', line)).toEqual(Object.fromEntries(named));
});

test('a syslog line of the older format is none of RFC 5424', () => {
  expect(fieldsOf('^%{SYSLOG5424LINE}', '<34>Oct 11 22:14:15 mymachine su: failed')).toBe('error');
});

test.each([
  ['%{SYSLOG5424LIN:a}', {}, 'names the unknown pattern SYSLOG5424LIN; did you mean SYSLOG5424LINE?'],
  [
    '%{timestamp_iso8601:a}',
    {},
    'names the unknown pattern timestamp_iso8601; did you mean TIMESTAMP_ISO8601?',
  ],
  ['%{ODRER:a}', { ORDER: 'x' }, 'names the unknown pattern ODRER; did you mean ORDER?'],
  ['%{SOMETHING:a}', {}, 'names the unknown pattern SOMETHING; pattern_definitions can define it'],
])('%s is refused', (pattern, definitions, message) => {
  const step = { type: 'grok', field: 'line', patterns: [pattern], pattern_definitions: definitions };
  const compiled = compilePipeline([step]);
  expect('issues' in compiled && compiled.issues).toMatchObject([
    { pointer: '/0/patterns', code: 'invalid_option', message: expect.stringContaining(message) },
  ]);
});

test.each([
  ['classes without letter case', `(?i)${'[[:upper:]]?'.repeat(300)}`],
  ['ends of words', '\\b'.repeat(2_000)],
])('%s that are too many for texts beyond ASCII are refused when the step is compiled', (_name, pattern) => {
  const compiled = compilePipeline([{ type: 'grok', field: 'line', patterns: [pattern] }]);
  expect('issues' in compiled && compiled.issues).toMatchObject([
    { pointer: '/0/patterns', message: expect.stringContaining('is too large with all its definitions') },
  ]);
});
