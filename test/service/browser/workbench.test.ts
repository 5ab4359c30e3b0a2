/** The workbench of a running service, in a browser: from lines that are pasted to documents that are stored. */

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocalService } from '../../support/local-service.ts';
import {
  type Browser,
  type BrowserPage,
  devices,
  openWatched,
  screenshots,
  seriousFindings,
  startBrowser,
  startWatched,
} from './chromium.ts';

const browser = await startBrowser();

if (typeof browser === 'string') test.skip(`skipped: ${browser}`);

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

describe.skipIf(typeof browser === 'string')('the workbench', () => {
  let service: LocalService;
  let axe: string;
  beforeAll(async () => {
    ({ service, axe } = await startWatched());
  });
  afterAll(() => (browser as Browser).close());

  describe.each(devices)('on %s', (name, device) => {
    let page: BrowserPage;
    let faults: string[];

    beforeAll(async () => {
      // The conflict that a test makes.
      const isExpected = (message: string) => / 412 /.test(message);
      ({ page, faults } = await openWatched(browser, device, service.origin, isExpected));
      await page.goto(`${service.origin}/workbench`);
      await page.locator('textarea.records').waitFor();
    });

    const shoot = (part: string) =>
      page.screenshot({ path: join(screenshots, `workbench-${device.viewport.width}-${part}.png`) });
    const paste = (text: string) => page.locator('textarea.records').fill(text);
    const button = (text: string) => page.locator(`button:has-text("${text}")`).first();
    const output = (text: string) => page.locator(`#output-panel:has-text("${text}")`);
    const setSteps = async (preprocessors: readonly object[]) => {
      await button('JSON').click();
      await page.locator('textarea.tall').fill(JSON.stringify({ preprocessors }));
      await button('JSON').click();
    };

    test('suggests steps for pasted lines, which a person takes, and shows which lines fail', async () => {
      await paste(accessLog.join('\n'));
      await page.locator('.suggestion').first().waitFor();
      await shoot('suggestion');
      await button('Take it').click();
      await output('2026-11-25T22:00:00.000Z').waitFor();
      expect(await page.locator('.card').first().innerText()).toContain('999 succeeded, 1 failed');
      await button('Next failure').click();
      expect(await page.locator('.line[aria-pressed="true"]').innerText()).toContain('18 garbage');
      await shoot('documents');
      await page.locator('#tab-Failures').click();
      await output('message is not a line of an access log.').waitFor();
      await page.locator('#tab-Mapping').click();
      await output('http.response.status_code').waitFor();
      await page.locator('#tab-Record').click();
      await output('error').waitFor();
      await page.locator('#tab-Documents').click();
    });

    test('moves, disables, removes and restores steps by keyboard', async () => {
      const types = async () => (await page.locator('.card strong').allInnerTexts()).join();
      const press = async (label: string) => {
        await page.locator(`[aria-label^="${label}"]`).first().focus();
        await page.keyboard.press('Enter');
      };
      const before = await types();
      await press('Move step 2');
      expect(await types()).toBe(before.split(',').toReversed().join());
      await press('Turn off step 1');
      expect(await page.locator('.card.disabled').count()).toBe(1);
      await press('Remove step 1');
      expect(await page.locator('.card').count()).toBe(1);
      await page.locator('button.fold').first().focus();
      for (let times = 0; times < 3; times++) await page.keyboard.press('Control+z');
      expect(await types()).toBe(before);
      await page.keyboard.press('Control+Shift+z');
      expect(await types()).toBe(before.split(',').toReversed().join());
      await page.keyboard.press('Control+z');
    });

    test('marks mistakes at their options, and colors what a pattern captures', async () => {
      await setSteps([{ type: 'grok', field: 'message', patterns: ['%{IP:ip} - %{NUMBR:x}'] }]);
      await page.locator('.option .issue').first().waitFor();
      expect(await page.locator('.option .issue').innerText()).toContain('NUMBR');
      const patterns = page.locator('.option textarea').first();
      await patterns.fill('^%{IP:client} - %{DATA:user} \\[%{HTTPDATE:when}\\] x');
      await page.locator('.match .issue').waitFor();
      await page.locator('.line').first().click();
      await page.locator('.match mark').first().waitFor();
      expect(await page.locator('.match mark').allInnerTexts()).toContainEqual(
        expect.stringMatching(/^10\.0\.0\.\d+\s*client$/),
      );
      expect(await page.locator('.match .issue').innerText()).toContain('Expected there: x');
      await shoot('captures');
    });

    test('shows hostile records and names as texts', async () => {
      await setSteps([{ type: 'json', field: 'message', add_to_root: true, ignore_failure: true }]);
      await paste(hostile.join('\n'));
      await output('<b>name</b>').waitFor();
      for (const tab of ['Failures', 'Fields', 'Mapping', 'Record', 'Documents']) {
        await page.locator(`#tab-${tab}`).click();
        await page.locator('#output-panel > *').first().waitFor();
      }
      const made = await page.evaluate<readonly unknown[]>(
        `[document.title, document.querySelectorAll('#workbench :is(script, img, svg, b, iframe)').length,
          Object.keys(Object.prototype).length, ({}).isAdmin]`,
      );
      expect(made).toEqual(['Headwater: workbench', 0, 0, undefined]);
    });

    test('ends a record that takes too long, and goes on with the others', async () => {
      await setSteps([{ type: 'gsub', field: 'message', pattern: '^(a|a)*$', replacement: 'x' }]);
      await paste(`first\n${'a'.repeat(40)}!\nlast`);
      await page.locator('#tab-Failures').click();
      await output('record_timeout').waitFor();
      expect(await page.locator('.card').first().innerText()).toContain('2 succeeded');
      await page.locator('#tab-Documents').click();
    });

    test('saves a source, shows a conflict, opens a stream and pushes the text', async () => {
      await setSteps([{ type: 'dissect', field: 'message', pattern: '%{a} %{b}' }]);
      await paste('1 2\n3 4\nnothing');
      await page.locator('.foot input').first().fill(`made on ${name}`);
      await button('Save as a new source').click();
      await page.locator('[role=status]:has-text("Saved as")').waitFor();
      const list = await service.fetch(`/v1/source?query=${encodeURIComponent(`name:"made on ${name}"`)}`);
      const { hits } = (await list.json()) as { readonly hits: readonly { readonly _id: string }[] };
      const id = hits[0]?._id ?? '';
      const changed = await service.fetch(`/v1/source/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/merge-patch+json' },
        body: '{"description":"by somebody else"}',
      });
      expect(changed.status).toBe(200);
      await page.locator('.foot button.main').click();
      await page.locator('.conflict').waitFor();
      expect(await page.locator('.conflict').innerText()).toContain('by somebody else');
      await shoot('conflict');
      await button('Save yours over it').click();
      await button('Open a stream').click();
      await button('Push all records').click();
      await page.locator('label:has-text("2 stored, 1 failed")').waitFor();
      // The same pieces have the same keys.
      await button('Push all records').click();
      await page.locator('label:has-text("2 stored, 1 failed")').waitFor();
      const streams = (await (await service.fetch(`/v1/stream?source=${id}`)).json()) as {
        readonly hits: readonly { readonly _id: string }[];
      };
      const records = await service.fetch(`/v1/stream/${streams.hits[0]?._id}/record`);
      expect(((await records.json()) as { readonly hits: readonly object[] }).hits).toHaveLength(2);
    });

    test('makes a link that shows the same to somebody else', async () => {
      await button('Link').click();
      await page.locator('.foot textarea').waitFor();
      const link = await page.evaluate<string>("document.querySelector('.foot textarea').value");
      const other = await (browser as Browser).newPage(device);
      await other.goto(link);
      await other.locator('.card strong:has-text("dissect")').waitFor();
      await other.locator('#output-panel:has-text("3")').waitFor();
      // This browser has one process: it would end with the page.
    });

    test('has no serious fault of accessibility, fits the screen, and is quiet', async () => {
      expect(await seriousFindings(page, axe)).toEqual([]);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(device.viewport.width);
      expect(faults).toEqual([]);
    });

    test('shows 1,000 lines with six steps for each key press', async () => {
      await paste(accessLog.filter((line) => line !== 'garbage').join('\n'));
      await setSteps(nginxSteps);
      await output('none').waitFor();
      const times = await page.evaluate<readonly number[]>(measureKeys);
      const sorted = times.toSorted((a, b) => a - b);
      console.log(
        `${name}: ${sorted[Math.floor(sorted.length / 2)]} ms from a key press to its output (${sorted.join(' ')})`,
      );
      expect(times).toHaveLength(15);
    });
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
