/** Editors of patterns and JSON: colors, completion, explanations, unfinished texts; and one history of all changes. */

import { expect, test } from 'vitest';
import { describeDevices, nameOfSource } from './driven-page.ts';

const lines = ['10.0.0.1 - ada GET 512', '10.0.0.2 - bob PUT 12'];
const grok = { type: 'grok', field: 'message', patterns: ['%{IP:client} - %{WORD:user} %{GREEDYDATA:rest}'] };
const patterns = '[id$="-patterns"]';
const undoKeys = ['Control+z', 'Meta+z'];
const redoKeys = ['Control+Shift+Z', 'Control+y', 'Meta+Shift+Z'];

describeDevices('editor', (driven) => {
  const type = async (text: string) => driven.page.keyboard.type(text);
  const press = async (key: string) => driven.page.keyboard.press(key);
  const openGrok = async () => {
    await driven.paste(lines.join('\n'));
    await driven.setSteps([grok]);
    await driven.openStep(1);
    await driven.editor(patterns).waitFor();
  };
  const kinds = (selector: string, kind: string) =>
    driven.locator(`${selector} .cm-line .${kind}`).allInnerTexts();
  const json = '#steps-json';
  const toggleJson = () => driven.button('JSON').click();

  test('a pattern has the colors of what it captures, and an unknown name is marked', async () => {
    await openGrok();
    await driven.locator(`${patterns} .c0`).first().waitFor();
    await expect.poll(() => kinds(patterns, 'name')).toEqual(['IP', 'WORD', 'GREEDYDATA']);
    await expect.poll(() => kinds(patterns, 'field')).toEqual(['client', 'user', 'rest']);
    const colorOf = (selector: string) =>
      driven.page.evaluate<string>(`getComputedStyle(${selector}).backgroundColor`);
    const inEditor = `document.querySelector('${patterns}').shadowRoot.querySelector('.c1')`;
    await expect
      .poll(
        async () => (await colorOf(inEditor)) === (await colorOf(`document.querySelector('.match mark.c1')`)),
      )
      .toBe(true);
    await driven.check('pattern');
    await driven.editor(patterns).fill('%{IP:client} - %{WRD:user:nt} \\[a\\] (?<rest>.*)');
    await expect.poll(() => kinds(patterns, 'wrong')).toEqual(['WRD', 'nt']);
    await driven.locator(`${patterns} .cm-content[aria-description*="did you mean WORD?"]`).waitFor();
  });

  test('names, fields and types are completed, and Tab leaves the field when nothing is listed', async () => {
    await driven.editor(patterns).fill('');
    await driven.editor(patterns).focus();
    await type('%{ip');
    await driven.locator(`${patterns} [role=option]:has-text("IPORHOST")`).first().waitFor();
    await driven.locator(`${patterns} .about:has-text("192.0.2.7")`).first().waitFor();
    await press('Enter');
    await type(':mess');
    await driven.locator(`${patterns} [role=option]:has-text("message")`).first().waitFor();
    await press('Tab');
    await type(':in');
    await driven.locator(`${patterns} [role=option]:has-text("int")`).first().click();
    await expect.poll(() => driven.editorText(patterns)).toBe('%{IP:message:int}');
    await press('Tab');
    await expect
      .poll(() => driven.page.evaluate<string>('document.activeElement.className'))
      .not.toContain('editor');
  });

  test('the reference at the caret is explained, with what it has captured', async () => {
    await driven.editor(patterns).fill(grok.patterns[0] ?? '');
    await driven.locator(`${patterns} .c0`).first().waitFor();
    await driven.editor(patterns).focus();
    await press('Control+Home');
    await driven.locator('.explained:has-text("10.0.0.1"):has-text("%{IPV4}")').first().waitFor();
    await driven.locator(`${patterns} .field:text-is("user")`).first().hover();
    await driven.locator(`${patterns} .cm-tooltip-hover:has-text("ada")`).first().waitFor();
    await driven.check('explained');
    await press('Escape');
  });

  test('a list of patterns has a line for each; a single pattern has one', async () => {
    await driven.editor(patterns).fill('%{IP:a}');
    await driven.editor(patterns).focus();
    await press('End');
    await press('Enter');
    await type('x');
    await expect.poll(() => driven.editorText(patterns)).toBe('%{IP:a}\nx');
    await driven.setSteps([{ type: 'dissect', field: 'message', pattern: '%{ip} - %{+a} %{->}' }]);
    await driven.openStep(1);
    const pattern = '[id$="-pattern"]';
    await driven.locator(`${pattern} .field:text-is("ip")`).first().waitFor();
    await driven.editor(pattern).focus();
    await press('End');
    await press('Enter');
    await expect.poll(() => driven.editorText(pattern)).toBe('%{ip} - %{+a} %{->}');
    await press('Control+Home');
    await driven.locator('.explained:has-text("10.0.0.1")').first().waitFor();
    await driven.check('dissect');
  });

  test('JSON has colors, marks its mistake, and shows the mate of a bracket', async () => {
    await toggleJson();
    await driven.editor(json).fill('{"preprocessors": [{"type": "trim" "field": 1}]}');
    await expect.poll(() => kinds(json, 'wrong')).toEqual(['"field"']);
    await expect.poll(() => kinds(json, 'name')).toContain('"preprocessors"');
    await driven.editor(json).focus();
    await press('Control+End');
    await expect.poll(() => kinds(json, 'mate')).toEqual(['{', '}']);
    await driven.check('json');
  });

  test('steps that are not JSON yet are kept on the way to the cards and over a reload', async () => {
    const text = await driven.editorText(json);
    await toggleJson();
    await driven.locator('.unfinished').waitFor();
    await driven.check('unfinished');
    await driven.locator('.foot [role=status]:has-text("This browser keeps a draft.")').waitFor();
    await driven.page.reload();
    await driven.locator('.unfinished').waitFor();
    await driven.button('Go on with the JSON').click();
    await expect.poll(() => driven.editorText(json)).toBe(text);
    await toggleJson();
    await driven.press('.unfinished button:text-is("Discard it")');
    await expect.poll(() => driven.locator('.unfinished').count()).toBe(0);
    await toggleJson();
    await expect.poll(() => driven.editorText(json)).toContain('"dissect"');
    await toggleJson();
  });

  test('an option that is not JSON yet is kept, too, and so are steps that are off', async () => {
    await driven.setSteps([
      { ...grok, pattern_definitions: { A: 'b' } },
      { type: 'trim', field: 'rest' },
    ]);
    await driven.stepMenu(2, 'Turn off');
    await driven.openStep(1);
    const definitions = '[id$="-pattern_definitions"]';
    await driven.editor(definitions).fill('{"A": "b", "C"');
    await driven.locator('.option .issue:has-text("This is not JSON yet")').waitFor();
    await driven.locator('.foot [role=status]:has-text("This browser keeps a draft.")').waitFor();
    await driven.page.reload();
    await driven.locator('.card:has-text("unfinished JSON")').waitFor();
    await driven.locator('.card.disabled:has-text("trim")').waitFor();
    await driven.openStep(1);
    await expect.poll(() => driven.editorText(definitions)).toBe('{"A": "b", "C"');
    await driven.press('.option button:text-is("Discard the text")');
    await expect.poll(() => driven.editorText(definitions)).toContain('"A": "b"');
    await expect.poll(() => driven.locator('.card:has-text("unfinished JSON")').count()).toBe(0);
  });

  test('one history has steps, patterns, the text and its format; keys and buttons agree', async () => {
    const types = async () => (await driven.locator('.card strong').allInnerTexts()).join();
    await driven.button('Start anew').click();
    await driven.locator('.first-steps').waitFor();
    await openGrok();
    await driven.editor(patterns).fill('%{IP:a}');
    await driven.paste('one');
    await driven.locator('#input select').first().selectOption('ndjson');
    const records = () => driven.valueOf('textarea.records');
    const format = () => driven.valueOf('#input select');
    const undo = async (place: number) => {
      // In a field, and outside of all fields.
      if (place % 2 === 0) await driven.locator('textarea.records').focus();
      else await driven.locator('#tab-Documents').focus();
      await press(undoKeys[place % undoKeys.length] ?? '');
    };
    await undo(0);
    await expect.poll(() => format()).toBe('text');
    await undo(1);
    await expect.poll(() => records()).toBe(lines.join('\n'));
    await driven.editor(patterns).focus();
    await press('Control+z');
    await expect.poll(() => driven.editorText(patterns)).toBe(grok.patterns[0]);
    await press('Control+z');
    await expect.poll(() => types()).toBe('');
    await expect.poll(() => records()).toBe(lines.join('\n'));
    for (const key of redoKeys) await press(key);
    await expect.poll(() => records()).toBe('one');
    await expect.poll(() => driven.editorText(patterns)).toBe('%{IP:a}');
    // The button goes on where the keys have ended, and undoes no undo.
    await driven.press('button[aria-label="Redo"]');
    await expect.poll(() => format()).toBe('ndjson');
    await driven.press('button[aria-label="Undo"]');
    await driven.press('button[aria-label="Undo"]');
    await expect.poll(() => records()).toBe(lines.join('\n'));
    await driven.press('button[aria-label="Undo"]');
    await expect.poll(() => driven.editorText(patterns)).toBe(grok.patterns[0]);
  });

  test('a pin is undone and made again', async () => {
    await driven.tab('Expected');
    await driven.press('button:text-is("Pin record 1 as expected")');
    const pins = () => driven.locator('[aria-label^="Unpin"]').count();
    await expect.poll(() => pins()).toBe(1);
    await press('Control+z');
    await expect.poll(() => pins()).toBe(0);
    await press('Control+y');
    await expect.poll(() => pins()).toBe(1);
    await press('Control+z');
    await expect.poll(() => pins()).toBe(0);
    await driven.tab('Documents');
  });

  test('what is typed into the text or JSON is undone in the field, with the caret at its place', async () => {
    await driven.paste('one\ntwo');
    await driven.locator('textarea.records').focus();
    await press('Control+Home');
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await type('x');
    await expect.poll(() => driven.valueOf('textarea.records')).toBe('xone\ntwo');
    await press('Control+z');
    await expect.poll(() => driven.valueOf('textarea.records')).toBe('one\ntwo');
    await expect.poll(() => driven.page.evaluate<number>('document.activeElement.selectionStart')).toBe(0);
    await press('Control+y');
    await expect.poll(() => driven.valueOf('textarea.records')).toBe('xone\ntwo');
  });

  test('a field that the page does not keep undoes its own text first', async () => {
    const count = await driven.locator('.card').count();
    const name = nameOfSource;
    await driven.locator(name).first().focus();
    await type('spring');
    await press('Control+z');
    await expect.poll(() => driven.valueOf(name)).toBe('');
    await expect.poll(() => driven.valueOf('textarea.records')).toBe('xone\ntwo');
    await press('Control+z');
    await expect.poll(() => driven.valueOf('textarea.records')).toBe('one\ntwo');
    await expect.poll(() => driven.locator('.card').count()).toBe(count);
  });
});
