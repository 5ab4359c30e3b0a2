/** Parsers of whole formats, by the push as it ships, judged by other parsers and by the documents of the formats. */

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
  const lines = readFileSync(new URL(`../preprocessors/${file}`, import.meta.url), 'utf8')
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
