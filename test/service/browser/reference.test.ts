/** The reference page of a running service, in a browser: on a desk and on a phone, in both color schemes. */

import { beforeAll, expect, test } from 'vitest';
import { describeDevices } from './driven-page.ts';

describeDevices(
  'the reference page',
  (driven) => {
    beforeAll(() => driven.locator('.opblock').first().waitFor());

    test('shows every operation, to those who open the address of the service', async () => {
      const document = (await (await driven.service.fetch('/v1/openapi.json')).json()) as {
        readonly paths: Readonly<Record<string, object>>;
      };
      const operations = Object.values<object>(document.paths).flatMap((item) => Object.keys(item));
      await expect.poll(() => driven.locator('.opblock').count()).toBe(operations.length);
      await driven.shoot('page');
    });

    test('sends a request, by keyboard alone, whose source is then in the list', async () => {
      const create = driven.locator('#operations-source-source-create .opblock-summary-control');
      await create.focus();
      await driven.page.keyboard.press('Enter');
      const body = driven.locator('#operations-source-source-create textarea');
      await body.waitFor();
      await body.fill(JSON.stringify({ name: `from ${driven.device.name}` }));
      await driven.locator('#operations-source-source-create .execute').focus();
      await driven.page.keyboard.press('Enter');
      const status = driven.locator(
        '#operations-source-source-create .live-responses-table tbody .response-col_status',
      );
      await status.first().waitFor();
      await expect.poll(async () => (await status.first().innerText()).trim()).toBe('201');
      const { hits } = (await (await driven.service.fetch('/v1/source')).json()) as {
        readonly hits: readonly object[];
      };
      expect(hits).toContainEqual(expect.objectContaining({ name: `from ${driven.device.name}` }));
      await driven.shoot('answer');
    });

    test('shows a request as curl before it is sent, whose example is a record, and leads to the workbench', async () => {
      const push = driven.locator('#operations-stream-stream-push');
      await driven.press('#operations-stream-stream-push .opblock-summary-control');
      await push.locator('textarea').waitFor();
      await push.locator('[data-param-name="id"] input').fill('0123456789abcdef01234567');
      await driven.press('#operations-stream-stream-push button:text-is("Show as curl")');
      const command = () => driven.textOf('#operations-stream-stream-push pre.curl');
      await expect.poll(command).toMatch(/^curl -X 'POST' \\\n/);
      await expect
        .poll(() => command())
        .toContain(`${driven.service.origin}/v1/stream/0123456789abcdef01234567/record`);
      await expect.poll(() => command()).toContain('"message": "GET /cart 200"');
      await driven.check('curl');
      await expect.poll(() => driven.locator('.pages a[href="workbench"]:visible').count()).toBe(1);
    });

    test('has no serious fault of accessibility, and fits the screen', () => driven.check('end'));
  },
  { path: '/' },
);
