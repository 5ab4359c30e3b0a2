/** The views of sources and streams of a running service, in a browser: on a desk and on a phone. */

import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { copyBuiltProject, type LocalService, startLocal } from '../../support/local-service.ts';
import type { Browser, BrowserPage } from './chromium.ts';
import { browser, describeDevices, devices } from './driven-page.ts';

const plain = { 'content-type': 'text/plain' };
const mergePatch = { 'content-type': 'application/merge-patch+json' };

/** Names and records that would run if they were HTML. */
const hostile = '<img src=x onerror="window.harmed = true">';
const grok = { type: 'grok', field: 'message', patterns: ['^%{IP:ip} %{INT:n:int}$'], tag: hostile };

describeDevices('the views of sources and streams', (driven) => {
  const { device, faults } = driven;
  const { name } = device;
  let source: string;
  let stream: string;

  beforeAll(async () => {
    const content = { name: `${hostile} ${name}`, format: 'text', preprocessors: [grok], tags: ['listed'] };
    source = (await driven.send('POST', 'source', content))._id;
    await driven.send('PUT', `source/${source}/sample`, '10.0.0.1 1\n', plain);
    stream = (await driven.send('POST', 'stream', { name: `live ${name}`, source }))._id;
    const lines = ['10.0.0.1 1', '10.0.0.2 2', hostile, 'no address'].join('\n');
    await driven.send('POST', `stream/${stream}/record`, lines, plain);
  });

  const check = async (part: string) => {
    await driven.check(part);
    await expect.poll(() => driven.page.evaluate('window.harmed')).toBeUndefined();
  };

  test('a source is found by a query, with its counts', async () => {
    await driven.go('sources');
    await driven.locator('input[name=query]').fill(`tags:listed AND name:${name.split(' ')[1]}`);
    await driven.press('input[name=query]');
    await driven.shows('1 source');
    await driven.locator('tbody svg[aria-label="Failures: 50 %"]').first().waitFor();
    const row = await driven.textOf('tbody tr');
    expect(row).toContain(hostile);
    expect(row.split(/\s*\t\s*/).slice(1, 6)).toEqual(['text', '1', '1 of 1 open', '2', '2']);
    await check('sources');
  });

  test('a source shows its steps, and opens with its sample in the workbench', async () => {
    await driven.press('tbody a');
    await driven.shows('Left out');
    await expect.poll(() => driven.textOf('.step-names')).toBe(`grok of message (${hostile})`);
    await check('source');
    await driven.press('text=Open with its sample');
    await driven.locator('textarea').first().waitFor();
    await expect.poll(() => driven.valueOf('textarea')).toBe('10.0.0.1 1');
  });

  test('a stream is opened from its source, paused, opened again and closed', async () => {
    await driven.go(`sources/${source}`);
    await driven.locator('.open-stream input[name=name]').fill('a second one');
    await driven.press('.open-stream button');
    await driven.shows('a second one');
    const state = () => driven.textOf('.facts .state');
    await expect.poll(() => state()).toBe('open');
    for (const [button, next] of [
      ['Pause', 'paused'],
      ['Open again', 'open'],
    ]) {
      await driven.press(`button:text-is("${button}")`);
      await driven.locator(`.facts .state.${next}`).first().waitFor();
    }
    await driven.press('button:text-is("Close")');
    await driven.press('button:text-is("Cancel")');
    await expect.poll(() => state()).toBe('open');
    await driven.press('button:text-is("Close")');
    await driven.press('button:text-is("Close it for good")');
    await driven.locator('.facts .state.closed').first().waitFor();
    await driven.shows('takes no replays');
    await check('closed');
  });

  test('a stream shows its rate, and its failures by step and code', async () => {
    await driven.go(`streams/${stream}`);
    await driven.locator('.messages').first().waitFor();
    const row = (await driven.textOf('section[aria-label="Failures by step and code"] tbody tr')).split(
      /\s*\t\s*/,
    );
    expect(row.slice(0, 3)).toEqual([`1 grok of message (${hostile})`, 'no_match', '2']);
    await driven.locator('.record-chart svg').first().waitFor();
    // Records alone: failures are in their table.
    await expect.poll(() => driven.textOf('.record-chart figcaption')).toContain('2 records, ');
    await check('stream');
  });

  test('a change that somebody else has made is seen', async () => {
    await driven.go(`streams/${stream}`);
    await driven.locator('button:text-is("Pause")').first().waitFor();
    const patch = { name: `renamed ${name}` };
    await driven.send('PATCH', `stream/${stream}`, patch, mergePatch);
    await driven.press('button:text-is("Pause")');
    await driven.locator('[role=alert]').first().waitFor();
    await driven.shows(`renamed ${name}`);
    await expect.poll(() => driven.textOf('.facts .state')).toBe('open');
    // A 412 is an answer that the console of a browser reports.
    expect(faults.splice(0)).toEqual([expect.stringContaining('412')]);
  });

  test('failures open in the workbench, and are replayed when the source is mended', async () => {
    await driven.go(`streams/${stream}`);
    await driven.press('text=Open failures in the workbench');
    await driven.locator('textarea').first().waitFor();
    const text = await driven.valueOf('textarea');
    expect(text).toBe(`${hostile}\nno address`);
    const mended = [{ ...grok, patterns: ['^%{IP:ip} %{INT:n:int}$', '^%{GREEDYDATA:rest}$'] }];
    await driven.send('PATCH', `source/${source}`, { preprocessors: mended }, mergePatch);
    await driven.go(`streams/${stream}`);
    await driven.locator('form input[type=number]').fill('1');
    await driven.press('button:text-is("Replay 1 failure")');
    await driven.shows('1 replayed: 1 stored, 0 failed, 0 dropped. There are more.');
    await driven
      .locator('section[aria-labelledby="failures-title"] td:nth-child(3):text-is("1")')
      .first()
      .waitFor();
  });

  test('the streams are filtered by state, with their rates', async () => {
    await driven.go('streams?state=closed');
    await driven.locator('tbody .state.closed').first().waitFor();
    await expect.poll(() => driven.locator('tbody .state.open').count()).toBe(0);
    await driven.go(`streams?query=${encodeURIComponent(`renamed AND ${name.split(' ')[1]}`)}`);
    await driven.shows('1 stream');
    await driven.locator('tbody figure svg').first().waitFor();
    // A record that is replayed is not pushed once more.
    await expect.poll(() => driven.textOf('tbody figcaption')).toBe('4 records in the last hour, 2 failed');
    await check('streams');
  });

  test('what is not there is said', async () => {
    await driven.go('streams/000000000000000000000000');
    await driven.locator('[role=alert]').first().waitFor();
    await driven.shows('There is no stream 000000000000000000000000.');
    await check('missing');
    expect(faults.splice(0)).toEqual([expect.stringContaining('404')]);
  });
});

describe.skipIf(typeof browser === 'string')('with --auth', () => {
  let service: LocalService;
  let project: string;
  let page: BrowserPage;

  beforeAll(async () => {
    project = await copyBuiltProject();
    service = await startLocal(project, ['--auth']);
    page = await (browser as Browser).newPage(devices[1]);
  });

  const tokenFor = async (scopes: string) => {
    const [, command = ''] = /needs a token: (.*)/.exec(service.output()) ?? [];
    const shell = command.replace(/--scopes "[^"]*"/, `--scopes "${scopes}"`);
    const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
    const run = promisify(execFile)('sh', ['-c', shell], { cwd: project, env: { ...process.env, PATH } });
    return (await run).stdout.trim();
  };

  test('a token is asked for once, and a control says which scope it lacks', async () => {
    const authorization = `Bearer ${await tokenFor('source:read source:write stream:read stream:write')}`;
    const make = async (path: string, body: object) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const request = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await (await service.fetch(`/v1/${path}`, request)).json()) as { readonly _id: string };
    };
    const source = await make('source', { name: 'guarded' });
    const stream = await make('stream', { source: source._id });
    await page.goto(`${service.origin}/workbench#/sources`);
    await page.locator('dialog[open] input').first().waitFor();
    await page.locator('dialog[open] input').fill(await tokenFor('source:read'));
    await page.keyboard.press('Enter');
    await page.locator('tbody a:text-is("guarded")').first().waitFor();
    const lacks = (scope: string) => page.locator(`[role=alert]:has-text("${scope}")`).first().waitFor();
    await lacks('stream:read');
    // Another address is the same page, which keeps the token; loading it anew forgets it.
    await page.goto('about:blank');
    await page.goto(`${service.origin}/workbench#/streams/${stream._id}`);
    await page.locator('dialog[open] input').first().waitFor();
    await page.locator('dialog[open] input').fill(await tokenFor('source:read stream:read'));
    await page.keyboard.press('Enter');
    await page.locator('button:text-is("Pause")').first().waitFor();
    // Before anybody tries it.
    await page.locator('legend:has-text("This needs the scope stream:write")').first().waitFor();
    await expect.poll(() => page.locator('button:text-is("Pause"):disabled').count()).toBe(1);
    await expect.poll(() => page.locator('button:has-text("in the background"):disabled').count()).toBe(1);
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    await expect.poll(() => page.locator('.facts .state.open').count()).toBe(1);
  });

  test('a person sees who they are and what they may do, and forgets the token', async () => {
    await page.locator('.account:has-text("\u00b7 2 scopes")').click();
    await page.locator('dialog[open] dd:text-is("source:read, stream:read")').waitFor();
    await page.locator('dialog[open] dt:text-is("Expires")').waitFor();
    await page.locator('dialog[open] button:text-is("Use another one")').click();
    await page.locator('dialog[open] input').fill(await tokenFor('source:read stream:read stream:write'));
    await page.keyboard.press('Enter');
    await page.locator('.account:has-text("\u00b7 3 scopes")').waitFor();
    await page.locator('button:text-is("Pause"):enabled').waitFor();
    await page.locator('.account').click();
    await page.locator('dialog[open] button:text-is("Forget it")').click();
    // What the token had shown is gone, and is asked for anew.
    await page.locator('dialog[open] input').waitFor();
    await expect.poll(() => page.locator('.facts').count()).toBe(0);
    await expect.poll(() => page.locator('.account').innerText()).toBe('No credential');
  });
});
