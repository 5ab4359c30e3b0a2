/**
 * Parsers of whole formats, by the push as it ships, judged by other parsers and by the documents of the formats.
 *
 * @module-tag streams
 */

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let service: StreamFunctions;

beforeAll(async () => {
  service = await streamFunctions(['stream-push', 'stream-listRecords']);
});

/** The documents, or the codes of failures, of messages in their order. */
async function parsed(step: object, messages: readonly unknown[]): Promise<readonly unknown[]> {
  const source = await service.makeSource({ preprocessors: [{ field: 'message', ...step }] });
  const id = await service.makeStream({ source });
  const body = JSON.stringify(messages.map((message) => ({ message })));
  const headers = { 'content-type': 'application/json' };
  const answer = await service.call('stream-push', { id, body, headers });
  const page = await service.call('stream-listRecords', { id, query: '?size=500' });
  const stored = new Map(
    Object(page.body).hits.map((hit: { position: number; document: unknown }) => [
      hit.position,
      hit.document,
    ]),
  );
  const items = Object(answer.body).items ?? messages.map((_, position) => ({ position }));
  return items.map(({ position, error }: { position: number; error?: { code: string } }) =>
    error ? error.code : stored.get(position),
  );
}

function casesIn<Case>(file: string): readonly Case[] {
  const lines = readFileSync(new URL(`../../ingest/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

describe('logfmt', () => {
  // The pairs are those of github.com/go-logfmt/logfmt 0.6.1, for random lines without empty values, which it does not tell from none.
  test('reads what the decoder of Go reads', async () => {
    const cases = casesIn<{ text: string; pairs: object }>('logfmt.jsonl');
    const documents = await parsed(
      { type: 'logfmt', target_field: 'pairs' },
      cases.map(({ text }) => text),
    );
    expect(documents).toEqual(cases.map(({ text, pairs }) => ({ message: text, pairs })));
  });

  test.each<[line: string, want: object]>([
    ['a= b c=""', { a: '', b: true, c: '' }],
    ['a="open b=c', { a: '"open', b: 'c' }],
    ['="x" = a=1', { x: true, a: '1' }],
    ['__proto__=1 a=2', JSON.parse('{"__proto__":"1","a":"2"}')],
    ['', {}],
  ])('%s', async (line, pairs) => {
    expect(await parsed({ type: 'logfmt', target_field: 'pairs' }, [line])).toEqual([
      { message: line, pairs },
    ]);
  });
});

describe('cef', () => {
  // The messages are those of the document "Implementing ArcSight Common Event Format" and its escapes.
  test.each<[message: string, want: object]>([
    [
      'Sep 19 08:26:10 host CEF:0|Security|threatmanager|1.0|100|worm successfully stopped|10|src=10.0.0.1 dst=2.1.2.2 spt=1232',
      {
        version: '0',
        device: { vendor: 'Security', product: 'threatmanager', version: '1.0', event_class_id: '100' },
        name: 'worm successfully stopped',
        severity: '10',
        extensions: { src: '10.0.0.1', dst: '2.1.2.2', spt: '1232' },
      },
    ],
    [
      'CEF:0|security|threatmanager|1.0|100|detected a \\| in message|10|src=10.0.0.1 act=blocked a | dst=1.1.1.1',
      {
        name: 'detected a | in message',
        extensions: { src: '10.0.0.1', act: 'blocked a |', dst: '1.1.1.1' },
      },
    ],
    [
      'CEF:0|security|threatmanager|1.0|100|detected a \\\\ in packet|10|act=blocked a \\\\ msg=Line\\nnext \\= end',
      { name: 'detected a \\ in packet', extensions: { act: 'blocked a \\', msg: 'Line\nnext = end' } },
    ],
    [
      'CEF:1|v|p|1|2|n|Low|filePath=/user/my dir/a=b.txt cs1Label=x request=http://a/?b=c&d=e',
      { extensions: { filePath: '/user/my dir/a=b.txt', cs1Label: 'x', request: 'http://a/?b=c&d=e' } },
    ],
    ['CEF:0|v|p|1|2|n|5|', { severity: '5', extensions: {} }],
    ['CEF:0|v|p|1|2|n|5', { severity: '5', extensions: {} }],
  ])('%s', async (message, cef) => {
    expect(await parsed({ type: 'cef' }, [message])).toMatchObject([{ message, cef }]);
  });

  test('refuses what is none', async () => {
    expect(await parsed({ type: 'cef' }, ['CEF:0|a|b', 'x', 'LEEF:1.0|a|b|c|d|', 1])).toEqual([
      ...Array(3).fill('no_match'),
      'wrong_type',
    ]);
  });
});

describe('leef', () => {
  const device = { vendor: 'Microsoft', product: 'MSExchange', version: '4.0 SP1', event_id: '15345' };
  // The first messages are those of IBM's document "Log Event Extended Format (LEEF)".
  test.each<[message: string, attributes: object]>([
    [
      'Jan 18 11:07:53 192.0.2.1 LEEF:1.0|Microsoft|MSExchange|4.0 SP1|15345|src=192.0.2.0\tdst=172.50.123.1\tsev=5\tcat=anomaly\tmsg=there are spaces in the message',
      {
        src: '192.0.2.0',
        dst: '172.50.123.1',
        sev: '5',
        cat: 'anomaly',
        msg: 'there are spaces in the message',
      },
    ],
    [
      'LEEF:2.0|Microsoft|MSExchange|4.0 SP1|15345|^|src=10.0.1.8^dst=10.0.0.5',
      { src: '10.0.1.8', dst: '10.0.0.5' },
    ],
    ['LEEF:2.0|Microsoft|MSExchange|4.0 SP1|15345|x7C|a=1|b=C:\\temp\\new', { a: '1', b: 'C:\\temp\\new' }],
    ['LEEF:2.0|Microsoft|MSExchange|4.0 SP1|15345|0xa6|a=1\u00a6b=2', { a: '1', b: '2' }],
    ['LEEF:2.0|Microsoft|MSExchange|4.0 SP1|15345||a=1\tb=2', { a: '1', b: '2' }],
    ['LEEF:2.0|Microsoft|MSExchange|4.0 SP1|15345|a=1\tb=2', { a: '1', b: '2' }],
    ['LEEF:1.0|Microsoft|MSExchange|4.0 SP1|15345|a=x=y\tz\tb=', { a: 'x=y\tz', b: '' }],
    ['LEEF:1.0|Microsoft|MSExchange|4.0 SP1|15345', {}],
    ['LEEF:1.0|Microsoft|MSExchange|4.0 SP1|15345|__proto__=1', JSON.parse('{"__proto__":"1"}')],
  ])('%s', async (message, attributes) => {
    const version = /LEEF:(\d\.\d)/.exec(message)?.[1];
    expect(await parsed({ type: 'leef' }, [message])).toEqual([
      { message, leef: { version, device, attributes } },
    ]);
  });

  test('refuses what is none', async () => {
    const messages = ['LEEF:1.0|a|b', 'LEEF:3.0|a|b|c|d|', 'CEF:0|a|b|c|d|e|f|', ''];
    expect(await parsed({ type: 'leef' }, messages)).toEqual(Array(4).fill('no_match'));
  });
});

describe('klog', () => {
  const origin = { file: { name: 'main.go', line: 9 } };
  // The texts of structured messages are those of the documents of k8s.io/klog/v2.
  test.each<[line: string, want: object]>([
    [
      'I0102 15:04:05.000001   12345 main.go:9] Failed to list *v1.Pod: "timeout"',
      {
        message: 'Failed to list *v1.Pod: "timeout"',
        log: { level: 'info', origin },
        process: { thread: { id: 12345 } },
      },
    ],
    [
      'E0102 15:04:05.000001 1 main.go:9] "Failed to update pod status" err="timeout \\"x\\"" pod="kube-system/dns" n=3',
      {
        message: 'Failed to update pod status',
        log: { level: 'error', origin },
        klog: { err: 'timeout "x"', pod: 'kube-system/dns', n: '3' },
      },
    ],
    ['W0102 15:04:05.000001 1 main.go:9] "a"', { message: 'a', log: { level: 'warning', origin } }],
    ['F0102 15:04:05.000001 1 main.go:9] "a"b', { message: '"a"b', log: { level: 'fatal', origin } }],
  ])('%s', async (line, want) => {
    const [document] = await parsed({ type: 'klog', timezone: '+01:00' }, [line]);
    expect(document).toMatchObject(want);
    expect(Object(document)['@timestamp']).toMatch(/^\d{4}-01-02T15:04:05\.000001\+01:00$/);
  });

  test('refuses what is none, and a month that no year has', async () => {
    const lines = ['I0102 15:04:05 1 main.go:9] a', 'X0102 15:04:05.000001 1 a.go:9] a', 'main.go:9] a'];
    expect(await parsed({ type: 'klog' }, lines)).toEqual(Array(3).fill('no_match'));
    expect(await parsed({ type: 'klog' }, ['I1301 15:04:05.000001 1 a.go:9] a'])).toEqual(['invalid_date']);
  });
});

describe('sample', () => {
  const documents = async (step: object, values: readonly unknown[]) =>
    (await parsed({ type: 'sample', field: undefined, ...step }, values)).filter((one) => one !== undefined);

  test('keeps about one of so many, and the same ones each time', async () => {
    const values = Array.from({ length: 500 }, (_, index) => `request ${index}`);
    const kept = await documents({ rate: 5 }, values);
    // 100 are expected; four standard deviations are 36.
    expect(Math.abs(kept.length - 100)).toBeLessThan(36);
    expect(await documents({ rate: 5 }, values.toReversed())).toEqual(kept.toReversed());
  });

  test('keeps all records of a value, or none', async () => {
    const traces = Array.from({ length: 500 }, (_, index) => index % 50);
    const kept = await documents({ rate: 2, field: 'message' }, traces);
    const counts = Map.groupBy(kept, (one) => Object(one).message);
    expect([...counts.values()].every((records) => records.length === 10)).toBe(true);
    expect(counts.size).toBeGreaterThan(10);
    expect(counts.size).toBeLessThan(40);
  });
});

describe('syslog', () => {
  // The parts are those of syslog-rfc5424-parser 0.3.2 of the Python registry, for random messages, some of them
  // malformed. Escapes in values and the largest priority, which it does not check, are those of the RFC.
  test('reads what another parser of RFC 5424 reads, and refuses the same', async () => {
    const cases = casesIn<{ text: string; syslog?: object; message?: string; time?: string }>('syslog.jsonl');
    expect(cases.filter(({ syslog }) => !syslog).length).toBeGreaterThan(8);
    const documents = await parsed(
      { type: 'syslog', format: 'rfc5424' },
      cases.map(({ text }) => text),
    );
    for (const [index, { text, syslog, message, time }] of cases.entries()) {
      const document = Object(documents[index]);
      const { priority, facility, severity, ...parts } = document.log?.syslog ?? {};
      const found = syslog ? { parts, message: document.message } : documents[index];
      expect([text, found]).toEqual([text, syslog ? { parts: syslog, message } : 'no_match']);
      if (!syslog) continue;
      expect(`<${priority}>`).toBe(text.slice(0, text.indexOf('>') + 1));
      expect([facility.code * 8 + severity.code, Date.parse(document['@timestamp'] ?? '')]).toEqual([
        priority,
        Date.parse(time ?? ''),
      ]);
    }
  });

  // The messages are those of RFC 3164 section 5.4, and lines of files, which have no priority.
  test.each<[message: string, want: object]>([
    [
      "<34>Oct 11 22:14:15 mymachine su: 'su root' failed for lonvick on /dev/pts/8",
      {
        message: "'su root' failed for lonvick on /dev/pts/8",
        log: {
          syslog: {
            priority: 34,
            facility: { code: 4, name: 'security/authorization' },
            severity: { code: 2, name: 'Critical' },
            hostname: 'mymachine',
            appname: 'su',
          },
        },
        '@timestamp': expect.stringMatching(/^\d{4}-10-11T22:14:15\.000Z$/),
      },
    ],
    [
      'Feb  5 17:32:18 10.0.0.99 sshd[4721]: Accepted publickey',
      {
        message: 'Accepted publickey',
        log: { syslog: { hostname: '10.0.0.99', appname: 'sshd', procid: '4721' } },
        '@timestamp': expect.stringMatching(/^\d{4}-02-05T17:32:18\.000Z$/),
      },
    ],
    [
      '<13>2024-02-05T17:32:18.123456+01:00 web kernel: [ 0.0] booted',
      {
        message: '[ 0.0] booted',
        log: { syslog: expect.objectContaining({ priority: 13, hostname: 'web', appname: 'kernel' }) },
        '@timestamp': '2024-02-05T16:32:18.123456Z',
      },
    ],
    [
      '<0>Oct 22 10:52:12 scapegoat 1990 a message without a tag',
      {
        message: '1990 a message without a tag',
        log: {
          syslog: expect.objectContaining({
            hostname: 'scapegoat',
            severity: { code: 0, name: 'Emergency' },
          }),
        },
        '@timestamp': expect.any(String),
      },
    ],
  ])('%s', async (message, want) => {
    expect(await parsed({ type: 'syslog' }, [message])).toEqual([want]);
  });

  test('has a zone, and refuses what is none', async () => {
    const zoned = await parsed({ type: 'syslog', timezone: 'Europe/Paris' }, ['Jul  5 10:00:00 a b: c']);
    expect(zoned).toMatchObject([{ '@timestamp': expect.stringMatching(/-07-05T10:00:00\.000\+02:00$/) }]);
    const wrong = ['<192>Oct 11 22:14:15 a b: c', 'hello', '<34>Oct 41 22:14:15 a b: c', '<34>1 x - - - - -'];
    expect(await parsed({ type: 'syslog' }, wrong)).toEqual([
      'no_match',
      'no_match',
      'invalid_date',
      'invalid_date',
    ]);
    const preprocessors = [{ type: 'syslog', field: 'm', timezone: 'Mars' }];
    expect((await service.call('source-create', { body: { preprocessors } })).status).toBe(400);
  });
});
