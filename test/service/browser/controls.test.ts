/** Controls of the workbench that the other files do not drive: files, stored records, cards within cards, JSON, copies, and many records. */

import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { type DrivenPage, describeDevices } from './driven-page.ts';

const plain = { 'content-type': 'text/plain' };
describeDevices('the controls', (driven) => {
  beforeAll(async () => {
    const source = await driven.send('POST', 'source', { name: 'kept', format: 'text', preprocessors: [] });
    await driven.send('PUT', `source/${source._id}/sample`, 'of the sample\n', plain);
    const steps = [{ type: 'dissect', field: 'message', pattern: '%{a} %{b}' }];
    const parsing = await driven.send('POST', 'source', {
      name: 'parsing',
      format: 'text',
      preprocessors: steps,
    });
    const stream = await driven.send('POST', 'stream', { name: 'live', source: parsing._id });
    await driven.send('POST', `stream/${stream._id}/record`, 'first record\nfailure', plain);
  });

  testRecords(driven);
  testSteps(driven);
  testResults(driven);
});

function testRecords(driven: DrivenPage): void {
  test('a file is chosen, and another one dropped, each in its encoding', async () => {
    const buffer = Buffer.from([0xff, 0xfe, ...Buffer.from('caf\u00e9 1', 'utf16le')]);
    await driven.locator('input[type=file]').setInputFiles({ name: 'a.log', mimeType: 'text/plain', buffer });
    await driven.shows('a.log: UTF-16 (little-endian), 14 bytes');
    await expect.poll(() => driven.valueOf('textarea.records')).toBe('caf\u00e9 1');
    await driven.page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array([0x63, 0x61, 0x66, 0xe9])], 'b.log'));
      document.querySelector('textarea.records').dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }`);
    await driven.shows('b.log: Windows-1252, 4 bytes');
    await expect.poll(() => driven.valueOf('textarea.records')).toBe('caf\u00e9');
  });

  test('the sample of a source, and the records and failures of a stream are loaded', async () => {
    for (const [kind, name, text] of [
      ['Sample', 'kept', 'of the sample'],
      ['Records', 'live', 'first record'],
      ['Failures', 'live', 'failure'],
    ] as const) {
      await driven.locator('input[aria-label="Load stored records"]').focus();
      await driven.page.keyboard.type(name);
      const choices = driven.locator(`.choices:popover-open .group:text-is("${kind}") + [role=option]`);
      await choices.first().click();
      await driven.shows(`${kind} of ${name}: 1 record`);
      await expect.poll(() => driven.valueOf('textarea.records')).toBe(text);
    }
  });

  test('a format has its options, and a regular expression makes records of several lines', async () => {
    await driven.paste('a;b\n1;2');
    await driven.locator('label:has-text("Format") select').first().selectOption('csv');
    await driven.locator('label:has-text("Separator") select').selectOption(';');
    await driven.locator('#output-panel th:has-text("b")').waitFor();
    await expect
      .poll(async () => (await driven.locator('#output-panel th').allInnerTexts()).slice(0, 3))
      .toEqual(['Record', 'a', 'b']);
    await driven.paste('1;2\n3;4');
    // As a person does, who then leaves the field.
    await driven.locator('label:has-text("Columns") input').focus();
    await driven.page.keyboard.type('first, second');
    await driven.page.keyboard.press('Tab');
    await driven.locator('#output-panel th:has-text("first")').waitFor();
    await expect.poll(() => driven.locator('#output-panel tbody tr').count()).toBe(2);
    await driven.locator('label:has-text("Format") select').first().selectOption('text');
    await driven.paste('1 a\n  more\n2 b');
    const begins = 'label:has-text("A record begins") input';
    await driven.locator(begins).focus();
    await driven.page.keyboard.type('^\\d');
    // Whatever shows the field again, such as a result of the engine, leaves in it what is typed.
    for (let times = 0; times < 2; times++)
      await driven.page.evaluate(`(() => {
        document.querySelector('#input label:has(input[type=checkbox]) input').click();
        return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      })()`);
    await expect.poll(() => driven.page.evaluate('document.activeElement.value')).toBe('^\\d');
    await driven.page.keyboard.press('Tab');
    await driven.records(2);
    await driven.press('[aria-label="Undo"]');
    await driven.records(3);
  });
}

function testSteps(driven: DrivenPage): void {
  const types = async () =>
    (await driven.locator('ol[aria-label="Steps"] > .card > .step-row strong').allInnerTexts()).join();

  test('steps are added, dragged, duplicated, folded, and have options that are added and removed', async () => {
    for (const type of ['set', 'rename', 'trim']) await driven.addStep(type);
    await expect.poll(() => types()).toBe('set,rename,trim');
    // A new step has the focus in its first field, and is the only one that is open.
    await expect.poll(() => driven.page.evaluate('document.activeElement.id')).toMatch(/^option-\d+-field$/);
    for (const place of [1, 2]) await driven.openStep(place);
    await expect.poll(() => driven.locator('.card .options').count()).toBe(1);
    await driven.press('.fold[aria-expanded="true"]');
    await expect.poll(() => driven.locator('.card .options').count()).toBe(0);
    await driven.locator('.card .handle').nth(2).dragTo(driven.locator('.card').first());
    await expect.poll(() => types()).toBe('trim,set,rename');
    await driven.stepMenu(2, 'Duplicate');
    await expect.poll(() => types()).toBe('trim,set,set,rename');
    for (const place of [4, 3, 1]) await driven.stepMenu(place, 'Remove');
    await driven.openStep(1);
    await driven.choose('.card .more', 'if');
    await driven.locator('.card [id$="-if"]').fill('message:none');
    await driven.locator('.card [id$="-field"]').fill('kind');
    await driven.choose('.card .more', 'value');
    await driven.locator('.card [id$="-value"]').fill('7');
    await driven.shows('3 skipped');
    await driven.press('[aria-label="Remove the option if"]');
    await driven.shows('3 succeeded');
    await driven.output('7');
  });

  test('the step of foreach, and the steps after a failure, are cards within the card', async () => {
    await driven.setSteps([{ type: 'foreach', field: 'list' }]);
    await driven.paste('{"list": [" a ", "b"]}\n{"list": 1}');
    await driven.locator('label:has-text("Format") select').first().selectOption('ndjson');
    await driven.openStep(1);
    await driven.choose('.nested .type-choice', 'trim');
    // What is wrong within the inner step is said at its option.
    await driven.locator('.nested .option .issue').first().waitFor();
    await driven.locator('.nested [id$="-processor-field"]').fill('_ingest._value');
    await driven.shows('1 succeeded, 1 failed');
    await driven.choose('.step-body > .options > .more', 'on_failure');
    const inner = '.nested:has(legend:text-is("on_failure"))';
    await driven.locator(`${inner} .card`).first().waitFor();
    await driven.choose(`${inner} > .type-choice`, 'set');
    await driven.locator(`${inner} [id$="-1-field"]`).fill('second');
    await driven.choose(`${inner} .card:nth-child(2) .more`, 'value');
    await driven.locator(`${inner} [id$="-1-value"]`).fill('yes');
    await driven.tab('Documents');
    await driven.output('second');
    await driven.press('[aria-label="Move up: on_failure 2, set"]');
    await driven.press('[aria-label="Duplicate: on_failure 1, set"]');
    await driven.press('[aria-label="Remove: on_failure 3, set"]');
    await driven.check('nested');
    await driven.button('JSON').click();
    await expect
      .poll(async () => JSON.parse(await driven.editorText('#steps-json')))
      .toEqual({
        preprocessors: [
          {
            type: 'foreach',
            field: 'list',
            processor: { type: 'trim', field: '_ingest._value' },
            on_failure: [
              { type: 'set', field: 'second', value: 'yes' },
              { type: 'set', field: 'second', value: 'yes' },
            ],
          },
        ],
      });
    await driven.button('JSON').click();
  });

  test('the JSON of the steps is completed from the catalogue, by keyboard and by mouse', async () => {
    await driven.button('JSON').click();
    const editor = driven.editor('#steps-json');
    const { keyboard } = driven.page;
    await editor.fill('');
    await editor.focus();
    await keyboard.type('{"preprocessors": [{"ty');
    await driven.locator('#steps-json [role=option]:has-text("type")').first().waitFor();
    await keyboard.press('Enter');
    await keyboard.type('gro');
    await driven.locator('#steps-json [role=option]:has-text("grok")').first().waitFor();
    await keyboard.press('Tab');
    await expect.poll(() => driven.editorText('#steps-json')).toBe('{"preprocessors": [{"type": "grok"');
    await keyboard.type(', "');
    await driven.locator('#steps-json [role=option]:has-text("patterns")').first().waitFor();
    await keyboard.press('Escape');
    await expect.poll(() => driven.locator('#steps-json [role=option]').count()).toBe(0);
    await keyboard.press('Control+Space');
    await driven.locator('#steps-json [role=option]:has-text("description")').first().waitFor();
    await driven.check('completion');
    await keyboard.type('ecs');
    await driven.locator('#steps-json [role=option]').first().click();
    await keyboard.press('Backspace');
    await expect.poll(() => driven.editorText('#steps-json')).toContain('"ecs_compatibility": ');
    await driven.button('JSON').click();
  });
}

function testResults(driven: DrivenPage): void {
  test('the work is taken along as a command, as a pipeline of Elasticsearch, and as a file', async () => {
    await driven.setSteps([{ type: 'lowercase', field: 'a' }]);
    expect(await driven.copyAs('curl')).toContain(`curl -s '${driven.service.origin}/v1/source'`);
    expect(JSON.parse(await driven.copyAs('Elasticsearch pipeline'))).toMatchObject({
      processors: [{ lowercase: { field: 'a' } }],
    });
    const file: object = JSON.parse(await driven.copyAs('Source file'));
    expect(file).toMatchObject({ format: 'ndjson', preprocessors: [{ type: 'lowercase', field: 'a' }] });
    // What is copied is a source that the service takes.
    expect(await driven.send('POST', 'source', file)).toHaveProperty('_id');
  });

  test('a stream shows how far the delivery to its index is behind', async () => {
    const source = await driven.send('POST', 'source', { format: 'text', preprocessors: [] });
    const sink = { kind: 'opensearch', index: 'behind' };
    const stream = await driven.send('POST', 'stream', { source: source._id, sink });
    await driven.send('POST', `stream/${stream._id}/record`, 'a\nb\nc', plain);
    await driven.go(`streams/${stream._id}`);
    await driven.shows('Delivery to the index behind');
    await driven.locator('dt:text-is("Behind") + dd:text-is("3 positions")').waitFor();
    await driven.press('button:text-is("Ask again")');
    await driven.check('sink');
    await driven.go('');
  });

  test('failures are counted further, part by part', async () => {
    const [source] = (
      await driven.send<{ readonly hits: readonly { readonly _id: string }[] }>(
        'GET',
        'source?query=name:parsing',
      )
    ).hits;
    const stream = await driven.send('POST', 'stream', { source: source?._id });
    // One request reads so many bytes of the log, and no more.
    for (let push = 0; push < 3; push++) {
      const lines = Array.from({ length: 500 }, () => randomBytes(4_500).toString('base64'));
      await driven.send('POST', `stream/${stream._id}/record?items=failed`, lines.join('\n'), plain);
    }
    await driven.go(`streams/${stream._id}`);
    const count = 'section[aria-labelledby="failures-title"] [role=status]';
    await driven.locator(`${count}:has-text("At least")`).waitFor();
    const further = driven.locator('button:text-is("Count further")');
    for (let part = 0; part < 20 && (await further.count()) > 0; part++) {
      // The owner's units are back then, also what the page has used before.
      await setTimeout(3_000);
      const before = await driven.textOf(count);
      await driven.press('button:text-is("Count further")');
      await driven.locator(`${count}:not(:text-is("${before}"))`).waitFor();
    }
    await expect.poll(() => driven.textOf(count)).toBe('1,500');
    await driven.go('');
  });

  test('the page answers while 10,000 lines run', async () => {
    await driven.setSteps([{ type: 'user_agent', field: 'message', target_field: 'client' }]);
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36';
    const lines = Array.from({ length: 10_000 }, (_, index) => `${agent} ${index}`);
    const buffer = Buffer.from(lines.join('\n'));
    await driven.locator('input[type=file]').setInputFiles({ name: 'c.log', mimeType: 'text/plain', buffer });
    await driven.shows('too many to edit here');
    await driven.locator('label:has-text("Format") select').first().selectOption('text');
    await driven.records(1_000);
    // The page takes other events between the change and its result, and a control is used meanwhile.
    const turns = await driven.page.evaluate<number>(`(async () => {
      document.querySelector('#input label:has(input[type=checkbox]) input').click();
      document.querySelector('#tab-Fields').click();
      let turns = 0;
      while (!document.body.textContent.includes('All 10,000')) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        turns++;
      }
      return turns;
    })()`);
    expect(turns).toBeGreaterThan(5);
    await expect.poll(() => driven.locator('#tab-Fields[aria-selected="true"]').count()).toBe(1);
    await driven.output('client');
  });

  test('the views fit screens of 390 to 1,920 pixels, light and dark', async () => {
    await driven
      .locator('input[type=file]')
      .setInputFiles({ name: 'd.log', mimeType: 'text/plain', buffer: Buffer.from('get 1\nx') });
    await driven.setSteps([
      { type: 'grok', field: 'message', patterns: ['^%{WORD:verb} %{INT:count:int}$'] },
    ]);
    await driven.tab('Documents');
    await driven.output('get');
    for (const [width, scheme] of [
      [390, 'light'],
      [768, 'dark'],
      [1_920, 'light'],
      [1_920, 'dark'],
    ] as const) {
      await driven.resize(width, scheme);
      await driven.check(`bench-${scheme}`);
      await driven.go('sources');
      await driven.shows('parsing');
      await driven.check(`sources-${scheme}`);
      await driven.go('');
      await driven.output('get');
    }
  });
}
