/** Views of streams over a service that is slow, or away, and records that are many, wide and long. */

import { beforeAll, expect, test } from 'vitest';
import { describeDevices } from './driven-page.ts';

const many = 10_000;
const records = Array.from({ length: 200 }, (_, index) =>
  JSON.stringify({
    ...Object.fromEntries(Array.from({ length: 199 }, (_none, at) => [`field_${at}`, index * at])),
    message: `${index} ${'x'.repeat(index === 0 ? 20_000 : 50)}`,
  }),
);

describeDevices('records of a slow service', (driven) => {
  let stream: string;
  const rows = () => driven.locator('section[aria-label="Records"] tbody tr').count();
  const offline = (isOffline: boolean) => driven.page.context().setOffline(isOffline);
  const search = async (query: string) => {
    await driven.locator('input[aria-label="Query"]').fill(query);
    await driven.page.keyboard.press('Escape');
    await driven.page.keyboard.press('Enter');
  };

  beforeAll(async () => {
    const source = await driven.send('POST', 'source', { name: 'wide', format: 'ndjson', preprocessors: [] });
    stream = (await driven.send('POST', 'stream', { name: 'wide', source: source._id }))._id;
    const type = { 'content-type': 'application/x-ndjson' };
    await driven.send('POST', `stream/${stream}/record`, records.join('\n'), type);
  });

  test('200 fields are found, completed and shown', async () => {
    await driven.go(`streams/${stream}/records?column=message`);
    await expect.poll(() => driven.textOf('#fields-title')).toBe('200 fields');
    await driven.locator('input[aria-label="Query"]').fill('field_19');
    await expect.poll(() => driven.locator('.choices:popover-open [role=option]').count()).toBe(10);
    await driven.page.keyboard.press('Escape');
    await driven.press('section[aria-label="Records"] tbody button');
    await expect.poll(() => driven.locator('.record-fields .leaf').count()).toBe(200);
    await driven.check('wide');
    await driven.press('button[aria-label="Close the record"]');
  });

  test('while answers take two seconds, what was shown stays, and no answer is lost or shown twice', async () => {
    await driven.page.evaluate(
      `(() => { const own = fetch; window.fetch = (...all) => new Promise((done) => setTimeout(done, 2000)).then(() => own(...all)); })()`,
    );
    await search('field_1:>=100');
    await driven.locator('.is-stale tbody tr').first().waitFor();
    await expect.poll(rows).toBe(50);
    await driven.locator('svg[aria-label^="100 records"]').waitFor();
    await driven.locator('.is-stale').waitFor({ state: 'detached' });
    await driven.locator('label:has-text("Live") input').check();
    await driven.button('Show more').click();
    const type = { 'content-type': 'application/x-ndjson' };
    await driven.send('POST', `stream/${stream}/record`, '{"field_1":500,"message":"the newest"}', type);
    await driven.locator('tbody tr:first-child:has-text("the newest")').waitFor();
    await expect.poll(rows).toBe(101);
    const places = await driven.locator('section[aria-label="Records"] tbody td').allInnerTexts();
    expect(new Set(places).size).toBe(101);
    await driven.locator('label:has-text("Live") input').click();
    await driven.page.reload();
  });

  test('a service that is away has its reason beside what was shown, and another attempt', async () => {
    await driven.locator('svg[aria-label^="101 records"]').waitFor();
    await expect.poll(rows).toBe(50);
    await offline(true);
    await search('field_1:<100');
    await expect.poll(() => driven.textOf('[role=alert]')).toMatch(/cannot be reached/);
    await expect.poll(() => rows()).toBe(50);
    await expect.poll(() => driven.valueOf('input[aria-label="Query"]')).toBe('field_1:<100');
    await driven.check('away');
    await offline(false);
    await driven.press('button:text-is("Try again")');
    await driven.locator('svg[aria-label^="100 records"]').waitFor();
    await driven.locator('[role=alert]').waitFor({ state: 'detached' });
    await expect.poll(() => driven.locator('.is-stale').count()).toBe(0);
    const faults = driven.faults.splice(0);
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  test('so does the list of streams', async () => {
    await driven.go('streams');
    await driven.locator('section[aria-label="Streams"] tbody tr').first().waitFor();
    await offline(true);
    await driven.page.evaluate('location.hash = "#/streams?query=wide"');
    await expect.poll(() => driven.textOf('[role=alert]')).toMatch(/cannot be reached/);
    await offline(false);
    await driven.press('button:text-is("Try again")');
    await driven.locator('section[aria-label="Streams"] tbody tr:has-text("wide")').first().waitFor();
    const faults = driven.faults.splice(0);
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  test('10,000 lines of 1,000 characters become documents in the workbench', async () => {
    await driven.go('');
    await driven.locator('textarea.records').waitFor();
    await driven.page.evaluate(`(() => {
      const field = document.querySelector('textarea.records');
      field.value = Array.from({ length: ${many} }, (_, index) => index + ' ' + 'long '.repeat(200)).join('\\n');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    })()`);
    await driven.locator('.outcomes:has-text("Documents 1,000")').waitFor();
    await driven.press('button:text-is("Next")');
    await driven.locator('#output-panel tbody tr:has-text("51")').first().waitFor();
    await driven.check('long');
  });
});
