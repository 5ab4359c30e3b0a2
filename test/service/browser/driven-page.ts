/** A page of a running service that a test drives: on a desk behind serverless-offline, and on a phone behind the strict gateway. */

import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { headwater } from '../../support/command.ts';
import { copyBuiltProject, type LocalService, startLocal } from '../../support/local-service.ts';
import { repository } from '../../support/repository.ts';
import { type BrowserPage, type Locator, startBrowser } from './chromium.ts';

export const browser = await startBrowser();

export const devices = [
  { name: 'a desk', gateway: [], viewport: { width: 1440, height: 1000 }, colorScheme: 'light' },
  {
    name: 'a phone',
    gateway: ['--gateway', 'strict'],
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  },
] as const;

/** The field of the foot. */
export const nameOfSource = '.foot input[placeholder="Name of the source"]';

type Device = (typeof devices)[number];

/** Pictures for people are taken with SCREENSHOTS=on: a fifth of the time of these tests. */
const hasPictures = process.env['SCREENSHOTS'] === 'on';

/** A folder that git ignores. */
const screenshots = join(repository, '.generated-screenshots');

export class DrivenPage {
  readonly device: Device;
  /** What has gone wrong in the page: errors, and requests to another host. */
  readonly faults: string[] = [];
  readonly #title: string;
  #width: number;
  #page: BrowserPage | undefined;
  #service: LocalService | undefined;
  #folder = '';

  constructor(title: string, device: Device) {
    this.#title = title.replaceAll(' ', '-');
    this.device = device;
    this.#width = device.viewport.width;
  }

  async open(path: string, settings: readonly string[] = []): Promise<void> {
    // A stream may have a sink, whose engine is away.
    const engine = ['--search', 'http://127.0.0.1:9'];
    this.#folder = await copyBuiltProject();
    this.#service = await startLocal(this.#folder, [...this.device.gateway, ...engine, ...settings]);
    await mkdir(screenshots, { recursive: true });
    this.#page = await this.newPage();
    await this.page.goto(`${this.service.origin}${path}`);
  }

  async newPage(): Promise<BrowserPage> {
    if (typeof browser === 'string') throw new Error(browser);
    const page = await (await browser.newContext(this.device)).newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') this.faults.push(message.text());
    });
    page.on('pageerror', ({ message }) => void this.faults.push(message));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${this.service.origin}/`) && !/^(?:data|blob):/.test(url))
        this.faults.push(`a request to ${url}`);
    });
    return page;
  }

  get page(): BrowserPage {
    if (!this.#page) throw new Error('The page is not open.');
    return this.#page;
  }

  get service(): LocalService {
    if (!this.#service) throw new Error('The service does not run.');
    return this.#service;
  }

  /** Runs a schedule of the service now. @param id Such as `stream-runReplays`. */
  async runSchedule(id: string): Promise<void> {
    expect(await headwater(this.#folder, ['run-schedule', id])).toMatchObject({ exitCode: 0 });
  }

  /** Another fragment of the page. */
  async go(fragment: string): Promise<void> {
    await this.page.goto(`${this.service.origin}/workbench#/${fragment}`);
  }

  locator(selector: string): Locator {
    return this.page.locator(selector);
  }

  async shows(text: string): Promise<void> {
    await this.locator(`text=${text}`).first().waitFor();
  }

  textOf(selector: string): Promise<string> {
    return this.locator(selector).first().innerText();
  }

  /** The text field of an editor, in its shadow root. @param selector Of the editor. */
  editor(selector: string): Locator {
    return this.locator(`${selector} .cm-content`).first();
  }

  /** What an editor shows. */
  editorText(selector: string): Promise<string> {
    return this.page.evaluate(
      `[...document.querySelector(${JSON.stringify(selector)}).shadowRoot.querySelectorAll('.cm-line')]
        .map(({ textContent }) => textContent).join('\\n')`,
    );
  }

  valueOf(selector: string): Promise<string> {
    return this.page.evaluate(`document.querySelector(${JSON.stringify(selector)}).value`);
  }

  button(text: string): Locator {
    return this.locator(`button:has-text("${text}")`).first();
  }

  /** Reaches a control by keyboard alone. */
  async press(selector: string, key = 'Enter'): Promise<void> {
    await this.locator(selector).first().focus();
    await this.page.keyboard.press(key);
  }

  async paste(text: string): Promise<void> {
    await this.locator('textarea.records').fill(text);
  }

  /** Once so many records have run. */
  async records(count: number): Promise<void> {
    await this.locator(`#input button:text-is("All ${count.toLocaleString('en')}")`).waitFor();
  }

  /** The output, once it has the text. */
  async output(text: string): Promise<void> {
    await this.locator(`#output-panel:has-text("${text}")`).waitFor();
  }

  async tab(name: string): Promise<void> {
    await this.locator(`#tab-${name}`).click();
  }

  /** @returns the number of the selected record, its status unless it became a document, and its text. */
  async selectedLine(): Promise<string> {
    return (await this.textOf('.line[aria-pressed="true"]')).replaceAll(/\s+/g, ' ');
  }

  /** Drags the mouse over an element, between two shares of its width. */
  async drag(selector: string, [from, to]: readonly [number, number]): Promise<void> {
    const { left, top, width } = await this.page.evaluate<{ left: number; top: number; width: number }>(
      `(() => { const { left, top, width } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
        return { left, top, width }; })()`,
    );
    const { mouse } = this.page;
    await mouse.move(left + width * from, top + 10);
    await mouse.down();
    await mouse.move(left + width * to, top + 10);
    await mouse.up();
  }

  /** Types into a field with choices, and takes the first that fits. */
  async choose(field: string, value: string): Promise<void> {
    await this.locator(field).first().fill(value);
    await this.page.keyboard.press('Enter');
  }

  async addStep(type: string): Promise<void> {
    await this.button('Add step').click();
    await this.choose('.add input', type);
  }

  /** @param place From 1. */
  async openStep(place: number): Promise<void> {
    const fold = `ol[aria-label="Steps"] > .card:nth-child(${place}) .fold`;
    await this.locator(fold).waitFor();
    if ((await this.locator(`${fold}[aria-expanded="true"]`).count()) === 0) await this.press(fold);
  }

  /** @param place From 1. */
  async stepMenu(place: number, title: string): Promise<void> {
    await this.press(`button[aria-label^="Menu of step ${place},"]`);
    await this.press(`.menu:popover-open button:text-is("${title}")`);
  }

  /** Shows the work as a text to take elsewhere. @returns that text. */
  async copyAs(title: string): Promise<string> {
    await this.button('Copy as').click();
    await this.locator(`.menu:popover-open button:text-is("${title}")`).click();
    await this.locator(`.foot label:has-text("${title}") textarea`).waitFor();
    return this.valueOf('.foot textarea');
  }

  async setSteps(preprocessors: readonly object[]): Promise<void> {
    await this.locator('#steps button:text-is("JSON")').click();
    await this.editor('#steps-json').fill(JSON.stringify({ preprocessors }));
    await this.locator('#steps button:text-is("JSON")').click();
  }

  /** @returns the answer of the service to a request that must succeed. */
  async send<Body = { readonly _id: string }>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
  ): Promise<Body> {
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    const sent = body === undefined ? {} : { headers, body: content };
    const answer = await this.service.fetch(`/v1/${path}`, { method, ...sent });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as Body;
  }

  /** Another screen. */
  async resize(width: number, colorScheme: 'light' | 'dark'): Promise<void> {
    this.#width = width;
    await this.page.setViewportSize({ width, height: 1_000 });
    await this.page.emulateMedia({ colorScheme });
  }

  async shoot(part: string, isWanted = hasPictures): Promise<void> {
    if (!isWanted) return;
    const name = `${this.#title}-${this.#width}-${part}.png`;
    await this.page.screenshot({ path: join(screenshots, name), fullPage: true });
  }

  /** No serious finding of axe-core, and no wider than the screen. */
  async check(part: string): Promise<void> {
    await this.shoot(part);
    expect(await this.#seriousFindings()).toEqual([]);
    const width = await this.page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(this.#width);
  }

  /** As `rule: element`. */
  async #seriousFindings(): Promise<readonly string[]> {
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    await this.page.evaluate(await readFile(axe, 'utf8'));
    return this.page.evaluate(`axe.run().then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`);
  }
}

/**
 * A suite for each device, or one test that says why there is no browser.
 *
 * @param path What is opened first.
 * @param settings Arguments of `npm start`.
 */
export function describeDevices(
  title: string,
  define: (driven: DrivenPage) => void,
  {
    path = '/workbench',
    settings = [],
  }: { readonly path?: string; readonly settings?: readonly string[] } = {},
): void {
  if (typeof browser === 'string') {
    test.skip(`skipped: ${browser}`);
    return;
  }
  afterAll(() => browser.close());
  describe.each(devices)(`${title} on $name`, (device) => {
    const driven = new DrivenPage(title, device);
    beforeAll(() => driven.open(path, settings));
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail')
        await driven.shoot(`failed-${task.name.replaceAll(/\W+/g, '-').slice(0, 40)}`, true);
    });
    define(driven);
    test('reports no error, and asks no other host', () => {
      expect(driven.faults).toEqual([]);
    });
  });
}
