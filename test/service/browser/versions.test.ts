/** Versions of a source in the page: looked at, compared and restored; a save that meets another one; and what a person says of a source. */

import { expect, test } from 'vitest';
import { describeDevices } from './driven-page.ts';

const dissect = (second: string) => ({ type: 'dissect', field: 'message', pattern: `%{verb} %{${second}}` });
const status = '.foot [role=status]';
const versions = '.version-list > li';

describeDevices('versions', (driven) => {
  let id = '';
  const types = async () => (await driven.locator('.card strong').allInnerTexts()).join();
  const source = () => driven.send<Record<string, unknown>>('GET', `source/${id}`);
  const patch = (body: object) => driven.send<object>('PATCH', `source/${id}`, body);
  const dialog = 'dialog[open]';
  const menu = async (title: string) => {
    await driven.press('.foot button[aria-haspopup=menu]:has-text("Source")');
    await driven.press(`.menu:popover-open button:text-is("${title}")`);
  };

  test('the page of a source lists its versions, and what each of them was', async () => {
    const made = await driven.send('POST', 'source', {
      name: 'orders',
      format: 'text',
      preprocessors: [dissect('count')],
    });
    id = made._id;
    await driven.send('PUT', `source/${id}/sample`, {
      records: [{ message: 'get 1' }, { message: 'put 2' }],
    });
    await patch({ preprocessors: [dissect('amount'), { type: 'uppercase', field: 'verb' }] });
    await patch({ description: 'Orders of the shop' });
    await driven.go(`sources/${id}`);
    await driven.locator(versions).nth(2).waitFor();
    await expect
      .poll(async () =>
        (await driven.locator(versions).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
      )
      .toEqual([
        expect.stringMatching(/^Revision 3 present .* 2 steps, changed: description/),
        expect.stringMatching(/^Revision 2 .* 2 steps, changed: steps/),
        expect.stringMatching(/^Revision 1 .* 1 step, created/),
      ]);
    await driven.press('button[aria-label="Look at revision 1"]');
    await driven.locator('.version:has-text("dissect of message")').waitFor();
    await driven.check('list');
  });

  test('a version is compared with the present steps on the sample', async () => {
    await driven.press('button[aria-label="Compare with revision 1"]');
    await driven.output('Compared with revision 1');
    await driven.output('amount is new: ');
    await driven.output('count is gone');
    await driven.output('− revision 1: ');
    await driven.check('compared');
    await expect.poll(() => types()).toBe('dissect,uppercase');
    await driven.button('Compare with the stored version').click();
    await driven.output('the same: 2.');
  });

  test('a version is restored from the menu of the open source, undone, and saved', async () => {
    await menu('Versions');
    await driven.locator(`${dialog} ${versions}`).nth(2).waitFor();
    await driven.check('dialog');
    // Nothing is unsaved, so nothing is asked.
    await driven.press(`${dialog} button[aria-label="Restore revision 1"]`);
    await expect.poll(() => types()).toBe('dissect');
    await expect.poll(() => driven.locator(dialog).count()).toBe(0);
    await driven.locator(`${status}:has-text("Unsaved changes of orders.")`).waitFor();
    await driven.locator('#tab-Changes').focus();
    await driven.page.keyboard.press('Control+z');
    await expect.poll(() => types()).toBe('dissect,uppercase');
    await driven.page.keyboard.press('Control+Shift+z');
    await expect.poll(() => types()).toBe('dissect');
    await driven.locator('.foot button.main').click();
    await driven.locator(`${status}:has-text("Saved as orders")`).waitFor();
    await expect
      .poll(() => source())
      .toMatchObject({
        revision: 4,
        description: 'Orders of the shop',
        preprocessors: [dissect('count')],
      });
  });

  test('with unsaved steps, a restore says what it replaces', async () => {
    await driven.locator('.foot input[placeholder^=Name]').fill('orders again');
    await driven.locator('.foot button.main').click();
    await driven.locator(`${status}:has-text("Saved as orders again")`).waitFor();
    await patch({ name: 'orders' });
    await driven.go(`sources/${id}`);
    await driven.button('Open with its sample').click();
    await expect.poll(() => driven.valueOf('.foot input[placeholder^=Name]')).toBe('orders');
    await driven.setSteps([dissect('count'), { type: 'lowercase', field: 'verb' }]);
    await menu('Versions');
    await driven.press(`${dialog} button[aria-label="Restore revision 2"]`);
    await driven.locator(`${dialog}:has-text("The unsaved steps of orders are replaced.")`).waitFor();
    await driven.check('asks');
    await driven.press(`${dialog} button:text-is("Cancel")`);
    await driven.press(`${dialog} button[aria-label="Restore revision 2"]`);
    await driven.press(`${dialog} button.main`);
    await expect.poll(() => types()).toBe('dissect,uppercase');
  });

  test('a save that meets another one compares both, and a person goes on, takes theirs, or keeps the own', async () => {
    const saveLate = async (theirs: object) => {
      await patch(theirs);
      await driven.locator('.foot button.main').click();
      await driven.locator('.conflict').waitFor();
    };
    await saveLate({ preprocessors: [dissect('number')] });
    await driven.output('number is gone');
    await driven.output('− theirs: ');
    await driven.check('conflict');
    await driven.button('Continue without saving').click();
    await driven.locator('.conflict').waitFor({ state: 'detached' });
    await expect.poll(() => types()).toBe('dissect,uppercase');
    await driven.locator('.foot button.main').click();
    await driven.locator('.conflict').waitFor();
    await driven.press('.conflict button:text-is("Take theirs")');
    await expect.poll(() => types()).toBe('dissect');
    await driven.locator('#tab-Changes').focus();
    await driven.page.keyboard.press('Control+z');
    await expect.poll(() => types()).toBe('dissect,uppercase');
    await saveLate({ name: 'orders of all' });
    await driven.press('.conflict button:has-text("Keep mine")');
    await driven.locator(`${status}:has-text("Saved as orders of all")`).waitFor();
    await expect
      .poll(() => source())
      .toMatchObject({
        name: 'orders of all',
        revision: 9,
        preprocessors: [dissect('amount'), { type: 'uppercase' }],
      });
    // The browser says so in its console, too.
    expect(driven.faults.splice(0).filter((fault) => !fault.includes('412'))).toEqual([]);
  });

  test('name, description and tags are changed in place, and the work that is open knows it', async () => {
    await menu('Name, tags, streams');
    await driven.press('button:text-is("Edit name and tags")');
    await driven.locator('.about input[name=name]').fill('shop orders');
    await driven.locator('.about textarea').fill('');
    await driven.locator('.about input[name=tags]').fill('shop, web shop');
    await driven.check('about');
    await driven.press('.about button.main');
    await driven.locator('#source-title:has-text("shop orders")').waitFor();
    const { description, ...others } = await source();
    expect([description, others]).toMatchObject([undefined, { name: 'shop orders', tags: ['shop', 'web'] }]);
    await driven.go('');
    await driven.setSteps([dissect('last')]);
    await driven.locator('.foot button.main').click();
    await driven.locator(`${status}:has-text("Saved as shop orders")`).waitFor();
  });

  test('somebody else has changed it: that is shown, and a second save keeps the own', async () => {
    await driven.go(`sources/${id}`);
    await driven.press('button:text-is("Edit name and tags")');
    await patch({ tags: ['theirs'] });
    await driven.locator('.about input[name=name]').fill('mine');
    await driven.press('.about button.main');
    await driven.locator('.facts:has-text("theirs")').waitFor();
    await driven.locator('[role=alert]:has-text("Somebody else has changed this source")').waitFor();
    await driven.press('.about button.main:enabled');
    await driven.locator('#source-title:has-text("mine")').waitFor();
    await expect.poll(() => source()).toMatchObject({ name: 'mine', tags: ['theirs'] });
    expect(driven.faults.splice(0).filter((fault) => !fault.includes('412'))).toEqual([]);
  });

  test('a source in use names its streams; without them it is deleted with its versions', async () => {
    const stream = await driven.send('POST', 'stream', { source: id, name: 'of the shop' });
    await driven.press('button.danger:text-is("Delete")');
    await driven.locator(`${dialog} a:has-text("of the shop")`).waitFor();
    await driven.check('delete');
    await driven.press(`${dialog} button.danger`);
    await driven.locator(`${dialog} [role=alert]:has-text("close them first")`).waitFor();
    expect(driven.faults.splice(0).filter((fault) => !fault.includes('409'))).toEqual([]);
    await driven.send('PATCH', `stream/${stream._id}`, { state: 'closed' });
    await driven.press(`${dialog} button.danger`);
    await driven.locator('#sources-title').waitFor();
    await expect.poll(async () => (await driven.service.fetch(`/v1/source/${id}/version`)).status).toBe(404);
  });
});
