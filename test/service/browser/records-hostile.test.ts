/** Characters that nobody sees, in every view that shows records, values, names and messages: a mark stands for each, and a copy has them. */

import { beforeAll, expect, test } from 'vitest';
import { describeDevices } from './driven-page.ts';

/** An override of the direction, a space without width, a byte order mark, an escape of terminals, and a tag that spells in secret. */
const unseen = ['\u202e', '\u200b', '\ufeff', '\u001b', '\u{e0041}'];
const hostile = `exe.${unseen.join('x')}gnp`;
const codes = ['U+202E', 'U+200B', 'U+FEFF', 'U+001B', 'U+E0041'];

/** JSON escapes controls. */
const inJson = codes.filter((code) => code !== 'U+001B');

/** Unicode's own lists, without line breaks and tabs. */
const hidden = '/[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Cc}]/u';

describeDevices('hidden characters', (driven) => {
  let stream: string;
  let source: string;

  /** What the page shows or says, each with its element, that still has a hidden character. */
  const raw = () =>
    driven.page.evaluate<readonly string[]>(`(() => {
      const isHidden = (text) => ${hidden}.test((text ?? '').replace(/[\\n\\t]/g, ''));
      const all = [...document.querySelectorAll('body *')];
      const texts = all.flatMap((element) => [...element.childNodes].filter(
        (node) => node.nodeType === 3 && isHidden(node.data)).map(() => element.outerHTML.slice(0, 120)));
      const hints = all.flatMap((element) => ['title', 'aria-label', 'placeholder'].filter(
        (name) => isHidden(element.getAttribute(name))).map((name) => name + ' of ' + element.outerHTML.slice(0, 120)));
      return [...texts, ...hints];
    })()`);

  /** All the hidden characters are marked within an element, and nothing hidden is anywhere. */
  const marks = async (within: string, wanted = codes) => {
    await driven.locator(`${within} >> .unseen >> nth=${wanted.length - 1}`).waitFor();
    const shown = await driven.locator(`${within} >> .unseen`).allInnerTexts();
    expect(new Set(shown)).toEqual(new Set(wanted));
    await expect.poll(() => raw()).toEqual([]);
  };

  beforeAll(async () => {
    const steps = [{ type: 'fail', message: `no ${hostile}`, if: 'level:bad' }];
    source = (await driven.send('POST', 'source', { name: 'seen', format: 'ndjson', preprocessors: steps }))
      ._id;
    stream = (await driven.send('POST', 'stream', { name: 'seen', source }))._id;
    const records = [
      { level: 'good', [`na${hostile}me`]: 'x', message: hostile },
      { level: 'bad', message: hostile },
    ];
    await driven.send(
      'POST',
      `stream/${stream}/record`,
      records.map((record) => JSON.stringify(record)).join('\n'),
      { 'content-type': 'application/x-ndjson' },
    );
  });

  test('records of a stream, their fields and their values', async () => {
    await driven.go(`streams/${stream}/records?column=message`);
    await marks('section[aria-label="Records"] tbody');
    await driven.locator('.field-card').first().waitFor();
    await marks('.field-card >> nth=1 >> summary');
    await driven.press('.field-card:has(.path:text-is("message")) summary');
    await marks('.field-card:has(.path:text-is("message")) li');
    await driven.check('records');
  });

  test('one record: as a tree, as it was pushed, and its steps', async () => {
    await driven.press('section[aria-label="Records"] tbody button');
    await marks('.record-fields .leaf:has-text("message") .value');
    await driven.button('Raw').click();
    await marks('.panel pre', inJson);
    await driven.button('Steps').click();
    await driven.locator('.trace li').first().waitFor();
    await expect.poll(() => raw()).toEqual([]);
    await driven.press('button[aria-label="Close the record"]');
  });

  test('suggestions, and a query that is wrong', async () => {
    await driven.locator('input[aria-label="Query"]').fill('message:');
    await marks('.choices:popover-open [role=option] >> nth=0');
    await driven.locator('input[aria-label="Query"]').fill(`message:"${hostile}`);
    await driven.page.keyboard.press('Escape');
    await driven.page.keyboard.press('Enter');
    await marks('.query-issue code');
  });

  test('failures, sources and streams', async () => {
    await driven.go(`streams/${stream}`);
    await marks('section[aria-labelledby="failures-title"] table');
    await driven.go(`sources/${source}`);
    await driven.locator('#source-title:has-text("seen")').waitFor();
    await expect.poll(() => raw()).toEqual([]);
  });

  test('the workbench: lines, documents, one record, fields, mapping and failures', async () => {
    await driven.go('');
    await driven.paste(`${hostile}\nsecond`);
    await driven.output('second');
    await marks('.lines');
    await marks('#output-panel tbody');
    await driven.tab('Record');
    await marks('#output-panel pre', inJson);
    await driven.tab('Fields');
    await driven.locator('#output-panel .field-rows').waitFor();
    await expect.poll(() => raw()).toEqual([]);
    await driven.tab('Mapping');
    await expect.poll(() => raw()).toEqual([]);
    await driven.setSteps([{ type: 'fail', message: `no ${hostile}` }]);
    await driven.button('JSON').click();
    await driven
      .locator('.cm-specialChar')
      .nth(inJson.length - 1)
      .waitFor();
    await expect
      .poll(async () => new Set(await driven.locator('.cm-specialChar').allInnerTexts()))
      .toEqual(new Set(inJson));
    await driven.button('JSON').click();
    await driven.tab('Failures');
    await marks('#output-panel .groups');
    await driven.check('workbench');
  });

  test('a copy of what is selected has the characters, and not their marks', async () => {
    await driven.go(`streams/${stream}/records?column=message`);
    await marks('section[aria-label="Records"] tbody');
    const copied = await driven.page.evaluate<string>(`(() => {
      const cell = [...document.querySelectorAll('section[aria-label="Records"] td')].find((one) => one.querySelector('.unseen'));
      getSelection().selectAllChildren(cell);
      const data = new DataTransfer();
      cell.dispatchEvent(new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData: data }));
      return data.getData('text/plain');
    })()`);
    expect(copied).toBe(hostile);
    await marks('section[aria-label="Records"] tbody');
  });
});
