/** Nothing is lost: what the browser keeps of the work after a reload, for another tab, and what a save stores. */

import { expect, test } from 'vitest';
import { describeDevices, nameOfSource } from './driven-page.ts';

const steps = [{ type: 'dissect', field: 'message', pattern: '%{verb} %{count}' }];
const status = '.foot [role=status]';

describeDevices('drafts', (driven) => {
  const types = async () => (await driven.locator('.card strong').allInnerTexts()).join();
  const reload = async () => {
    await driven.page.reload();
    await driven.locator('#output-panel > *').first().waitFor();
  };

  test('an example is shown by a click, and its steps are suggested', async () => {
    await driven.locator('.first-steps button').nth(1).click();
    await driven.locator('.suggestion').first().waitFor();
    await expect.poll(() => driven.valueOf('textarea.records')).toContain('"msg":"order 1000');
    await driven.check('example');
    await driven.button('Start anew').click();
    await driven.locator('.first-steps').waitFor();
    await driven.button('Delete it').click();
    await expect.poll(() => driven.locator('.received').count()).toBe(0);
  });

  test('a reload shows the text, the steps and the pins again', async () => {
    await driven.paste('get 1\nput 2');
    await driven.setSteps(steps);
    await driven.output('put');
    await driven.tab('Expected');
    await driven.press('button:text-is("Pin record 1 as expected")');
    await driven.locator(`${status}:has-text("Not saved. This browser keeps a draft.")`).waitFor();
    await reload();
    await expect.poll(() => driven.valueOf('textarea.records')).toBe('get 1\nput 2');
    await expect.poll(() => types()).toBe('dissect');
    await driven.tab('Expected');
    await driven.output('1 \u2713 as expected');
    // Undo reaches no further back than the page.
    await expect.poll(() => driven.locator('.received').count()).toBe(0);
  });

  test('a source that is saved has the pins, or else the lines, as its sample', async () => {
    const sampleOf = async (name: string) => {
      const { hits } = await driven.send<{ readonly hits: readonly { readonly _id: string }[] }>(
        'GET',
        `source?query=${encodeURIComponent(`name:"${name}"`)}`,
      );
      return driven.send<object>('GET', `source/${hits[0]?._id}/sample`);
    };
    const name = `kept on ${driven.device.name}`;
    await driven.locator(nameOfSource).fill(name);
    await driven.button('Save as a new source').click();
    await driven.locator(`${status}:has-text("with 1 record as its sample")`).waitFor();
    expect(await sampleOf(name)).toMatchObject({ expected: [{ verb: 'get', count: '1' }] });
    await driven.press('[aria-label="Unpin, record 1"]');
    await driven.locator('.foot button.main').click();
    await driven.locator(`${status}:has-text("with 2 records as its sample")`).waitFor();
    expect(await sampleOf(name)).toMatchObject({ records: [{ message: 'get 1' }, { message: 'put 2' }] });
  });

  test('an open source is still open after a reload, with what is not saved', async () => {
    await reload();
    await expect.poll(() => driven.textOf('.foot button.main')).toBe('Save');
    await driven.setSteps([...steps, { type: 'set', field: 'kind', value: 'x' }]);
    const unsaved = `Unsaved changes of kept on ${driven.device.name}.`;
    await driven.locator(`${status}:has-text("${unsaved}")`).waitFor();
    await reload();
    await expect.poll(() => types()).toBe('dissect,set');
    await driven.locator(`${status}:has-text("${unsaved}")`).waitFor();
    await driven.locator('.foot button.main').click();
    await driven.locator(`${status}:has-text("Saved as")`).waitFor();
  });

  test('what a closed tab has left is offered to another one, and to no second one', async () => {
    await driven.button('Start anew').click();
    await driven.paste('left behind');
    await driven.locator(`${status}:has-text("This browser keeps a draft.")`).waitFor();
    const other = await driven.page.context().newPage();
    await other.goto(`${driven.service.origin}/workbench`);
    await other.locator('.first-steps').waitFor();
    // The draft of a tab that lives is its own.
    await expect.poll(() => other.locator('.received').count()).toBe(0);
    await driven.page.goto('about:blank');
    await other.goto(`${driven.service.origin}/workbench#/sources`);
    await other.goto(`${driven.service.origin}/workbench`);
    await other.reload();
    await other.locator('.received:has-text("0 steps, 1 line")').waitFor();
    await other.locator('button:text-is("Take it up")').click();
    await other.locator('.line:has-text("left behind")').waitFor();
    await expect.poll(() => other.locator('.received').count()).toBe(0);
    await driven.page.goto(`${driven.service.origin}/workbench`);
    await driven.locator('.first-steps').waitFor();
    await expect.poll(() => driven.locator('.received').count()).toBe(0);
  });

  test('work that is too long to be kept says so, and the browser asks before it is lost', async () => {
    const buffer = Buffer.from(`${'x'.repeat(99)}\n`.repeat(16_000));
    await driven
      .locator('input[type=file]')
      .setInputFiles({ name: 'long.log', mimeType: 'text/plain', buffer });
    await driven.locator(`${status}:has-text("this work is not kept when the page is closed")`).waitFor();
    const isAsked = await driven.page.evaluate<boolean>(`(() => {
      const leaving = new Event('beforeunload', { cancelable: true });
      dispatchEvent(leaving);
      return leaving.defaultPrevented;
    })()`);
    expect(isAsked).toBe(true);
    await driven.button('Remove it').click();
    await driven.locator('.first-steps').waitFor();
  });

  test('the browser keeps drafts and widths, and nothing else', async () => {
    await driven.paste('a');
    await driven.locator(`${status}:has-text("This browser keeps a draft.")`).waitFor();
    const kept = await driven.page.evaluate<readonly string[]>('Object.keys(localStorage)');
    expect(kept.filter((key) => !/^headwater\.(?:draft|view)\./.test(key))).toEqual([]);
    await expect.poll(() => driven.page.evaluate<string>('document.cookie')).toBe('');
  });
});
