/** The page of docs/service/engine.md in a browser: the engine alone, without this service. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../../support/clean-up.ts';
import { bundleEnginePage, writeEnginePage } from '../../support/engine-page.ts';
import { type BrowserPage, startBrowser } from './chromium.ts';

const browser = await startBrowser();
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
const faults: string[] = [];
let page: BrowserPage;

/** Serves the files of a folder. @returns the origin. */
async function serve(folder: string): Promise<string> {
  const server = createServer(async ({ url = '' }, response) => {
    const name = basename(url) || 'index.html';
    response.setHeader('content-type', types[extname(name)] ?? 'text/plain');
    response.end(await readFile(join(folder, name)).catch(() => ''));
  });
  cleanUp(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  if (typeof browser === 'string') throw new Error(browser);
  const folder = await writeEnginePage();
  await bundleEnginePage(folder);
  page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, colorScheme: 'light' });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => void faults.push(message));
  await page.goto(await serve(folder));
});

afterAll(async () => {
  if (typeof browser !== 'string') await browser.close();
});

const lines = () => page.locator('textarea').nth(0);
const steps = () => page.locator('textarea').nth(1);
const shows = (text: string) => page.locator(`pre:has-text(${JSON.stringify(text)})`).waitFor();

test('lines become documents, and a step that is wrong has an issue', async () => {
  await lines().fill('level=warn status=503');
  await shows('"level": "warn"');
  await steps().fill(JSON.stringify([{ type: 'user_agent', field: 'message' }]));
  await shows('"user_agent"');
  await steps().fill(JSON.stringify([{ type: 'fingerprint', fields: ['message'], method: 'SHA-512' }]));
  await shows('"fingerprint": "');
  await steps().fill(JSON.stringify([{ type: 'logfmt', fiel: 'message' }]));
  await shows('did you mean field?');
});

test('steps that take too long with the lines end', async () => {
  await lines().fill(`${'a'.repeat(60)}b`);
  await steps().fill(
    JSON.stringify([{ type: 'gsub', field: 'message', pattern: '^(a+)+$', replacement: '' }]),
  );
  await shows('The steps take too long with these lines.');
  await lines().fill('b');
  await shows('"message": "b"');
});

test('nothing went wrong in the page', () => {
  expect(faults).toEqual([]);
});
