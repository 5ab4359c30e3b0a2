/** The workbench in a browser: documents that are expected, what a change breaks against the stored version, and replays. */

import { expect, test } from 'vitest';
import { describeDevices, nameOfSource } from './driven-page.ts';

const grok = (pattern: string) => ({ type: 'grok', field: 'message', patterns: [pattern] });
const strict = grok('^%{WORD:verb} %{INT:count:int}$');
const loose = grok('^%{WORD:verb} %{NOTSPACE:count}$');

describeDevices('expected documents', (driven) => {
  const status = () => driven.textOf('#output-panel [role=status]');

  test('a document is pinned, turns red with its difference, and is accepted', async () => {
    await driven.paste('get 1\nput two\nget 3');
    await driven.setSteps([strict]);
    await driven.output('get');
    await driven.tab('Expected');
    await driven.output('Pin a document as it should be');
    await driven.press('button:text-is("Pin record 1 as expected")');
    await driven.output('1 ✓ as expected');
    // A record that fails is pinned as one that must fail.
    await driven.locator('.line').nth(1).click();
    await driven.press('button:text-is("Pin record 2 as expected")');
    await driven.output('2 ✓ as expected');
    await expect.poll(() => driven.textOf('#tab-Expected')).toBe('Expected');
    await driven.setSteps([loose]);
    await driven.output('1 ✕ not as expected');
    await expect.poll(() => driven.locator('#output-panel h3.bad').allInnerTexts()).toHaveLength(2);
    await expect
      .poll(() => driven.locator('#output-panel .difference').allInnerTexts())
      .toEqual([
        '− expected: 1',
        '+ found: "1"',
        '− expected: null',
        '+ found: {"message":"put two","verb":"put","count":"two"}',
      ]);
    await driven.textOf('#tab-Expected .count.failing:text-is("2")');
    await driven.check('red');
    await driven.press('button[aria-label="Expect what it becomes now, record 1"]');
    await driven.output('1 ✓ as expected');
    await driven.press('[aria-label="Undo"]');
    await driven.output('1 ✕ not as expected');
    await driven.press('[aria-label="Redo"]');
    await driven.output('1 ✓ as expected');
    await driven.press('button[aria-label="Unpin, record 2"]');
    await expect.poll(() => driven.locator('#output-panel .groups > li').count()).toBe(1);
  });

  test('a link has what is expected', async () => {
    const link = await driven.copyAs('Link');
    const other = await driven.newPage();
    await other.goto(link);
    await other.locator('#tab-Expected').click();
    await other.locator('#output-panel h3.good:has-text("as expected")').waitFor();
    await driven.button('Close').click();
  });

  test('a source keeps what is expected with its sample, which a preview compares', async () => {
    const { name } = driven.device;
    await driven.locator(nameOfSource).fill(`tested on ${name}`);
    await driven.button('Save as a new source').click();
    await driven.locator('[role=status]:has-text("Saved as")').waitFor();
    await driven.tab('Expected');
    await driven.press('button:text-is("Store them as the sample")');
    await driven.output('The sample has 1 of them');
    const query = encodeURIComponent(`name:"tested on ${name}"`);
    const { hits } = await driven.send<{ readonly hits: readonly { readonly _id: string }[] }>(
      'GET',
      `source?query=${query}`,
    );
    const source = hits[0]?._id;
    const sample = await driven.send<object>('GET', `source/${source}/sample`);
    expect(sample).toMatchObject({
      records: [{ message: 'get 1' }],
      expected: [{ message: 'get 1', verb: 'get', count: '1' }],
    });
    // The page of the source opens it with its sample.
    await driven.go(`sources/${source}`);
    await driven.press('text=Open with its sample');
    await driven.tab('Expected');
    await driven.output('1 ✓ as expected');
    await expect.poll(() => driven.valueOf('textarea.records')).toBe('get 1');
    await expect.poll(() => driven.textOf('.foot button.main')).toBe('Save');
  });

  test('a change is compared with the stored version: records that break, documents and fields', async () => {
    await driven.paste('get 1\nput two\nget 3\n- -');
    await driven.tab('Changes');
    await driven.output('the same: 4');
    await driven.setSteps([strict, { type: 'set', field: 'kind', value: 'x' }]);
    await driven.output('No document any more: 1');
    await driven.textOf('#tab-Changes .count.failing:text-is("3")');
    await expect
      .poll(() => status())
      .toBe('No document any more: 1, a document now: 0, another: 2, the same: 1.');
    await expect
      .poll(() => driven.locator('.changed-fields li').allInnerTexts())
      .toEqual(['count was text, is long', 'kind is new: text']);
    await expect
      .poll(() => driven.locator('section[aria-label="Documents that differ"] .difference').allInnerTexts())
      .toEqual([
        '− stored: "1"',
        '+ now: 1',
        '− stored: absent',
        '+ now: "x"',
        '− stored: "3"',
        '+ now: 3',
        '− stored: absent',
        '+ now: "x"',
      ]);
    await driven.press('section[aria-label="Records without a document now"] button');
    await expect.poll(() => driven.selectedLine()).toBe('2 error: put two');
    await driven.check('changes');
    await driven.setSteps([grok('^%{GREEDYDATA:verb}$')]);
    await driven.output('a document now: 1');
    await expect
      .poll(() => driven.locator('.changed-fields li').allInnerTexts())
      .toEqual(['count is gone (it was text)']);
  });

  test('failures of the stream are replayed from the foot, with the steps that are saved', async () => {
    await driven.setSteps([strict]);
    await driven.locator('.foot button.main').click();
    await driven.locator('[role=status]:has-text("Saved as")').waitFor();
    await driven.output('the same: 4');
    await driven.paste(Array.from({ length: 1_203 }, (_, index) => `get x${index}`).join('\n'));
    await driven.button('Open a stream').click();
    await driven.button('Push all records').click();
    await driven.locator('.foot label:has-text("0 stored, 1203 failed")').waitFor();
    await driven.setSteps([loose]);
    await driven.locator('.foot button.main').click();
    await driven.output('the same: 1000');
    const panel = 'section[aria-labelledby="replay-title"]';
    await driven.locator(`${panel} input`).fill('1100');
    await driven.button('Replay 1,100 failures').click();
    await driven.shows('1,100 replayed: 1,100 stored, 0 failed, 0 dropped. There are more.');
    await driven.check('replayed');
    await driven.button('Replay all in the background').click();
    await driven.locator(`${panel} tbody td:text-is("103")`).first().waitFor();
    await driven.locator(`${panel} tbody td:text-is("done")`).first().waitFor();
  });
});
