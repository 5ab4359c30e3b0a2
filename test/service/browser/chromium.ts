/** A headless Chromium that npm installs. It is for Linux on x64, which not every machine is. */

import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { copyProject, type LocalService, startLocal } from '../../support/local-service.ts';
import { repository } from '../../support/repository.ts';

const require = createRequire(import.meta.url);

/** What the tests use of a page of playwright-core. */
export interface BrowserPage {
  on(event: 'console', listen: (message: { type(): string; text(): string }) => void): void;
  on(event: 'pageerror', listen: (error: Error) => void): void;
  on(event: 'request', listen: (request: { url(): string }) => void): void;
  goto(url: string): Promise<unknown>;
  locator(selector: string): Locator;
  evaluate<Result>(script: string): Promise<Result>;
  screenshot(options: { readonly path: string; readonly fullPage?: boolean }): Promise<unknown>;
  readonly keyboard: { press(key: string): Promise<void> };
  close(): Promise<void>;
}

export interface Locator {
  first(): Locator;
  nth(index: number): Locator;
  count(): Promise<number>;
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  focus(): Promise<void>;
  waitFor(): Promise<void>;
  innerText(): Promise<string>;
  allInnerTexts(): Promise<string[]>;
}

export interface Browser {
  newPage(options: {
    readonly viewport: { readonly width: number; readonly height: number };
    readonly colorScheme: 'light' | 'dark';
  }): Promise<BrowserPage>;
  close(): Promise<void>;
}

/** @returns the reason as a clause, if the browser cannot run. */
export async function startBrowser(): Promise<Browser | string> {
  try {
    const { chromium } = require('playwright-core') as {
      readonly chromium: { launch(options: object): Promise<Browser> };
    };
    const { default: packed } = (await import(require.resolve('@sparticuz/chromium'))) as {
      readonly default: { readonly args: readonly string[]; executablePath(): Promise<string> };
    };
    return await chromium.launch({ executablePath: await packed.executablePath(), args: packed.args });
  } catch (error) {
    return `Chromium does not run here: ${String(error).split('\n')[0]}`;
  }
}

/** The two that each page is driven on. */
export const devices = [
  ['a desk', { viewport: { width: 1440, height: 1000 }, colorScheme: 'light' }],
  ['a phone', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
] as const;

/** A folder that git ignores. */
export const screenshots = join(repository, '.generated-screenshots');

/** @returns a service of its own, and the source of axe-core. */
export async function startWatched(): Promise<{ readonly service: LocalService; readonly axe: string }> {
  const axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  await mkdir(screenshots, { recursive: true });
  return { service: await startLocal(await copyProject()), axe };
}

/**
 * Opens an empty page.
 *
 * @param isExpected Of an error on its console.
 * @returns what goes wrong in it from now on: errors, and requests to another host.
 */
export async function openWatched(
  browser: Browser | string,
  device: (typeof devices)[number][1],
  origin: string,
  isExpected = (_message: string) => false,
): Promise<{ readonly page: BrowserPage; readonly faults: string[] }> {
  if (typeof browser === 'string') throw new Error(browser);
  const page = await browser.newPage(device);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => void faults.push(message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) faults.push(`a request to ${url}`);
  });
  return { page, faults };
}

/** Runs axe-core in the page. @returns its serious findings, as `rule: element`. */
export async function seriousFindings(page: BrowserPage, axe: string): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate<string[]>(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`);
}
