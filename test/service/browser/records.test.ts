/** The records of a stream in a browser: searched, counted over time, filtered by a click, exported, and opened in the workbench. */

import { beforeAll, expect, test } from 'vitest';
import { describeDevices } from './driven-page.ts';

/** Would run if it were HTML, and is special in the query language. */
const hostile = '<img src=x onerror="window.harmed = true"> (a) "b" \\ *';
const lines = Array.from({ length: 120 }, (_, index) => ({
  '@timestamp': new Date(Date.UTC(2026, 10, 28, 9, index)).toISOString(),
  log: { level: index % 4 === 3 ? 'error' : 'info' },
  status: index % 4 === 3 ? 502 : 200,
  'na me': hostile,
  message: `request ${index}`,
}));

describeDevices('records', (driven) => {
  let stream: string;
  const push = (records: readonly object[]) =>
    driven.send(
      'POST',
      `stream/${stream}/record`,
      records.map((record) => JSON.stringify(record)).join('\n'),
      { 'content-type': 'application/x-ndjson' },
    );
  const rows = () => driven.locator('section[aria-label="Records"] tbody tr').count();
  const shown = (count: string) => driven.locator(`svg[aria-label^="${count} over time"]`).waitFor();
  const query = () => driven.page.evaluate<string>('document.querySelector(".records-search input").value');

  beforeAll(async () => {
    const source = await driven.send('POST', 'source', { name: 'seen', format: 'ndjson', preprocessors: [] });
    stream = (await driven.send('POST', 'stream', { name: 'seen', source: source._id }))._id;
    await push(lines);
  });

  test('a stream leads to its records: the newest first, counted, with their fields', async () => {
    await driven.go(`streams/${stream}`);
    await driven.press('a:text-is("Look at its records")');
    await shown('120 records');
    await driven
      .locator('section[aria-label="Records"] tbody tr:first-child:has-text("request 119")')
      .waitFor();
    await expect.poll(() => rows()).toBe(50);
    await driven.button('Show more').click();
    await driven.locator('section[aria-label="Records"] tbody tr').nth(99).waitFor();
    await expect.poll(() => driven.textOf('#fields-title')).toBe('5 fields');
    await driven.check('all');
  });

  test('a value is filtered in and out by a click, whatever it has', async () => {
    await driven.locator('.field-card:has(.path:text-is("log.level")) summary').click();
    await driven.press('button[aria-label="Only log.level: error"]');
    await shown('30 records');
    await expect.poll(() => query()).toBe('log.level:"error"');
    await driven.locator('.field-card:has(.path:text-is("na me")) summary').click();
    await driven.press('button[aria-label^="Without na me"]');
    await driven.locator('.chart-empty:has-text("No records in this time.")').waitFor();
    await expect.poll(() => rows()).toBe(0);
    await driven.check('none');
    await driven.go(`streams/${stream}/records?query=${encodeURIComponent('na\\ me:*')}`);
    await shown('120 records');
    await expect.poll(() => driven.page.evaluate('window.harmed')).toBeUndefined();
  });

  test('the chart counts by a field with times, in colors, and a drag over it zooms in', async () => {
    await driven.press('button[aria-label^="Time of the chart"]');
    await driven.press('.menu:popover-open button:text-is("By @timestamp")');
    await driven.choose('input[aria-label="Color by"]', 'log.level');
    await driven.locator('figcaption:has-text("error 30")').waitFor();
    await expect.poll(() => driven.locator('.record-chart rect.error').count()).toBeGreaterThan(10);
    await driven.check('colors');
    await driven.drag('.record-chart svg', [0.1, 0.4]);
    await driven.locator('.record-chart svg:not([aria-label^="120"])').waitFor();
    await expect.poll(() => query()).toMatch(/^na\\ me:\* AND @timestamp:\[2026-11-28T09:\d\d:00.000Z TO /);
  });

  test('a record is shown with its fields and as it was pushed, and opens in the workbench with its neighbours', async () => {
    await driven.go(`streams/${stream}/records?column=message&column=status`);
    await driven.locator('tr:has-text("request 100")').first().waitFor();
    await driven.locator('tr:has-text("request 100") button').first().click();
    await driven.locator('.record-fields:has-text("request 100")').waitFor();
    await driven.check('record');
    await driven.button('Raw').click();
    await driven.locator('.panel pre:has-text("request 100")').waitFor();
    await driven.button('Open in the workbench').click();
    await driven.locator('textarea.records').waitFor();
    const text = (await driven.valueOf('textarea.records')).split('\n').map((line) => JSON.parse(line));
    expect(text.map(({ message }) => message)).toEqual(
      Array.from({ length: 21 }, (_, index) => `request ${90 + index}`),
    );
    await expect.poll(() => driven.textOf('.foot button.main')).toBe('Save');
  });

  test('what is shown is exported as NDJSON and as CSV, without formulas', async () => {
    await push([{ message: '=1+1', status: -5 }]);
    await driven.go(`streams/${stream}/records?column=message&column=status&query=status%3A%22-5%22`);
    await driven.locator('tr:has-text("=1+1")').first().waitFor();
    await driven.page.evaluate(`URL.createObjectURL = (blob) => (window.made = blob.text(), 'blob:none')`);
    const exported = async (title: string) => {
      await driven.button('Export').click();
      await driven.locator(`.menu:popover-open button:text-is("${title}")`).click();
      return driven.page.evaluate<string>('window.made');
    };
    expect(JSON.parse(await exported('Shown records as NDJSON'))).toEqual({ message: '=1+1', status: -5 });
    expect(await exported('Shown columns as CSV')).toMatch(
      /^position,pushed,message,status\r\n\d+,\S+Z,'=1\+1,-5\r\n$/,
    );
  });

  test('new records come to the top while the tail is live', async () => {
    await driven.go(`streams/${stream}/records?column=message`);
    await driven.locator('tr:has-text("=1+1")').first().waitFor();
    await driven.locator('label:has-text("Live") input').check();
    await push([{ message: 'just now' }]);
    await driven.locator('section[aria-label="Records"] tbody tr:first-child:has-text("just now")').waitFor();
  });

  test('a query that is not valid is said in words, and changes nothing', async () => {
    await driven.go(`streams/${stream}/records?query=${encodeURIComponent('(((')}&span=%3Cb%3E&from=x&to=y`);
    await driven.locator('[role=alert]').first().waitFor();
    await driven.locator('button[aria-label="Time of the push: All time"]').waitFor();
    expect(driven.faults.splice(0).every((fault) => fault.includes('400'))).toBe(true);
  });
});
