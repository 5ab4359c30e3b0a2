/**
 * docs/headwater/webhooks.md and docs/headwater/exports.md in the project of docs/headwater/tutorial.md: their tests, and what webhooks
 * and exports promise.
 *
 * @module-tag local
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { openDocuments } from '../../../lib/headwater/data/documents.ts';
import { ownedKey } from '../../../lib/headwater/data/store/layout.ts';
import { createDocument } from '../../../lib/headwater/data/writes.ts';
import { itemsOf, membersOf } from '../../../lib/headwater/shared/json/is-object.ts';
import { streamEvent } from '../../../lib/headwater/testing/stream-event.ts';
import { testService } from '../../../lib/headwater/testing/test-service.ts';
import { bookmarkType } from '../../support/bookmark-type.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { blocksIn, filesIn } from '../../support/documentation.ts';
import { writeFiles } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';
import { startTutorial } from '../../support/tutorial.ts';
import { runTests } from './run-tests.ts';

let folder: string;

const load = (path: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, path)).href);

beforeAll(async () => {
  const tutorial = await startTutorial();
  folder = tutorial.folder;
  const names = ['docs/headwater/webhooks.md', 'docs/headwater/exports.md'];
  const pages = await Promise.all(names.map((name) => readFile(join(repository, name), 'utf8')));
  const config = pages.flatMap(blocksIn).flatMap(({ info, text }) => (info === 'ts config' ? [text] : []));
  const shown = pages.flatMap((page) => [...filesIn(page)]).filter(([path]) => path.includes('/'));
  const files = Object.fromEntries([...tutorial.files, ...shown]);
  const path = 'headwater.config.ts';
  const changed = files[path]?.replace('defineConfig({', `defineConfig({\n${config.join('')}`);
  await writeFiles(folder, { ...files, [path]: changed });
});

test('the tests of the pages pass', async () => {
  const run = await runTests(
    folder,
    ['webhooks', 'payments', 'exports'].map((name) => `test/${name}.test.ts`),
  );
  expect(run.output).toMatch(/^# pass 5$/m);
  expect([run.exitCode, run.output]).toEqual([0, expect.stringMatching(/^# fail 0$/m)]);
});

test('a signature is the one that the library of Standard Webhooks makes', async () => {
  const { sign, isSigned } = await load('lib/signatures.ts');
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const signed = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    body: '{"test": 2432232314}',
  };
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  expect(sign(secret, signed)).toBe(signature);
  expect(isSigned(secret, `v1,AAAA ${signature}`, signed)).toBe(true);
  for (const changed of [{ id: 'msg' }, { timestamp: '1614265331' }, { body: '{"test":2432232314}' }])
    expect(isSigned(secret, signature, { ...signed, ...changed })).toBe(false);
  for (const missing of ['', 'whsec_', 'whsec_MfKQ9r8GKYqr'])
    expect(() => sign(missing, signed)).toThrow('24 bytes');
});

test('an address is public unless IANA has it for something else', async () => {
  const { isPublic } = await load('lib/public-address.ts');
  const isPublicOf = (addresses: readonly string[]) => addresses.filter((address) => isPublic(address));
  const publicOnes = [
    ...[
      '1.0.0.0',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.0',
    ],
    ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0'],
    ...['198.17.255.255', '198.20.0.0', '223.255.255.255', '2606:4700:4700::1111', '2a00:1450::1'],
  ];
  expect(isPublicOf(publicOnes)).toEqual(publicOnes);
  const internal = [
    ...[
      '0.0.0.0',
      '10.0.0.0',
      '10.255.255.255',
      '100.64.0.0',
      '100.127.255.255',
      '127.0.0.1',
      '127.255.255.255',
    ],
    ...['169.254.0.0', '169.254.169.254', '169.254.255.255', '172.16.0.0', '172.31.255.255', '192.0.0.1'],
    ...['192.0.2.1', '192.168.0.0', '192.168.255.255', '198.18.0.0', '198.19.255.255', '198.51.100.1'],
    ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1'],
    ...['::ffff:10.0.0.1', '64:ff9b::a00:1', '100::1', '2001::1', '2001:db8::1', '2002:a00:1::', 'fc00::1'],
    ...['fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1'],
  ];
  expect(isPublicOf(internal)).toEqual([]);
});

describe('a service whose bookmarks have webhooks', () => {
  /** A service with one URL, which responds as `respond` says. */
  async function startService(
    respond: () => Response | Promise<Response>,
    url = 'https://93.184.215.14/hooks',
  ) {
    const received: Request[] = [];
    const service = await testService({
      projectFolder: folder,
      now: '2026-03-01T12:00:00Z',
      fetch: (request) => {
        received.push(request);
        return respond();
      },
    });
    cleanUp(() => service.close());
    const caller = service.asUser({ scopes: ['bookmark:read', 'bookmark:write'], lifetime: '90d' });
    const post = async (path: string, body?: object) => {
      const headers = { 'content-type': 'application/json' };
      const init = body ? { headers, body: JSON.stringify(body) } : {};
      return membersOf(await (await caller.fetch(path, { method: 'POST', ...init })).json());
    };
    const { _id: id } = await post('/v1/webhook', { url });
    const keep = () => post('/v1/bookmark', { url: 'https://example.com' });
    const stored = async (prefix: string) =>
      (await service.table.items()).filter(({ sk }) => String(sk).startsWith(prefix));
    /** As the stream of the table does, which may bring a change several times at once. */
    const bring = async (name: string, prefix: string, times = 1) => {
      const event = streamEvent(await stored(prefix));
      return Promise.all(Array.from({ length: times }, () => service.invoke(`webhook-work-${name}`, event)));
    };
    const follow = async (times = 1) => {
      await bring('spread', 'event/', times);
      return bring('deliver', 'delivery/', times);
    };
    return { service, caller, post, keep, stored, follow, received, id };
  }

  test('tries ten times, after the pauses of the page, and then keeps what it could not deliver', async () => {
    const { service, keep, follow, received, stored, post, id } = await startService(
      () => new Response(null, { status: 500 }),
    );
    await keep();
    await follow();
    expect(received).toHaveLength(1);
    for (const [at, minutes] of [1, 5, 30, 120, 300, 600, 840, 1_200, 1_440].entries()) {
      service.clock.advance(minutes * 60_000 - 1_000);
      await service.invoke('webhook-work-retry');
      expect(received).toHaveLength(at + 1);
      service.clock.advance('2s');
      await service.invoke('webhook-work-retry');
      expect(received).toHaveLength(at + 2);
    }
    const bodies = await Promise.all(received.map((request) => request.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1);
    expect(await stored('delivery/')).toEqual([]);
    expect(await post(`/v1/webhook/${id}/resend`)).toEqual({ count: 1 });
    expect(await stored('delivery/')).toHaveLength(1);
  });

  test('makes each attempt once, however often and at once the stream brings a change', async () => {
    let status = 500;
    const { service, keep, follow, received, stored } = await startService(
      () => new Response(null, { status }),
    );
    await Promise.all([keep(), keep(), keep()]);
    await follow(3);
    expect(received).toHaveLength(3);
    await follow(3);
    expect(received).toHaveLength(3);
    status = 200;
    service.clock.advance('61s');
    await Promise.all([1, 2, 3].map(() => service.invoke('webhook-work-retry')));
    expect(received).toHaveLength(6);
    expect([...(await stored('delivery/')), ...(await stored('event/'))]).toEqual([]);
  });

  test('repeats an attempt that has not ended, as when its function is killed', async () => {
    const { promise: never, resolve } = Promise.withResolvers<Response>();
    const answers = [never, new Response(null, { status: 204 })];
    const { service, keep, follow, received, stored } = await startService(() => answers.shift() ?? never);
    await keep();
    const first = follow();
    await vi.waitFor(() => expect(received).toHaveLength(1));
    service.clock.advance('61s');
    await service.invoke('webhook-work-retry');
    expect(received).toHaveLength(2);
    expect(await stored('delivery/')).toEqual([]);
    resolve(new Response(null, { status: 500 }));
    await first;
    expect(await stored('delivery/')).toEqual([]);
  });

  test('takes a redirect for a failure, and does not follow it', async () => {
    const location = 'https://169.254.169.254/latest/meta-data';
    const { keep, follow, received, stored } = await startService(
      () => new Response(null, { status: 307, headers: { location } }),
    );
    await keep();
    await follow();
    expect(received.map(({ url, redirect }) => [url, redirect])).toEqual([
      ['https://93.184.215.14/hooks', 'manual'],
    ]);
    expect(await stored('delivery/')).toHaveLength(1);
  });

  test('sends nothing to internal addresses, in whatever form they are registered', async () => {
    const internal = ['127.0.0.1:9001', '[::1]', '0x7f.1', '169.254.169.254', 'localhost'];
    const [url = '', ...others] = internal.map((host) => `https://${host}/`);
    const { service, post, keep, follow, received, stored } = await startService(() => new Response(), url);
    for (const other of others) await post('/v1/webhook', { url: other });
    await keep();
    await follow();
    expect(received).toEqual([]);
    expect(await stored('delivery/')).toHaveLength(internal.length);
    const causes = service.logs.map(({ cause }) => String(cause));
    expect(causes.filter((cause) => cause.includes('not on the Internet'))).toHaveLength(internal.length);
  });

  test('registers URLs of HTTPS without a credential alone', async () => {
    const { post } = await startService(() => new Response());
    const refused = [
      'http://example.com/',
      'https://user:secret@example.com/',
      'https:///path',
      'ftp://example.com',
    ];
    for (const url of refused)
      expect(await post('/v1/webhook', { url })).toMatchObject({
        status: 400,
        errors: [{ pointer: '/url' }],
      });
  });

  test('shows a secret once, and keeps URLs of other owners apart', async () => {
    const { service, caller, keep, follow, received } = await startService(() => new Response());
    const listed = await (await caller.fetch('/v1/webhook')).text();
    expect(listed).not.toContain('whsec_');
    const other = service.asUser({ subject: 'other', scopes: ['bookmark:read', 'bookmark:write'] });
    expect(await (await other.fetch('/v1/webhook')).json()).toEqual([]);
    const body = JSON.stringify({ url: 'https://example.com' });
    const headers = { 'content-type': 'application/json' };
    await other.fetch('/v1/bookmark', { method: 'POST', headers, body });
    await follow();
    expect(received).toEqual([]);
    await keep();
    await follow();
    expect(received).toHaveLength(1);
  });

  test('keeps at most ten URLs of an owner', async () => {
    const { post } = await startService(() => new Response());
    for (let at = 1; at < 10; at++) await post('/v1/webhook', { url: `https://example.com/${at}` });
    const refused = await post('/v1/webhook', { url: 'https://example.com/11' });
    expect(refused).toMatchObject({
      status: 409,
      detail: 'Ten URLs are registered; remove one of them first.',
    });
  });
});

test('an export of several files has each bookmark once, also if the stream brings each change twice at once', async () => {
  const service = await testService({ projectFolder: folder });
  cleanUp(() => service.close());
  const reader = service.asUser({ scopes: ['bookmark:read'] });
  const request = async (path: string, body?: object, caller = reader) => {
    const headers = { 'content-type': 'application/json' };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
    return membersOf(await (await caller.fetch(path, init)).json());
  };
  const documents = openDocuments(bookmarkType, {
    client: await service.table.client(),
    tableName: service.table.name,
    owner: reader.owner,
  });
  const count = 1_050;
  const create = (at: number) =>
    createDocument(documents, { url: `https://example.com/${at}`, tags: ['exported'] });
  for (let at = 0; at < count; at += 50)
    await Promise.all(Array.from({ length: 50 }, (_, index) => create(at + index)));

  const { id } = await request('/v1/export', { query: 'tags:exported' });
  const item = { pk: ownedKey(reader.owner, `export/${id}`), sk: 'export' };
  for (const files of [1, 2]) {
    const twice = ['once', 'twice'].map(() => service.invoke('export-work-writeFile', streamEvent([item])));
    expect(await Promise.all(twice)).toEqual([{ batchItemFailures: [] }, { batchItemFailures: [] }]);
    const { state, urls } = await request(`/v1/export/${id}`);
    expect([state, itemsOf(urls).length]).toEqual([files === 2 ? 'done' : 'running', files]);
  }
  // A change that comes later changes nothing.
  await service.invoke('export-work-writeFile', streamEvent([item]));
  const { urls, ...done } = await request(`/v1/export/${id}`);
  expect(done).toEqual({ id, state: 'done', count });
  const texts = await Promise.all(itemsOf(urls).map(async (url) => (await fetch(String(url))).text()));
  const linesOf = (text: string) => text.trimEnd().split('\n');
  // A call holds one file.
  expect(texts.map((text) => linesOf(text).length)).toEqual([1_000, count - 1_000]);
  const lines = texts.flatMap(linesOf);
  expect(lines).toHaveLength(count);
  expect(new Set(lines.map((line) => membersOf(JSON.parse(line))['url'])).size).toBe(count);

  const other = service.asUser({ subject: 'other', scopes: ['bookmark:read'] });
  expect(await request(`/v1/export/${id}`, undefined, other)).toMatchObject({ status: 404 });
  expect(await request('/v1/export', { query: 'tags:' })).toMatchObject({ status: 400 });
});
