/** The workbench in a browser: failures with what may be done about them, which records are shown, and the patterns of messages. */

import { expect, test } from 'vitest';
import { describeDevices } from './driven-page.ts';

const lines = ['get 1', 'get many', 'get 3', 'room=a seat=1', 'room=b seat=2'];
const steps = [
  { type: 'grok', field: 'message', patterns: ['^%{WORD:verb} %{NOTSPACE:n}$'] },
  { type: 'convert', field: 'n', target_type: 'integer' },
  { type: 'rename', field: 'room', target_field: 'place' },
];

describeDevices('failures', (driven) => {
  const heads = () => driven.locator('#output-panel .groups h3').allInnerTexts();
  const note = () => driven.textOf('.fix-note [role=status]');
  const fix = (group: number, title: string) =>
    driven.press(`#output-panel .groups > li:nth-child(${group}) .fixes button:text-is("${title}")`);
  const summaries = () => driven.locator('.card .fold').allInnerTexts();
  // A number and its text stand beside each other.
  const list = async () =>
    (await driven.locator('ol[aria-label="Records"] .line').allInnerTexts()).map(apart);
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const apart = (text: string) => plain(text.replace(/^\s*\d+/, '$& '));

  const tight = (text: string) => text.replaceAll(/\s+/g, '');

  test('are grouped by step, code and message, each with its fixes', async () => {
    await driven.paste(lines.join('\n'));
    await driven.setSteps(steps);
    await driven.tab('Failures');
    await driven.locator('.fixes button:text-is("Add a pattern")').waitFor();
    await expect
      .poll(() => heads())
      .toEqual([
        '2 records: step 3, rename missing_field',
        '2 records: step 1, grok no_match',
        '1 record: step 2, convert not_convertible',
      ]);
    await expect
      .poll(() => driven.locator('.groups > li:nth-child(1) .fixes li').allInnerTexts())
      .toEqual(
        [
          ['ignore_missing: true', 'A record without room passes this step as it is.'],
          ['Drop these records', 'A step before it drops records with NOT room:*'],
          ['ignore_failure: true', 'The record goes on as it was before this step.'],
          ['Keep the reason', 'The record goes on, with the reason in error.message.'],
        ].map((texts) => expect.stringMatching(new RegExp(texts.map(escaped).join('\\s+')))),
      );
    await driven.check('groups');
  });

  test('a fix changes the step, says how many records still fail, and is taken back', async () => {
    await fix(1, 'ignore_missing: true');
    await expect.poll(note).toBe('ignore_missing: true, step 3: none of 2 records fails any more');
    await expect.poll(() => driven.textOf('#tab-Failures .count')).toBe('3');
    await driven.press('.fix-note button:text-is("Take it back")');
    await expect.poll(() => driven.textOf('#tab-Failures .count')).toBe('5');
    await fix(1, 'ignore_missing: true');
    await expect.poll(() => driven.textOf('#tab-Failures .count')).toBe('3');
    await driven.locator('.fixes button:text-is("Add a pattern")').waitFor();
    await expect
      .poll(() => driven.textOf('.groups > li:nth-child(1) .fixes li'))
      .toContain('It reads all of them: ^room=');
    await fix(1, 'Add a pattern');
    // They have no field n, at which the next step fails.
    await expect.poll(note).toBe('Add a pattern, step 1: 2 of 2 records still fail');
    await expect.poll(() => heads()).toContain('2 records: step 2, convert missing_field');
    await driven.check('fixed');
  });

  test('records are dropped by a step before, by their value', async () => {
    await fix(1, 'ignore_missing: true');
    await expect.poll(() => heads()).toEqual(['1 record: step 2, convert not_convertible']);
    await fix(1, 'Drop these records');
    await expect.poll(note).toBe('Drop these records, step 2: none of 1 record fails any more');
    await driven.output('No record fails.');
    await expect.poll(async () => (await summaries()).map(plain)).toContain('2 drop if n:="many"');
    const json = await driven.copyAs('Link');
    expect(json).toContain('#/?state=');
    await driven.button('Close').click();
  });

  test('the other fixes: a type, the reason in a field, a text that grok reads', async () => {
    const fails = { type: 'convert', field: 'message', target_type: 'boolean' };
    await driven.setSteps([fails]);
    await fix(1, 'Convert to auto');
    await driven.output('No record fails.');
    await driven.setSteps([fails]);
    await fix(1, 'Keep the reason');
    await driven.tab('Documents');
    await driven.output('message cannot be converted to boolean.');
    await driven.tab('Failures');
    await driven.setSteps([{ type: 'dissect', field: 'message', pattern: 'get %{n}' }]);
    await fix(1, 'Read them by grok');
    await expect.poll(note).toBe('Read them by grok, step 1: none of 2 records fails any more');
    await driven.setSteps([{ type: 'date', field: 'message', formats: ['ISO8601'] }]);
    await driven.paste('03.01.2026 10:00:00\n17.01.2026 11:30:00');
    await fix(1, 'Add a format');
    await driven.output('No record fails.');
    await driven.setSteps([
      { type: 'rename', field: 'message', target_field: 'a.b' },
      { type: 'fail', message: 'no' },
    ]);
    await fix(1, 'ignore_failure: true');
    await driven.output('No record fails.');
  });

  test('while a step is incomplete, nobody says that all is well', async () => {
    await driven.paste('one');
    await driven.setSteps([{ type: 'set', field: 'a', value: 1 }, { type: 'grok' }]);
    await driven.output('No record failed before this change.');
    await driven.paste('two');
    await driven.output('No record fails at the steps before the one that is incomplete.');
  });

  test('records are shown by what became of them and by step, also after an edit', async () => {
    await driven.paste(lines.join('\n'));
    await driven.setSteps(steps);
    await driven.press('.filters .chip:has-text("Failed 5")');
    await expect.poll(list).toHaveLength(5);
    await driven.press('button[aria-label="Records by step"]');
    await driven.press('.menu:popover-open button:text-is("Step 2, convert: failed 1")');
    await expect.poll(list).toEqual(['2 error: get many']);
    await driven.tab('Documents');
    await expect.poll(() => driven.textOf('#output-panel .chip')).toContain('Step 2, convert: failed');
    await expect.poll(() => driven.locator('#output-panel tbody tr').count()).toBe(1);
    // The step is the same one when others come before it.
    await driven.stepMenu(1, 'Duplicate');
    await expect.poll(() => driven.textOf('#output-panel .chip')).toContain('Step 3, convert: failed');
    await driven.stepMenu(3, 'Turn off');
    await expect.poll(list).toHaveLength(5);
    await driven.press('[aria-label="Undo"]');
    await expect.poll(list).toEqual(['2 error: get many']);
    await driven.press('#output-panel .chip');
    await expect.poll(list).toHaveLength(5);
  });

  test('what no step has changed is found', async () => {
    await driven.setSteps([{ ...steps[0], ignore_failure: true }]);
    await driven.press('.filters .chip:has-text("Unchanged 2")');
    await expect.poll(list).toEqual(['4 room=a seat=1', '5 room=b seat=2']);
    await driven.press('.filters .chip:has-text("Changed 3")');
    await expect.poll(list).toHaveLength(3);
    await driven.press('.filters .chip:has-text("All 5")');
  });

  test('messages of one form are a pattern, which shows its records', async () => {
    await driven.press('button:text-is("Patterns")');
    const rows = async () => (await driven.locator('.pattern').allInnerTexts()).map(tight);
    await expect.poll(rows).toEqual(['240%getnumber', '240%room=anyseat=number', '120%getmany']);
    await driven.press('.pattern:has-text("seat")');
    await expect.poll(list).toEqual(['4 room=a seat=1', '5 room=b seat=2']);
    await driven.check('patterns');
    // Another text has other patterns, and all of its records are shown.
    await driven.paste(Array.from({ length: 900 }, (_, index) => `job ${index} is done`).join('\n'));
    await expect.poll(rows).toEqual(['900100%jobnumberisdone']);
    await driven.locator('.filters .chip[aria-pressed="true"]:has-text("All 900")').waitFor();
    await driven.press('button:text-is("Patterns")');
    await expect.poll(() => driven.locator('.pattern').count()).toBe(0);
  });

  test('failures of a stream are counted from step 1, and open with their fixes', async () => {
    const source = await driven.send('POST', 'source', {
      name: `fails on ${driven.device.name}`,
      format: 'text',
      preprocessors: [{ type: 'set', field: 'kind', value: 'x' }, steps[0]],
    });
    const stream = await driven.send('POST', 'stream', { source: source._id });
    await driven.send('POST', `stream/${stream._id}/record`, lines.join('\n'), {
      'content-type': 'text/plain',
    });
    await driven.go(`streams/${stream._id}`);
    await driven.locator('tbody th:text-is("2 grok of message")').waitFor();
    await driven.press('button[aria-label="Fix in the workbench: 2 grok of message, no_match"]');
    await driven.locator('#tab-Failures[aria-selected="true"]').waitFor();
    await expect.poll(heads).toEqual(['2 records: step 2, grok no_match']);
    await driven.locator('.fixes button:text-is("Add a pattern")').waitFor();
    await fix(1, 'Add a pattern');
    await expect.poll(note).toBe('Add a pattern, step 2: none of 2 records fails any more');
    await driven.check('stream');
  });
});

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
