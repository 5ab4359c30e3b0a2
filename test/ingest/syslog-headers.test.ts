/**
 * Headers of syslog as programs and devices write them: every combination of their parts, each of which brings what it
 * stands for. None of this knows the reader.
 */

import { expect, test } from 'vitest';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';

type Step = Readonly<Record<string, unknown>>;

function documentsOf(lines: readonly string[], options: Step = {}): readonly unknown[] {
  const compiled = compilePipeline([{ type: 'syslog', field: 'line', ...options }]);
  if ('issues' in compiled) throw new Error(compiled.issues.map(({ message }) => message).join());
  const limits = { budgetMs: 600_000, deadlineMs: 600_000, recordLimitMs: 600_000 };
  const records = lines.map((line) => ({ line }));
  return runPipeline(compiled.pipeline, records, { now: Date.parse('2026-11-29T12:00:00Z'), ...limits }).map(
    (result) => {
      if (result.status !== 'success') return result.status === 'error' ? result.failure.code : result.status;
      const {
        line: _,
        log,
        event,
        host,
        ...document
      } = result.document as Record<string, Record<string, unknown>>;
      const { priority, hostname, appname, procid } = (log?.['syslog'] ?? {}) as Record<string, unknown>;
      return [priority, document['@timestamp'], hostname, appname, procid, document['message'], event, host];
    },
  );
}

/** What is written, and what it means. */
type Part<Meaning> = readonly [written: string, meaning: Meaning];

const priorities: readonly Part<number | undefined>[] = [
  ['', undefined],
  ['<0>', 0],
  ['<38>', 38],
  ['<191>', 191],
];

const times: readonly Part<string>[] = [
  ['Nov  8 10:00:00', '2026-11-08T10:00:00.000Z'],
  ['Nov 8 10:00:00', '2026-11-08T10:00:00.000Z'],
  ['Nov 08 10:00:00', '2026-11-08T10:00:00.000Z'],
  ['Nov 28 10:00:00', '2026-11-28T10:00:00.000Z'],
  ['Nov 28 10:00:00.123', '2026-11-28T10:00:00.123Z'],
  ['Nov 28 10:00:00.123456', '2026-11-28T10:00:00.123456Z'],
  ['Nov  8 2025 10:00:00', '2025-11-08T10:00:00.000Z'],
  ['2025 Nov  8 10:00:00', '2025-11-08T10:00:00.000Z'],
  ['Nov 28 10:00:00 2025', '2025-11-28T10:00:00.000Z'],
  ['Nov 28 10:00:00 UTC', '2026-11-28T10:00:00.000Z'],
  ['Nov 28 10:00:00 +0200', '2026-11-28T08:00:00.000Z'],
  ['Nov 28 10:00:00.5 -03:00', '2026-11-28T13:00:00.500Z'],
  ['2026-11-08T10:00:00Z', '2026-11-08T10:00:00.000Z'],
  ['2026-11-08T10:00:00.123456+02:00', '2026-11-08T08:00:00.123456Z'],
  ['2026-11-08T10:00:00,5-0300', '2026-11-08T13:00:00.500Z'],
];

const hosts: readonly Part<string | undefined>[] = [
  ['', undefined],
  ['web ', 'web'],
  ['WEB ', 'WEB'],
  ['web-1.example.com ', 'web-1.example.com'],
  ['10.0.0.99 ', '10.0.0.99'],
  ['2001:db8::1 ', '2001:db8::1'],
  ['fe80::1%eth0 ', 'fe80::1%eth0'],
  ['[2001:db8::1] ', '[2001:db8::1]'],
  ['10.0.0.99:514 ', '10.0.0.99:514'],
];

const tags: readonly Part<readonly [appname: string | undefined, procid: string | undefined]>[] = [
  ['sshd[123]: ', ['sshd', '123']],
  ['sshd[123]:', ['sshd', '123']],
  ['sshd[123] ', ['sshd', '123']],
  ['kernel: ', ['kernel', undefined]],
  ['CRON[99]: ', ['CRON', '99']],
  ['/usr/sbin/cron[99]: ', ['/usr/sbin/cron', '99']],
  ['postfix/smtpd[99]: ', ['postfix/smtpd', '99']],
  ['su(pam_unix)[99]: ', ['su(pam_unix)', '99']],
  ['systemd-logind: ', ['systemd-logind', undefined]],
];

const messages = ['Accepted password', '[1.0] x: y', '(root) CMD (x)', 'a: b: c [d]', ''];

test('every combination of a priority, a time, a host and a tag', () => {
  const headers = priorities.flatMap(([priority, number]) =>
    times.flatMap(([time, moment]) =>
      hosts.flatMap(([host, hostname]) =>
        tags.map(([tag, [appname, procid]]) => ({
          header: `${priority}${time} ${host}${tag}`,
          want: [number, moment, hostname, appname, procid],
        })),
      ),
    ),
  );
  expect(headers.length).toBeGreaterThan(4_000);
  const cases = headers.map(({ header, want }, index) => {
    const message = messages[index % messages.length] ?? '';
    return { line: `${header}${message}`, want: [...want, message, undefined, undefined] };
  });
  expectAll(cases);
});

interface HeaderCase {
  readonly line: string;
  readonly want: readonly unknown[];
}

function expectAll(cases: readonly HeaderCase[]): void {
  const documents = documentsOf(cases.map(({ line }) => line));
  const wrong = cases.flatMap(({ line, want }, index) =>
    JSON.stringify(documents[index]) === JSON.stringify(want) ? [] : [{ line, want, got: documents[index] }],
  );
  expect(wrong.slice(0, 5)).toEqual([]);
}

const counters: readonly Part<number | undefined>[] = [
  ['', undefined],
  [': ', undefined],
  ['29: ', 29],
  ['29: 000031: ', 31],
];
const origins: readonly Part<string | undefined>[] = [
  ['', undefined],
  ['core-1.example.com: ', 'core-1.example.com'],
];
const marks = ['', '*', '.'];
const ciscoTimes: readonly Part<readonly [time: string | undefined, uptime: number | undefined]>[] = [
  ['Mar  1 18:46:11', ['2026-03-01T18:46:11.000Z', undefined]],
  ['Mar 1 18:46:11.123', ['2026-03-01T18:46:11.123Z', undefined]],
  ['Mar  1 18:46:11.123 UTC', ['2026-03-01T18:46:11.123Z', undefined]],
  ['Mar  1 18:46:11 EST', ['2026-03-01T23:46:11.000Z', undefined]],
  ['Mar  1 2025 18:46:11.123 EST', ['2025-03-01T23:46:11.123Z', undefined]],
  ['2025 Mar  1 18:46:11 UTC', ['2025-03-01T18:46:11.000Z', undefined]],
  ['2026-03-01T18:46:11Z', ['2026-03-01T18:46:11.000Z', undefined]],
  ['00:01:05', [undefined, 65]],
  ['2d03h', [undefined, 183_600]],
  ['1y2w', [undefined, 32_745_600]],
];
const codes = ['%SYS-5-CONFIG_I', '%ASA-6-302013', '%SEC_LOGIN-SW1-4-LOGIN_FAILED'];

test('every combination of the parts of a header of Cisco', () => {
  const cases = priorities.flatMap(([priority, number]) =>
    counters.flatMap(([counter, sequence]) =>
      origins
        .filter(([origin]) => origin === '' || sequence !== undefined)
        .flatMap(([origin, hostname]) =>
          marks.flatMap((mark) =>
            ciscoTimes.flatMap(([time, [moment, uptime]]) =>
              codes.map((code) => ({
                line: `${priority}${counter}${origin}${mark}${time}: ${code}: x: y`,
                want: [
                  ...[number, moment, hostname, code, undefined, 'x: y'],
                  sequence === undefined ? undefined : { sequence },
                  uptime === undefined ? undefined : { uptime },
                ],
              })),
            ),
          ),
        ),
    ),
  );
  expect(cases.length).toBeGreaterThan(2_000);
  expectAll(cases);
});

const none = undefined;
const noon = '2026-08-29T10:11:12.000Z';

test.each<[name: string, line: string, want: unknown]>([
  [
    'ASA with a host',
    '<166>Aug 29 2026 10:11:12 fw1 : %ASA-6-302013: x',
    [166, noon, 'fw1', '%ASA-6-302013', none, 'x'],
  ],
  [
    'ASA with a host and a colon',
    '<166>Aug 29 2026 10:11:12 fw1: %ASA-6-302013: x',
    [166, noon, 'fw1', '%ASA-6-302013', none, 'x'],
  ],
  [
    'ASA without a colon',
    '<166>Aug 29 2026 10:11:12 fw1 %ASA-6-302013: x',
    [166, noon, 'fw1', '%ASA-6-302013', none, 'x'],
  ],
  [
    'ASA in the format of EMBLEM',
    '<166>:Aug 29 10:11:12 UTC: %ASA-6-302013: x',
    [166, noon, none, '%ASA-6-302013', none, 'x'],
  ],
  ['no time at all', '<166>%ASA-6-302013: x', [166, none, none, '%ASA-6-302013', none, 'x']],
  [
    'a zone before a host',
    'Aug 29 10:11:12 EDT web sshd[1]: x',
    [none, '2026-08-29T14:11:12.000Z', 'web', 'sshd', '1', 'x'],
  ],
  [
    'a host with the name of a zone',
    'Aug 29 10:11:12 MSK sshd[1]: error: x',
    [none, noon, 'MSK', 'sshd', '1', 'error: x'],
  ],
  [
    'a message without a tag',
    'Aug 29 10:11:12 web 1990 a message',
    [none, noon, 'web', none, none, '1990 a message'],
  ],
  [
    'a host with the address of a device',
    'Aug 29 10:11:12 00:11:22:33:44:55 hostapd: x',
    [none, noon, '00:11:22:33:44:55', 'hostapd', none, 'x'],
  ],
  [
    'a host with a colon in its name',
    'Aug 29 10:11:12 web1:app sshd[1]: x',
    [none, noon, 'web1:app', 'sshd', '1', 'x'],
  ],
  ['a message alone', 'Aug 29 10:11:12 [warn] a message', [none, noon, none, none, none, '[warn] a message']],
  [
    'structured data of Check Point',
    '<134>1 2026-08-29T10:11:12Z gw CheckPoint 1930 - [flags:"1"; ifdir:"in"]',
    [134, noon, 'gw', 'CheckPoint', '1930', '[flags:"1"; ifdir:"in"]'],
  ],
  ['another text', 'restarted: x', 'no_match'],
  ['a priority that is too large', '<192>Aug 29 10:11:12 web sshd: x', 'no_match'],
  ['a day that no month has', 'Aug 32 10:11:12 web sshd: x', 'invalid_date'],
])('%s', (_name, line, want) => {
  const [got] = documentsOf([line]);
  expect(Array.isArray(got) ? got.slice(0, 6) : got).toEqual(want);
});

test('with the format rfc5424, structured data must be that of the standard', () => {
  const line = '<134>1 2026-08-29T10:11:12Z gw CheckPoint 1930 - [flags:"1"; ifdir:"in"]';
  expect(documentsOf([line], { format: 'rfc5424' })).toEqual(['no_match']);
});
