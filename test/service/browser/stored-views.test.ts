/** The views of sources and streams of a running service, in a browser: on a desk and on a phone. */

import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyProject, type LocalService, startLocal } from '../../support/local-service.ts';
import {
  type Browser,
  type BrowserPage,
  devices,
  openWatched,
  screenshots,
  seriousFindings,
  startBrowser,
  startWatched,
} from './chromium.ts';

const browser = await startBrowser();

if (typeof browser === 'string') test.skip(`skipped: ${browser}`);

/** Names and records that would run if they were HTML. */
const hostile = '<img src=x onerror="window.harmed = true">';
const grok = { type: 'grok', field: 'message', patterns: ['^%{IP:ip} %{INT:n:int}$'], tag: hostile };

afterAll(() => (typeof browser === 'string' ? undefined : browser.close()));

describe.skipIf(typeof browser === 'string')('the views of sources and streams', () => {
  let service: LocalService;
  let axe: string;

  const send = async (method: string, path: string, body: unknown, type = 'application/json') => {
    const answer = await service.fetch(`/v1/${path}`, {
      method,
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as { readonly _id: string };
  };

  beforeAll(async () => {
    ({ service, axe } = await startWatched());
  });
  describe.each(devices)('on %s', (name, device) => {
    let page: BrowserPage;
    let faults: string[];
    let source: string;
    let stream: string;

    beforeAll(async () => {
      const content = { name: `${hostile} ${name}`, format: 'text', preprocessors: [grok], tags: ['listed'] };
      source = (await send('POST', 'source', content))._id;
      await send('PUT', `source/${source}/sample`, '10.0.0.1 1\n', 'text/plain');
      stream = (await send('POST', 'stream', { name: `live ${name}`, source }))._id;
      const lines = ['10.0.0.1 1', '10.0.0.2 2', hostile, 'no address'].join('\n');
      await send('POST', `stream/${stream}/record`, lines, 'text/plain');
      ({ page, faults } = await openWatched(browser, device, service.origin));
    });

    const go = (fragment: string) => page.goto(`${service.origin}/workbench#/${fragment}`);
    const shows = (text: string) => page.locator(`text=${text}`).first().waitFor();
    const textOf = (selector: string) => page.locator(selector).first().innerText();
    /** Reaches a control by keyboard alone. */
    const press = async (selector: string, key = 'Enter') => {
      await page.locator(selector).first().focus();
      await page.keyboard.press(key);
    };
    const check = async (part: string) => {
      await page.screenshot({
        path: join(screenshots, `stored-${device.viewport.width}-${part}.png`),
        fullPage: true,
      });
      expect(await seriousFindings(page, axe)).toEqual([]);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(device.viewport.width);
      expect(await page.evaluate('window.harmed')).toBeUndefined();
    };

    test('a source is found by a query, with its counts', async () => {
      await go('sources');
      await page.locator('input[name=query]').fill(`tags:listed AND name:${name.split(' ')[1]}`);
      await press('input[name=query]');
      await shows('1 source');
      await page.locator('tbody svg[aria-label="Failures: 50 %"]').first().waitFor();
      const row = await textOf('tbody tr');
      expect(row).toContain(hostile);
      expect(row.split(/\s*\t\s*/).slice(1, 6)).toEqual(['text', '1', '1 of 1 open', '2', '2']);
      await check('sources');
    });

    test('a source shows its steps, and opens with its sample in the workbench', async () => {
      await press('tbody a');
      await shows('Left out');
      expect(await textOf('.step-names')).toBe(`grok of message (${hostile})`);
      await check('source');
      await press('text=Open with its sample');
      await page.locator('textarea').first().waitFor();
      expect(await page.evaluate('document.querySelector("textarea").value')).toBe('10.0.0.1 1');
    });

    test('a stream is opened from its source, paused, opened again and closed', async () => {
      await go(`sources/${source}`);
      await page.locator('.open-stream input[name=name]').fill('a second one');
      await press('.open-stream button');
      await shows('a second one');
      const state = () => textOf('.facts .state');
      expect(await state()).toBe('open');
      for (const [button, next] of [
        ['Pause', 'paused'],
        ['Open again', 'open'],
      ]) {
        await press(`button:text-is("${button}")`);
        await page.locator(`.facts .state.${next}`).first().waitFor();
      }
      await press('button:text-is("Close")');
      await press('button:text-is("Cancel")');
      expect(await state()).toBe('open');
      await press('button:text-is("Close")');
      await press('button:text-is("Close it for good")');
      await page.locator('.facts .state.closed').first().waitFor();
      await shows('takes no replays');
      await check('closed');
    });

    test('a stream shows its rate, and its failures by step and code', async () => {
      await go(`streams/${stream}`);
      await page.locator('.messages').first().waitFor();
      const row = (await textOf('section[aria-label="Failures by step and code"] tbody tr')).split(
        /\s*\t\s*/,
      );
      expect(row.slice(0, 3)).toEqual([`0 grok of message (${hostile})`, 'no_match', '2']);
      await page.locator('figure svg').first().waitFor();
      expect(await textOf('figcaption')).toMatch(/^4 from /);
      await check('stream');
    });

    test('a change that somebody else has made is seen', async () => {
      await go(`streams/${stream}`);
      await page.locator('button:text-is("Pause")').first().waitFor();
      const patch = { name: `renamed ${name}` };
      await send('PATCH', `stream/${stream}`, patch, 'application/merge-patch+json');
      await press('button:text-is("Pause")');
      await page.locator('[role=alert]').first().waitFor();
      await shows(`renamed ${name}`);
      expect(await textOf('.facts .state')).toBe('open');
      // A 412 is an answer that the console of a browser reports.
      expect(faults.splice(0)).toEqual([expect.stringContaining('412')]);
    });

    test('failures open in the workbench, and are replayed when the source is mended', async () => {
      await go(`streams/${stream}`);
      await press('text=Open failures in the workbench');
      await page.locator('textarea').first().waitFor();
      const text = await page.evaluate('document.querySelector("textarea").value');
      expect(text).toBe(`${hostile}\nno address`);
      const mended = [{ ...grok, patterns: ['^%{IP:ip} %{INT:n:int}$', '^%{GREEDYDATA:rest}$'] }];
      await send('PATCH', `source/${source}`, { preprocessors: mended }, 'application/merge-patch+json');
      await go(`streams/${stream}`);
      await page.locator('form input[type=number]').fill('1');
      await press('button:text-is("Replay 1 failure")');
      await shows('1 replayed: 1 stored, 0 failed, 0 dropped. There are more.');
      await page
        .locator('section[aria-labelledby="failures-title"] td:nth-child(3):text-is("1")')
        .first()
        .waitFor();
    });

    test('the streams are filtered by state, with their rates', async () => {
      await go('streams?state=closed');
      await page.locator('tbody .state.closed').first().waitFor();
      expect(await page.locator('tbody .state.open').count()).toBe(0);
      await go(`streams?query=${encodeURIComponent(`renamed AND ${name.split(' ')[1]}`)}`);
      await shows('1 stream');
      await press('input[type=checkbox]', 'Space');
      await page.locator('tbody figure svg').first().waitFor();
      expect(await textOf('tbody figcaption')).toMatch(/^5 from /);
      await check('streams');
    });

    test('what is not there is said', async () => {
      await go('streams/000000000000000000000000');
      await page.locator('[role=alert]').first().waitFor();
      await shows('There is no stream 000000000000000000000000.');
      await check('missing');
      expect(faults.splice(0)).toEqual([expect.stringContaining('404')]);
    });

    test('reports no error, and asks no other host', () => {
      expect(faults).toEqual([]);
    });
  });
});

describe.skipIf(typeof browser === 'string')('with --auth', () => {
  let service: LocalService;
  let project: string;
  let page: BrowserPage;

  beforeAll(async () => {
    project = await copyProject();
    service = await startLocal(project, ['--auth']);
    page = await (browser as Browser).newPage(devices[1][1]);
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
    await page.locator('dialog input').first().waitFor();
    await page.locator('dialog input').fill(await tokenFor('source:read'));
    await page.keyboard.press('Enter');
    await page.locator('tbody a:text-is("guarded")').first().waitFor();
    const lacks = (scope: string) => page.locator(`[role=alert]:has-text("${scope}")`).first().waitFor();
    await lacks('stream:read');
    // Another address is the same page, which keeps the token; loading it anew forgets it.
    await page.goto('about:blank');
    await page.goto(`${service.origin}/workbench#/streams/${stream._id}`);
    await page.locator('dialog input').first().waitFor();
    await page.locator('dialog input').fill(await tokenFor('source:read stream:read'));
    await page.keyboard.press('Enter');
    await page.locator('button:text-is("Pause")').first().waitFor();
    await page.locator('button:text-is("Pause")').first().focus();
    await page.keyboard.press('Enter');
    await lacks('stream:write');
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(await page.locator('.facts .state.open').count()).toBe(1);
  });
});
