/** The query, the table and the record of the view of records: by mouse and by keyboard, and what a link has of them. */

import { beforeAll, expect, test } from 'vitest';
import { browser, describeDevices } from './driven-page.ts';

const lines = Array.from({ length: 60 }, (_, index) => ({
  '@timestamp': new Date(Date.UTC(2026, 10, 28, 9, index)).toISOString(),
  LEVEL: index % 4 === 3 ? 'ERROR' : 'INFO',
  http: { status: index % 4 === 3 ? 502 : 200 },
  'na me': 'a "b"',
  tags: ['web', 'eu'],
  items: [{ sku: 'x1' }],
  message: `request ${index} ${'long '.repeat(80)}`,
}));

const steps = [
  { type: 'rename', field: 'LEVEL', target_field: 'log.level' },
  { type: 'lowercase', field: 'log.level' },
  { type: 'convert', field: 'message', target_type: 'integer', ignore_failure: true },
  { type: 'set', field: 'service.name', value: 'shop' },
];

describeDevices('a table of records', (driven) => {
  let stream: string;
  const field = 'input[aria-label="Query"]';
  const view = async (search = '') => {
    await driven.go(`streams/${stream}/records${search}`);
    await driven.locator('section[aria-label="Records"] tbody tr').first().waitFor();
    await driven.locator('.field-card').first().waitFor();
  };
  const hash = () => driven.page.evaluate<string>('decodeURIComponent(location.hash)');
  const choices = async () =>
    (await driven.locator('.choices:popover-open [role=option]').allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, ' '),
    );
  const columns = () => driven.locator('section[aria-label="Records"] .column-head').allInnerTexts();
  const focused = () => driven.page.evaluate<string>('document.activeElement.getAttribute("aria-label")');

  beforeAll(async () => {
    const source = await driven.send('POST', 'source', {
      name: 'seen',
      format: 'ndjson',
      preprocessors: steps,
    });
    stream = (await driven.send('POST', 'stream', { name: 'seen', source: source._id }))._id;
    await driven.send(
      'POST',
      `stream/${stream}/record`,
      lines.map((record) => JSON.stringify(record)).join('\n'),
      { 'content-type': 'application/x-ndjson' },
    );
  });

  test('a query is completed by keyboard: a field, then its values, and what operators mean', async () => {
    await view();
    await driven.locator(field).fill('log');
    await expect.poll(choices).toEqual(['log.level text']);
    await driven.page.keyboard.press('ArrowDown');
    await driven.page.keyboard.press('Enter');
    await expect.poll(() => driven.valueOf(field)).toBe('log.level:');
    await expect.poll(choices).toContain('error 15 times');
    await expect.poll(() => choices()).toContain('* any value; NOT field:* finds records without one');
    await driven.check('values');
    await driven.page.keyboard.type('err');
    await expect.poll(choices).toEqual(['error 15 times']);
    await driven.page.keyboard.press('ArrowDown');
    await driven.page.keyboard.press('Enter');
    await expect.poll(() => driven.valueOf(field)).toBe('log.level:"error"');
    await driven.page.keyboard.press('Enter');
    await driven.locator('svg[aria-label^="15 records"]').waitFor();
    await expect.poll(focused).toBe('Query');
    await expect.poll(choices).toEqual([]);
  });

  test('and by mouse, at any place of it, with what is special escaped', async () => {
    await view();
    await driven.locator(field).fill('http.status:200 NOT na');
    await driven.locator('.choices:popover-open [data-value="na me"]').click();
    await expect.poll(() => driven.valueOf(field)).toBe('http.status:200 NOT na\\ me:');
    await driven.locator('.choices:popover-open [role=option] >> nth=0').click();
    await expect.poll(() => driven.valueOf(field)).toBe('http.status:200 NOT na\\ me:"a \\"b\\""');
    await driven.button('Search').click();
    await driven.locator('.chart-empty:has-text("No records in this time.")').waitFor();
  });

  test('a mistake is marked at its place, with what would be accepted, and is not sent', async () => {
    await view();
    const before = await hash();
    await driven.locator(field).fill('status:200 (a OR ) b');
    await driven.page.keyboard.press('Escape');
    await driven.page.keyboard.press('Enter');
    await driven.locator('.query-issue').waitFor();
    await expect.poll(() => driven.textOf('.query-issue mark')).toBe(')');
    await expect.poll(() => driven.textOf('.query-issue')).toContain('Expected a word, a field or ( at 17.');
    await expect.poll(() => hash()).toBe(before);
    await driven.check('mistake');
    await driven.locator(field).fill('status:200 (a OR b) b');
    await driven.locator('.query-issue').waitFor({ state: 'detached' });
  });

  test('the last queries of the browser are offered, until they are forgotten', async () => {
    await view();
    await driven.locator(field).fill('');
    await expect.poll(choices).toContain('log.level:"error"');
    await driven.page.keyboard.press('Escape');
    await driven.press('button[aria-label="More of the table"]');
    await driven.press('.menu:popover-open button:text-is("Forget the last queries")');
    await driven.locator(field).click();
    await expect.poll(choices).toContain('log.level text');
    await expect.poll(() => choices()).not.toContain('log.level:"error"');
    await driven.page.keyboard.press('Escape');
  });

  test('columns move and are sized by keyboard, and the link has them', async () => {
    await view('?column=message&column=http.status&column=log.level');
    await driven.press('button[aria-label="Column log.level"]', 'Alt+ArrowLeft');
    await expect.poll(columns).toEqual(['message', 'log.level', 'http.status']);
    await expect.poll(focused).toBe('Column log.level');
    await driven.press('[aria-label="Width of message"]', 'ArrowLeft');
    await expect.poll(hash).toMatch(/&widths=\d+,,$/);
    const width = Number(/widths=(\d+)/.exec(await hash())?.[1]);
    await driven.page.keyboard.press('ArrowRight');
    await expect.poll(hash).toContain(`widths=${width + 16},,`);
    await driven.page.reload();
    await expect.poll(columns).toEqual(['message', 'log.level', 'http.status']);
    const shown = () =>
      driven.page.evaluate<number>(`document.querySelector('.column-head').getBoundingClientRect().width`);
    await expect.poll(shown).toBe(width + 16);
    await driven.press('button[aria-label="Column message"]');
    await driven.press('.menu:popover-open button:text-is("As wide as its values")');
    await expect.poll(hash).not.toContain('widths');
    await driven.press('button[aria-label="Column http.status"]');
    await driven.press('.menu:popover-open button:text-is("Remove the column")');
    await expect.poll(columns).toEqual(['message', 'log.level']);
  });

  test('and by mouse', async () => {
    await view('?column=log.level&column=http.status');
    await driven
      .locator('button[aria-label="Column http.status"]')
      .dragTo(driven.locator('button[aria-label="Column log.level"]'));
    await expect.poll(columns).toEqual(['http.status', 'log.level']);
    await driven.drag('[aria-label="Width of http.status"]', [0.5, 8]);
    await expect.poll(hash).toMatch(/widths=\d+,$/);
  });

  test('long values go on in further lines, and the table takes the whole window', async () => {
    await view('?column=message');
    const height = () =>
      driven.page.evaluate<number>(`document.querySelector('section[aria-label="Records"] td').offsetHeight`);
    const cut = await height();
    await driven.press('button:text-is("Wrap")');
    await expect.poll(height).toBeGreaterThan(2 * cut);
    await expect.poll(hash).toContain('wrap=on');
    await driven.press('button:text-is("Full screen")');
    await driven.locator('.records-view.full').waitFor();
    await driven.check('full');
    await driven.page.keyboard.press('Escape');
    await driven.locator('.records-view.full').waitFor({ state: 'detached' });
  });

  test('a record is a tree with types, which folds, and whose values and paths are copied', async () => {
    await view('?column=message');
    await driven.page.evaluate(
      `Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => void (window.copied = text) } })`,
    );
    await driven.press('section[aria-label="Records"] tbody button');
    const leaf = '.leaf:has(.path:text-is("status"))';
    await driven.locator(leaf).waitFor();
    await expect
      .poll(async () => (await driven.textOf(leaf)).replaceAll(/\s+/g, ' '))
      .toContain('status 502 number');
    await driven.press('button[aria-label="More of http.status"]');
    await driven.press('.menu:popover-open button:text-is("Copy the path")');
    await expect.poll(() => driven.page.evaluate('window.copied')).toBe('http.status');
    await driven.press('button[aria-label="More of tags"]');
    await driven.press('.menu:popover-open button:text-is("Copy the value")');
    await expect.poll(() => driven.page.evaluate('window.copied')).toBe('["web","eu"]');
    await driven.shows('The value is copied.');
    await driven.check('tree');
    await driven.press('.branch button:has(.path:text-is("http"))');
    await driven.locator(leaf).waitFor({ state: 'detached' });
    await driven.page.keyboard.press('Enter');
    await driven.locator(leaf).waitFor();
    await driven.press('.record-fields button[aria-label="Only tags: web"]');
    await expect.poll(() => driven.valueOf(field)).toBe('tags:"web"');
  });

  test('its steps say which has made or changed a field, and why one has failed', async () => {
    await driven.button('Steps').click();
    await driven.locator('.trace li').nth(3).waitFor();
    const trace = (await driven.locator('.trace li').allInnerTexts()).map((text) =>
      text.replaceAll(/\d+ µs/g, '').replaceAll(/\s+/g, ' '),
    );
    expect(trace[0]).toMatch(/^step 1, rename: success \+ log = .*− LEVEL/);
    expect(trace[2]).toMatch(/^step 3, convert: error, ignored .*message/);
    expect(trace[3]).toContain('step 4, set: success');
    await driven.check('steps');
    await driven.button('Tree').click();
    await driven.locator('.leaf:has(.path:text-is("level")):has-text("step 1, 2")').waitFor();
  });

  test('the documents of the workbench have the same table, whose order outlives a change of the steps', async () => {
    await driven.go('');
    await driven.locator('textarea.records').waitFor();
    const setting = (names: readonly string[]) =>
      names.map((name) => ({ type: 'set', field: name, value: name }));
    await driven.paste('one');
    await driven.setSteps(setting(['a', 'b', 'c']));
    const heads = () => driven.locator('section[aria-label="Documents"] .column-head').allInnerTexts();
    await expect.poll(async () => (await heads()).toSorted()).toEqual(['a', 'b', 'c', 'message']);
    const order = (await heads()).filter((name) => name !== 'a');
    for (let press = 0; press < 4; press++) {
      await driven.press('button[aria-label="Column a"]', 'Alt+ArrowRight');
      await expect.poll(focused).toBe('Column a');
    }
    await expect.poll(heads).toEqual([...order, 'a']);
    await driven.press('button[aria-label="Column message"]');
    await driven.press('.menu:popover-open button:text-is("Remove the column")');
    const kept = order.filter((name) => name !== 'message');
    await expect.poll(heads).toEqual([...kept, 'a']);
    await driven.setSteps(setting(['a', 'b', 'c', 'd']));
    await expect.poll(heads).toEqual([...kept, 'a', 'd']);
    await driven.shows('1 removed column');
    await driven.press('button:text-is("Show all")');
    await expect.poll(heads).toContain('message');
  });

  test('times are in UTC, or in the zone of the browser, which each of them says', async () => {
    if (typeof browser === 'string') throw new Error(browser);
    const context = await browser.newContext({ ...driven.device, timezoneId: 'Asia/Kolkata' });
    const page = await context.newPage();
    await page.goto(`${driven.service.origin}/workbench#/streams/${stream}/records?column=message`);
    const head = page.locator('section[aria-label="Records"] thead th').first();
    const time = page.locator('section[aria-label="Records"] tbody time').first();
    await time.waitFor();
    await expect.poll(() => head.innerText()).toBe('pushed, UTC');
    const utc = Date.parse(`${(await time.innerText()).replace(' ', 'T')}Z`);
    const link = await page.evaluate('location.hash');
    await page.locator('button[aria-label="Times are in UTC"]').click();
    await page.locator('.menu:popover-open button:has-text("Asia/")').click();
    await expect.poll(() => head.innerText()).toMatch(/^pushed, Asia\/(?:Kolkata|Calcutta)$/);
    const local = Date.parse(`${(await time.innerText()).replace(' ', 'T')}Z`);
    expect(local - utc).toBe(5.5 * 3_600_000);
    await expect.poll(() => page.locator('.record-chart figcaption').innerText()).toMatch(/Asia\//);
    await expect.poll(() => page.evaluate('location.hash')).toBe(link);
    await page.goto(`${driven.service.origin}/workbench#/streams/${stream}`);
    await expect.poll(() => page.locator('.facts time').first().innerText()).toMatch(/\+05:30$/);
    await page.close();
  });
});
