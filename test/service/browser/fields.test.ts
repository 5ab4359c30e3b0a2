/** The workbench in a browser: fields of the documents, which a click renames, converts or removes. */

import { expect, test } from 'vitest';
import { describeDevices } from './driven-page.ts';

const lines = ['10.0.0.1 5 28/Nov/2026:10:00:00 +0100', '10.0.0.2 7 28/Nov/2026:10:00:01 +0100', 'other'];
const grok = {
  type: 'grok',
  field: 'message',
  patterns: ['^%{IP:addr} (?<size>\\d+) (?<when>.*)$'],
  ignore_failure: true,
};

describeDevices('fields', (driven) => {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const rows = async () => (await driven.locator('.field-rows .field-row').allInnerTexts()).map(plain);
  const steps = async () => (await driven.locator('.card .fold').allInnerTexts()).map(plain);
  const note = async () => plain(await driven.textOf('.fields-view [role=status]'));
  const rename = async (path: string, name: string) => {
    await driven.press(`button[aria-label="Rename ${path}"]`);
    await driven.locator(`input[aria-label="New name of ${path}"]`).fill(name);
    await driven.page.keyboard.press('Enter');
  };
  const convert = async (path: string, title: string) => {
    await driven.press(`button[aria-label$=", type of ${path}"]`);
    await driven.press(`.menu:popover-open button:text-is("${title}")`);
  };

  test('are rows of one height, with their types and how many records have them', async () => {
    await driven.paste(lines.join('\n'));
    await driven.setSteps([grok]);
    await driven.tab('Fields');
    await expect
      .poll(rows)
      .toEqual(['message text 100 % 3', 'addr text 67 % 2', 'size text 67 % 2', 'when text 67 % 2']);
    await driven.press('button[aria-label="Values of addr"]');
    await expect
      .poll(async () => (await driven.locator('.field-top li').allInnerTexts()).map(plain))
      .toEqual(['10.0.0.1 1 33 %', '10.0.0.2 1 33 %', 'without the field 1 33 %']);
    await driven.check('values');
  });

  test('a name that a pattern gives is changed there', async () => {
    await rename('addr', 'source.ip');
    await expect.poll(note).toContain('Step 1, grok, reads it as source.ip.');
    await expect.poll(rows).toContain('source.ip text 67 % 2');
    await expect.poll(steps).toEqual([expect.stringMatching(/^1 grok/)]);
  });

  test('other names get a step, which a second change changes', async () => {
    await rename('message', 'event.original');
    await expect.poll(steps).toContain('2 rename message → event.original');
    await expect.poll(rows).toContain('event.original text 100 % 3');
    // Typed in part, and taken from the list.
    await driven.press('button[aria-label="Rename event.original"]');
    await driven.locator('input[aria-label="New name of event.original"]').fill('error.mess');
    await driven.page.keyboard.press('ArrowDown');
    await driven.page.keyboard.press('Enter');
    await expect.poll(steps).toContain('2 rename message → error.message');
    await driven.press('.fields-view button:text-is("Take it back")');
    await expect.poll(steps).toContain('2 rename message → event.original');
    // The name before: no step is needed.
    await rename('event.original', 'message');
    await expect.poll(steps).toHaveLength(1);
    await driven.press('button[aria-label="Rename size"]');
    await driven.locator('input[aria-label="New name of size"]:focus').waitFor();
    await driven.page.keyboard.press('Escape');
    await expect.poll(() => driven.locator('.field-row form').count()).toBe(0);
  });

  test('a type is converted, and converted again by the same step', async () => {
    await convert('size', 'Convert to long');
    await expect.poll(rows).toContain('size long 67 % 2');
    await expect.poll(note).toContain('Step 2, convert, is new.');
    await convert('size', 'Convert to double');
    await expect.poll(rows).toContain('size float 67 % 2');
    await expect.poll(steps).toHaveLength(2);
  });

  test('a text becomes a date by the format of its values, and fields are removed together', async () => {
    await convert('when', 'Read as @timestamp');
    await expect.poll(rows).toContain('@timestamp date 67 % 2');
    await driven.press('button[aria-label="Remove when"]');
    await expect.poll(steps).toContain('4 remove when');
    await driven.press('button[aria-label="Remove message"]');
    await expect.poll(steps).toContain('4 remove when, message');
    await expect.poll(() => driven.textOf('#tab-Fields .count')).toBe('3');
    await driven.locator('#tab-Failures:not(:has(.count))').waitFor();
    await driven.check('changed');
  });

  test('a name that other steps read stays in them', async () => {
    await driven.setSteps([grok, { type: 'uppercase', field: 'when', ignore_missing: true }]);
    await rename('when', 'event.created');
    await expect.poll(steps).toContain('3 rename when → event.created');
    await expect.poll(rows).toContain('event.created text 67 % 2');
    await driven.setSteps([{ type: 'dissect', field: 'message', pattern: '%{a} %{+b} %{+b}' }]);
    await driven.paste('1 2 3');
    await rename('b', 'rest');
    await expect.poll(note).toContain('Step 1, dissect, reads it as rest.');
    await expect.poll(rows).toContain('rest text 100 % 1');
  });

  test('200 fields are found, sorted, and take no more room than a few', async () => {
    const record = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`f${String((index * 7) % 200).padStart(3, '0')}`, index]),
    );
    await driven.setSteps([
      { type: 'json', field: 'message', add_to_root: true },
      { type: 'remove', field: 'message' },
    ]);
    await driven.paste(JSON.stringify(record));
    await expect.poll(() => driven.textOf('#tab-Fields .count')).toBe('200');
    await driven.press('.field-heads button:text-is("Name")');
    await expect.poll(async () => (await rows())[0]).toBe('f000 long 100 % 1');
    await driven.locator('input[aria-label="Find fields"]').fill('f1');
    await expect.poll(() => driven.textOf('.fields-view')).toContain('100 of 200 fields');
    const height = await driven.page.evaluate<number>('document.querySelector(".fields-view").offsetHeight');
    expect(height).toBeLessThan(1_000);
    await driven.check('many');
  });
});
