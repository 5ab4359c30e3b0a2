/** A headless Chromium that npm installs. It is for Linux on x64, which not every machine is. */

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** What the tests use of a page of playwright-core. */
export interface BrowserPage {
  on(event: 'console', listen: (message: { type(): string; text(): string }) => void): void;
  on(event: 'pageerror', listen: (error: Error) => void): void;
  on(event: 'request', listen: (request: { url(): string }) => void): void;
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  context(): BrowserContext;
  locator(selector: string): Locator;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  emulateMedia(media: { readonly colorScheme: 'light' | 'dark' }): Promise<void>;
  evaluate<Result>(script: string): Promise<Result>;
  screenshot(options: { readonly path: string; readonly fullPage?: boolean }): Promise<unknown>;
  readonly mouse: {
    move(x: number, y: number): Promise<void>;
    down(): Promise<void>;
    up(): Promise<void>;
  };
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  close(): Promise<void>;
}

export interface Locator {
  first(): Locator;
  locator(selector: string): Locator;
  nth(index: number): Locator;
  count(): Promise<number>;
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  check(): Promise<void>;
  dragTo(target: Locator): Promise<void>;
  selectOption(value: string | { readonly label: string } | { readonly index: number }): Promise<unknown>;
  setInputFiles(file: {
    readonly name: string;
    readonly mimeType: string;
    readonly buffer: Buffer;
  }): Promise<void>;
  focus(): Promise<void>;
  hover(): Promise<void>;
  waitFor(options?: { readonly state: 'detached' }): Promise<void>;
  innerText(): Promise<string>;
  inputValue(): Promise<string>;
  allInnerTexts(): Promise<string[]>;
}

interface Screen {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: 'light' | 'dark';
  /** Of the system that the browser takes itself to be on. */
  readonly timezoneId?: string;
}

export interface BrowserContext {
  newPage(): Promise<BrowserPage>;
  setOffline(isOffline: boolean): Promise<void>;
}

export interface Browser {
  newPage(options: Screen): Promise<BrowserPage>;
  /** As a profile of its own: its pages share what the browser keeps. */
  newContext(options: Screen): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** @returns the reason as a clause, if the browser cannot run. */
export async function startBrowser(): Promise<Browser | string> {
  try {
    const { chromium } = require('playwright-core') as {
      readonly chromium: { launch(options: object): Promise<Browser> };
    };
    const { default: packed } = (await import(require.resolve('@sparticuz/chromium'))) as {
      readonly default: {
        setGraphicsMode: boolean;
        readonly args: readonly string[];
        executablePath(): Promise<string>;
      };
    };
    // The pages have no 3D graphics: without them the browser draws with less work.
    packed.setGraphicsMode = false;
    const args = [...packed.args, '--disable-gpu'];
    return await chromium.launch({ executablePath: await packed.executablePath(), args });
  } catch (error) {
    return `Chromium does not run here: ${String(error).split('\n')[0]}`;
  }
}
