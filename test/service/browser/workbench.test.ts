/** The workbench of a running service, in a browser: from lines that are pasted to documents that are stored. */

import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Browser } from './chromium.ts';
import { browser, describeDevices, nameOfSource } from './driven-page.ts';

const accessLine = (index: number) =>
  `10.0.0.${index % 250} - - [25/Nov/2026:22:00:${String(index % 60).padStart(2, '0')} +0000] "GET /a/${index}?x=1 HTTP/1.1" 200 ${index * 7} "-" "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36"`;
const accessLog = Array.from({ length: 1_000 }, (_, index) => (index === 17 ? 'garbage' : accessLine(index)));

/** Each would run a script, or break a page that is made of texts. */
const hostile = [
  '<script>document.title = "run"</script>',
  '<img src=x onerror="document.title = \'run\'">',
  '"><svg onload="document.title = \'run\'">',
  '{"__proto__": {"isAdmin": true}, "constructor": 1, "<b>name</b>": "<i>value</i>", "toString": "x"}',
  '{"a": {"__proto__": "x", "b": [null, 1e400]}, "hasOwnProperty": 1}',
  'javascript:alert(1)',
  '\u202e\u0000\ud800 }{ ${1+1} {{constructor}}',
];

const nginxSteps = [
  {
    type: 'grok',
    field: 'message',
    patterns: [
      '^%{IPORHOST:ip} - %{DATA:user} \\[%{HTTPDATE:time}\\] "%{WORD:method} %{NOTSPACE:url} HTTP/%{NUMBER:http}" %{INT:status:int} %{INT:bytes:int} "%{DATA:referrer}" "%{DATA:agent}"$',
    ],
  },
  { type: 'date', field: 'time', formats: ['dd/MMM/yyyy:HH:mm:ss Z'] },
  { type: 'user_agent', field: 'agent' },
  { type: 'uri_parts', field: 'url', ignore_failure: true },
  { type: 'remove', field: ['message', 'time', 'agent'] },
  { type: 'set', field: 'ip', value: 'none' },
];

describeDevices('the workbench', (driven) => {
  test('suggests steps for pasted lines, which a person takes: every line becomes a document', async () => {
    await driven.paste(accessLog.join('\n'));
    await driven.locator('.suggestion').first().waitFor();
    await driven.shoot('suggestion');
    await driven.button('Take it').click();
    await driven.output('2026-11-25T22:00:00.000Z');
    await driven.tab('Failures');
    await driven.output('No record fails.');
    await driven.tab('Documents');
  });

  test('shows which lines fail', async () => {
    await driven.setSteps([
      { type: 'access_log', field: 'message' },
      { type: 'remove', field: ['message'] },
    ]);
    await driven.locator('.card:has-text("1 failed")').first().waitFor();
    await expect.poll(() => driven.locator('.card').first().innerText()).toContain('999 \u00b7 1 failed');
    await driven.button('Next failure').click();
    await expect.poll(() => driven.selectedLine()).toBe('18 error: garbage');
    await driven.shoot('documents');
    await driven.tab('Failures');
    await driven.output('message is not a line of an access log.');
    await driven.tab('Mapping');
    await driven.output('http.response.status_code');
    await driven.tab('Record');
    await driven.output('error');
    await driven.tab('Documents');
  });

  test('moves, disables, removes and restores steps by keyboard', async () => {
    const types = async () => (await driven.locator('.card strong').allInnerTexts()).join();
    const before = await types();
    await driven.stepMenu(2, 'Move up');
    await expect.poll(() => types()).toBe(before.split(',').toReversed().join());
    await driven.stepMenu(1, 'Turn off');
    await expect.poll(() => driven.locator('.card.disabled').count()).toBe(1);
    await driven.stepMenu(1, 'Remove');
    await expect.poll(() => driven.locator('.card').count()).toBe(1);
    await driven.locator('button.fold').first().focus();
    for (let times = 0; times < 3; times++) await driven.page.keyboard.press('Control+z');
    await expect.poll(() => types()).toBe(before);
    await driven.page.keyboard.press('Control+Shift+z');
    await expect.poll(() => types()).toBe(before.split(',').toReversed().join());
    await driven.page.keyboard.press('Control+z');
  });

  test('shows what the engine answers before a busy browser has drawn the steps', async () => {
    await driven.page.evaluate('window.frame = requestAnimationFrame; requestAnimationFrame = () => 0');
    for (const mistake of ['NUMBR', 'NUMBRE', 'NUMBRES']) {
      const step = { type: 'grok', field: 'message', patterns: [`%{${mistake}:x}`] };
      await driven.button('JSON').click();
      await driven.editor('#steps-json').waitFor();
      // In one task: the engine answers while the cards wait for their first frame.
      await driven.page.evaluate(`{
        const steps = document.querySelector('#steps-json').shadowRoot.querySelector('.cm-content');
        steps.focus();
        document.getSelection().selectAllChildren(steps);
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', ${JSON.stringify(JSON.stringify({ preprocessors: [step] }))});
        steps.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        document.querySelector('[aria-labelledby=steps-title] button[aria-pressed]').click();
      }`);
      await driven.locator('.card.wrong').first().waitFor();
      await driven.openStep(1);
      await driven.locator(`.option .issue:has-text("${mistake}")`).first().waitFor();
    }
    await driven.page.evaluate('requestAnimationFrame = window.frame');
  });

  test('marks mistakes at their options, and colors what a pattern captures', async () => {
    await driven.setSteps([{ type: 'grok', field: 'message', patterns: ['%{IP:ip} - %{NUMBR:x}'] }]);
    await driven.openStep(1);
    await driven.locator('.option .issue').first().waitFor();
    await expect.poll(() => driven.locator('.option .issue').innerText()).toContain('NUMBR');
    const patterns = driven.editor('.option .editor');
    await patterns.fill('^%{IP:client} - %{DATA:user} \\[%{HTTPDATE:when}\\] x');
    await driven.locator('.match .issue').waitFor();
    await driven.locator('.line').first().click();
    await driven.locator('.match mark').first().waitFor();
    await expect
      .poll(() => driven.locator('.match mark').allInnerTexts())
      .toContainEqual(expect.stringMatching(/^10\.0\.0\.\d+\s*client$/));
    await expect.poll(() => driven.locator('.match .issue').innerText()).toContain('Expected there: x');
    await driven.shoot('captures');
  });

  test('shows hostile records and names as texts', async () => {
    await driven.setSteps([{ type: 'json', field: 'message', add_to_root: true, ignore_failure: true }]);
    await driven.paste(hostile.join('\n'));
    await driven.output('<b>name</b>');
    for (const tab of ['Failures', 'Fields', 'Mapping', 'Record', 'Documents']) {
      await driven.tab(tab);
      await driven.locator('#output-panel > *').first().waitFor();
    }
    const made = await driven.page.evaluate<readonly unknown[]>(
      `[document.title, document.querySelectorAll('#workbench :is(script, img, svg:not(.icon), b, iframe)').length,
          Object.keys(Object.prototype).length, ({}).isAdmin]`,
    );
    expect(made).toEqual(['Headwater: workbench', 0, 0, undefined]);
  });

  test('ends a record that takes too long, and goes on with the others', async () => {
    await driven.setSteps([{ type: 'gsub', field: 'message', pattern: '^(a|a)*$', replacement: 'x' }]);
    await driven.paste(`first\n${'a'.repeat(40)}!\nlast`);
    await driven.tab('Failures');
    await driven.output('record_timeout');
    await driven.openStep(1);
    await driven.locator('.card:has-text("2 succeeded")').waitFor();
    await driven.tab('Documents');
  });

  test('saves a source, shows a conflict, opens a stream and pushes the text', async () => {
    await driven.setSteps([{ type: 'dissect', field: 'message', pattern: '%{a} %{b}' }]);
    await driven.paste('1 2\n3 4\nnothing');
    await driven.locator(nameOfSource).fill(`made on ${driven.device.name}`);
    await driven.button('Save as a new source').click();
    await driven.locator('[role=status]:has-text("Saved as")').waitFor();
    const list = await driven.service.fetch(
      `/v1/source?query=${encodeURIComponent(`name:"made on ${driven.device.name}"`)}`,
    );
    const { hits } = (await list.json()) as { readonly hits: readonly { readonly _id: string }[] };
    const id = hits[0]?._id ?? '';
    const changed = await driven.service.fetch(`/v1/source/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: '{"description":"by somebody else"}',
    });
    expect(changed.status).toBe(200);
    await driven.locator('.foot button.main').click();
    await driven.locator('.conflict').waitFor();
    await expect.poll(() => driven.locator('.conflict').innerText()).toContain('Revision 2');
    await driven.shoot('conflict');
    await driven.button('Keep mine: replace revision 2').click();
    await driven.button('Open a stream').click();
    await driven.button('Push all records').click();
    await driven.locator('label:has-text("2 stored, 1 failed")').waitFor();
    // The same pieces have the same keys.
    await driven.button('Push all records').click();
    await driven.locator('label:has-text("2 stored, 1 failed")').waitFor();
    const streams = (await (await driven.service.fetch(`/v1/stream?source=${id}`)).json()) as {
      readonly hits: readonly { readonly _id: string }[];
    };
    const records = await driven.service.fetch(`/v1/stream/${streams.hits[0]?._id}/record`);
    expect(((await records.json()) as { readonly hits: readonly object[] }).hits).toHaveLength(2);
  });

  test('makes a link that shows the same to somebody else', async () => {
    const link = await driven.copyAs('Link');
    const other = await (browser as Browser).newPage(driven.device);
    await other.goto(link);
    await other.locator('.card strong:has-text("dissect")').waitFor();
    await other.locator('#output-panel:has-text("3")').waitFor();
    // This browser has one process: it would end with the page.
  });

  test('asks before a link replaces work, and closes the source, which no link can replace', async () => {
    const stored = async () => {
      const path = `source?query=${encodeURIComponent(`name:"made on ${driven.device.name}"`)}`;
      return (await driven.send<{ readonly hits: readonly object[] }>('GET', path)).hits;
    };
    const before = await stored();
    const strange = { text: 'a b', input: { format: 'text' }, preprocessors: [{ type: 'drop' }] };
    const link = `?state=${deflateRawSync(JSON.stringify(strange)).toString('base64url')}`;
    const types = async () => (await driven.locator('.card strong').allInnerTexts()).join();
    const asks = '[role=alertdialog]';
    await driven.go('sources');
    await driven.go(link);
    await driven.locator(`${asks}, .card strong:has-text("drop")`).first().waitFor();
    await expect.poll(() => types()).toBe('dissect');
    await driven.check('link');
    await driven.button('Stay here').click();
    await driven.locator(`.bench:not(:has(${asks}))`).waitFor();
    await expect.poll(() => types()).toBe('dissect');
    await expect.poll(() => driven.button('Close the source').count()).toBe(1);
    // In the address of the same view.
    await driven.go(link);
    await driven.locator(asks).waitFor();
    await driven.button('Open the link').click();
    await driven.locator('.card strong:has-text("drop")').waitFor();
    await driven.button('Save as a new source').click();
    await driven.locator('[role=status]:has-text("Saved as")').waitFor();
    const after = await stored();
    expect(after).toEqual(expect.arrayContaining(before.map((one) => expect.objectContaining(one))));
    await driven.go('?state=cut');
    await driven.shows('This link cannot be read');
    await driven.go('');
  });

  test('has no serious fault of accessibility, fits the screen, and is quiet', async () => {
    await driven.check('end');
    // A 412 is an answer that the console of a browser reports.
    expect(driven.faults.splice(0)).toEqual([expect.stringContaining('412')]);
  });

  test('shows 1,000 lines with six steps for each key press', async () => {
    await driven.paste(accessLog.filter((line) => line !== 'garbage').join('\n'));
    await driven.setSteps(nginxSteps);
    await driven.openStep(nginxSteps.length);
    await driven.output('none');
    const times = await driven.page.evaluate<readonly number[]>(measureKeys);
    const sorted = times.toSorted((a, b) => a - b);
    console.log(
      `${driven.device.name}: ${sorted[Math.floor(sorted.length / 2)]} ms from a key press to its output (${sorted.join(' ')})`,
    );
    expect(times).toHaveLength(15);
  });
});

/** Types into the last option, and waits for the cell of the table. */
const measureKeys = `(async () => {
  const times = [];
  const field = [...document.querySelectorAll('.card [id$="-value"]')].at(-1);
  for (let press = 0; press < 15; press++) {
    const start = performance.now();
    field.value = 'v' + press;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => {
      const look = () => [...document.querySelectorAll('#output-panel td')].some(({ textContent }) => textContent === 'v' + press)
        ? resolve() : setTimeout(look, 1);
      look();
    });
    times.push(Math.round(performance.now() - start));
  }
  return times;
})()`;
