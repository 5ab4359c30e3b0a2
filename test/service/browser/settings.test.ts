/** What a person changes of a stream: settings and alerts, its removal, and the list that shows what alerts. */

import { beforeAll, expect, test } from 'vitest';
import { describeDevices } from './driven-page.ts';

const mergePatch = { 'content-type': 'application/merge-patch+json' };
const convert = { type: 'convert', field: 'n', target_type: 'integer' };

interface Stored {
  readonly name?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly retention_days: number;
  readonly alerts?: object;
}

describeDevices('the settings of streams', (driven) => {
  const { device, faults } = driven;
  const name = `orders ${device.name}`;
  let stream: string;
  let quiet: string;

  beforeAll(async () => {
    const content = { name: `shop ${device.name}`, preprocessors: [convert] };
    const source = (await driven.send('POST', 'source', content))._id;
    quiet = (await driven.send('POST', 'stream', { source, name: `quiet ${device.name}` }))._id;
    stream = (await driven.send('POST', 'stream', { source, name }))._id;
    const records = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 'x' }];
    await driven.send('POST', `stream/${stream}/record`, records);
  });

  const stored = () => driven.send<Stored>('GET', `stream/${stream}`);
  const field = (label: string) => `.setting:has(label:text-is("${label}")) :is(input, textarea)`;
  const fill = (label: string, text: string) => driven.locator(field(label)).fill(text);
  const [days, share] = ['Days that records are kept', 'Failures, in % of the records of the last hour'];

  test('settings and alerts are changed', async () => {
    await driven.go(`streams/${stream}`);
    await driven.press('a:text-is("Settings")');
    await driven.locator('.settings').waitFor();
    await driven.locator('.settings button:text-is("Save"):disabled').waitFor();
    await fill('Description', 'Orders of the shop');
    await fill('Tags', 'web, eu ,web');
    await fill(days, '30');
    await driven.press('.settings input[value=skip]', ' ');
    await driven.press('.settings input[value=quarantine]', ' ');
    await fill(share, '20');
    await driven.press('.settings button:text-is("Save")');
    await driven.shows('The settings are saved.');
    await expect
      .poll(() => stored())
      .toMatchObject({
        ...{ name, description: 'Orders of the shop', tags: ['web', 'eu'], retention_days: 30 },
        alerts: { failure_share: 0.2 },
      });
    await expect.poll(() => driven.locator(field('Positions that the index may be behind')).count()).toBe(0);
    await driven.check('settings');
  });

  test('what is wrong is said at its field, and nothing else is lost', async () => {
    await fill(days, '900');
    await fill(share, 'many');
    await driven.press('.settings button:text-is("Save")');
    await driven.shows(`${days} must be at most 365.`);
    await driven.shows(`${share} must be a number from 0 to 99.`);
    await expect.poll(() => driven.locator('.settings [aria-invalid]').count()).toBe(2);
    await expect.poll(() => stored()).toMatchObject({ retention_days: 30, alerts: { failure_share: 0.2 } });
    expect(faults.splice(0)).toEqual([expect.stringContaining('400')]);
    await driven.check('wrong');
    await driven.press('.settings button:text-is("Discard")');
    await expect.poll(() => driven.locator('.settings [aria-invalid]').count()).toBe(0);
    await expect.poll(() => driven.locator(field(days)).inputValue()).toBe('30');
  });

  test('a change of somebody else is kept, and so is what is typed', async () => {
    await fill('Description', 'Mine');
    await driven.send('PATCH', `stream/${stream}`, { tags: ['theirs'] }, mergePatch);
    await driven.press('.settings button:text-is("Save")');
    await driven.shows('Somebody else has changed the stream.');
    await expect.poll(() => driven.locator(field('Tags')).inputValue()).toBe('theirs');
    await driven.press('.settings button:text-is("Save")');
    await driven.shows('The settings are saved.');
    await expect.poll(() => stored()).toMatchObject({ description: 'Mine', tags: ['theirs'] });
    expect(faults.splice(0)).toEqual([expect.stringContaining('412')]);
  });

  test('what alerts is shown in the list and at the stream', async () => {
    const alerting = async () =>
      (await driven.send<{ hits: { alerting: object[] }[] }>('GET', `stream/overview?query=_id:${stream}`))
        .hits[0]?.alerting;
    await driven.runSchedule('stream-runReplays');
    await expect.poll(() => alerting()).toMatchObject([{ alert: 'failure_share', value: 0.25, limit: 0.2 }]);
    await driven.go(`streams?query=${encodeURIComponent('orders OR quiet')}`);
    await driven.locator('.pill.alert:text-is("25 % fail")').first().waitFor();
    await driven.locator(`tbody a:text-is("shop ${device.name}")`).first().waitFor();
    await driven.check('list');
    await driven.press(`tbody a:text-is("${name}")`);
    await driven.shows('25 % of the records of the last hour have failed: more than 20 %.');
    await driven.locator('.record-chart').waitFor();
    await driven.check('alerting');
  });

  test('streams are sorted, and the columns of an hour are read by keyboard', async () => {
    await driven.go(`streams?query=${encodeURIComponent('orders OR quiet')}`);
    await driven.locator('tbody tr:nth-child(2)').waitFor();
    const first = () => driven.textOf('tbody th a');
    await driven.press('thead button:has-text("Rate")');
    await expect.poll(first).toBe(name);
    await driven.locator('th[aria-sort=descending] button:has-text("Rate")').waitFor();
    await driven.locator('tbody tr:first-child svg[tabindex]').focus();
    await expect.poll(() => driven.textOf('tbody figcaption')).toBe('4 records in the last hour, 1 failed');
    await driven.page.keyboard.press('End');
    await expect
      .poll(() => driven.textOf('tbody figcaption'))
      .toMatch(/^\d\d:\d\d UTC: \d stored, \d failed$/);
    await driven.page.keyboard.press('Escape');
    await expect.poll(() => driven.textOf('tbody figcaption')).toBe('4 records in the last hour, 1 failed');
    await driven.press('nav[aria-label="State"] a:text-is("paused")');
    await driven.shows('0 streams');
    await driven.press('nav[aria-label="State"] a:text-is("all")');
    await driven.locator('tbody tr:nth-child(2)').waitFor();
  });

  test('a stream with records is deleted when its name is typed', async () => {
    await driven.go(`streams/${stream}/settings`);
    await driven.press('button:text-is("Delete the stream")');
    await driven.shows('3 records and 1 failure are lost');
    await driven.shows('It is open: it takes no records any more, from now on.');
    const last = 'dialog[open] button:text-is("Delete it for good")';
    await driven.locator(`${last}:disabled`).waitFor();
    await driven.check('deletion');
    await driven.press('dialog[open] button:text-is("Cancel")');
    await expect.poll(() => driven.locator('dialog[open]').count()).toBe(0);
    await driven.press('button:text-is("Delete the stream")');
    await driven.locator('dialog[open] input:focus').waitFor();
    await driven.locator('dialog[open] input').fill(name);
    await driven.press('dialog[open] input');
    await driven.locator('#streams-title').waitFor();
    const { status } = await driven.service.fetch(`/v1/stream/${stream}`);
    expect(status).toBe(404);
  });

  test('one without records is deleted at once', async () => {
    await driven.go(`streams/${quiet}/settings`);
    await driven.press('button:text-is("Delete the stream")');
    await driven.shows('0 records and 0 failures are lost');
    await driven.press('dialog[open] button:text-is("Delete it for good")');
    await driven.locator('#streams-title').waitFor();
  });
});
