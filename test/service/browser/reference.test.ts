/** The reference page of a running service, in a browser: on a desk and on a phone, in both color schemes. */

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

describe.skipIf(typeof browser === 'string')('the reference page', () => {
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
      ({ page, faults } = await openWatched(browser, device, service.origin));
      await page.goto(`${service.origin}/`);
      await page.locator('.opblock').first().waitFor();
    });

    const shoot = (part: string) =>
      page.screenshot({ path: join(screenshots, `reference-${device.viewport.width}-${part}.png`) });

    test('shows every operation, to those who open the address of the service', async () => {
      const document = (await (await service.fetch('/v1/openapi.json')).json()) as {
        readonly paths: Readonly<Record<string, object>>;
      };
      const operations = Object.values<object>(document.paths).flatMap((item) => Object.keys(item));
      expect(await page.locator('.opblock').count()).toBe(operations.length);
      await shoot('page');
    });

    test('sends a request, by keyboard alone, whose source is then in the list', async () => {
      const create = page.locator('#operations-source-source-create .opblock-summary-control');
      await create.focus();
      await page.keyboard.press('Enter');
      const body = page.locator('#operations-source-source-create textarea');
      await body.waitFor();
      await body.fill(JSON.stringify({ name: `from ${name}` }));
      await page.locator('#operations-source-source-create .execute').focus();
      await page.keyboard.press('Enter');
      const status = page.locator(
        '#operations-source-source-create .live-responses-table tbody .response-col_status',
      );
      await status.first().waitFor();
      expect((await status.first().innerText()).trim()).toBe('201');
      const { hits } = (await (await service.fetch('/v1/source')).json()) as {
        readonly hits: readonly object[];
      };
      expect(hits).toContainEqual(expect.objectContaining({ name: `from ${name}` }));
      await shoot('answer');
    });

    test('has no serious fault of accessibility, and fits the screen', async () => {
      expect(await seriousFindings(page, axe)).toEqual([]);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(device.viewport.width);
    });

    test('reports no error, and asks no other host', () => {
      expect(faults).toEqual([]);
    });
  });
});
