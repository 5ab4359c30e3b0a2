/**
 * The states of the page in both color schemes, as a person meets them in the first hour: none has a serious fault of accessibility
 * or is wider than the screen. `PICTURES=on` writes them anew for docs/service/states.md.
 */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { repository } from '../../support/repository.ts';
import { type DrivenPage, describeDevices } from './driven-page.ts';

const folder = join(repository, 'docs/service/states');
const hasPictures = process.env['PICTURES'] === 'on';

const date = { type: 'date', field: 'time', formats: ['dd/MMM/yyyy:HH:mm:ss Z'] };
const grok = {
  type: 'grok',
  field: 'message',
  patterns: [
    '%{IPORHOST:source.address} - - \\[%{HTTPDATE:time}\\] "%{WORD:http.request.method} %{NOTSPACE:url.original} HTTP/%{NUMBER:http.version}" %{INT:http.response.status_code:int} %{INT:http.response.body.bytes:int}',
  ],
};

describeDevices('states', (driven) => {
  /** The state in both schemes. */
  const state = async (name: string) => {
    for (const scheme of ['light', 'dark'] as const) {
      await driven.page.emulateMedia({ colorScheme: scheme });
      await driven.check(`${name}-${scheme}`);
      if (hasPictures && driven.device.name === 'a desk') await keepPicture(driven, `${name}-${scheme}`);
    }
  };

  test('an empty page', async () => {
    await driven.shows('No log at hand?');
    await state('1-empty');
  });

  test('a suggestion', async () => {
    await driven.press('.first-steps li button');
    await driven.shows('Suggested');
    await state('2-suggestion');
  });

  test('documents of the suggested steps', async () => {
    await driven.button('Take it').click();
    await driven.output('source.address');
    await state('3-documents');
  });

  test('a pattern with its captures', async () => {
    await driven.setSteps([grok, date]);
    await driven.openStep(1);
    await driven.locator('.match mark').first().waitFor();
    await state('4-captures');
  });

  test('a step that is incomplete', async () => {
    await driven.addStep('set');
    await driven.shows('incomplete');
    await state('5-incomplete');
    await driven.press('[aria-label="Undo"]');
  });

  test('failures', async () => {
    await driven.tab('Failures');
    await driven.output('grok');
    await state('6-failures');
  });

  test('one record, step by step', async () => {
    await driven.tab('Record');
    await driven.output('step 2, date');
    await state('7-record');
  });

  test('fields', async () => {
    await driven.tab('Fields');
    await driven.output('source.address');
    await state('8-fields');
  });

  test('a pinned document that is not as expected any more', async () => {
    await driven.tab('Expected');
    await driven.button('Pin record 1 as expected').click();
    await driven.setSteps([grok, date, { type: 'lowercase', field: 'http.request.method' }]);
    await driven.output('get');
    await state('9-expected');
  });

  test('what a change makes of the documents', async () => {
    await driven.setSteps([grok, date]);
    await driven.locator('input[placeholder="Name of the source"]').fill('shop access');
    await driven.press('.foot-bar button.main');
    await driven.shows('Saved as');
    await driven.setSteps([grok, date, { type: 'set', field: 'event.kind', value: 'event' }]);
    await driven.tab('Changes');
    await driven.output('event.kind');
    await state('10-changes');
  });

  test('sources and streams with their last hour', async () => {
    const { hits } = await driven.send<{ readonly hits: readonly { readonly _id: string }[] }>(
      'GET',
      'source',
    );
    const { _id: id } = await driven.send('POST', 'stream', { name: 'shop access', source: hits[0]?._id });
    for (let part = 0; part < 3; part++) await driven.send('POST', `stream/${id}/record`, recordsOf(part));
    await driven.go('sources');
    await driven.locator('tbody tr').first().waitFor();
    await state('11-sources');
    await driven.go('streams');
    await driven.locator('tbody svg').first().waitFor();
    await state('12-streams');
    await driven.press('tbody a');
    await driven.locator('#stream-title:text-is("shop access")').waitFor();
    await driven.shows('matches none of the patterns');
    await driven.locator('.record-chart rect').first().waitFor();
    await state('13-stream');
  });

  test('the records of a stream', async () => {
    const { hits } = await driven.send<{ readonly hits: readonly { readonly _id: string }[] }>(
      'GET',
      'stream',
    );
    await driven.go(`streams/${hits[0]?._id}/records?time=%40timestamp&by=http.response.status_code`);
    await driven.locator('section[aria-label="Records"] tbody tr').nth(5).waitFor();
    await driven.locator('.record-chart rect').first().waitFor();
    await driven.press('section[aria-label="Records"] tbody tr:nth-child(2) button');
    await state('14-records');
  });
});

function recordsOf(part: number): readonly object[] {
  return Array.from({ length: 200 }, (_, index) => {
    const at = part * 200 + index;
    const time = `28/Nov/2026:09:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')} +0000`;
    return {
      message:
        at % 40 === 13
          ? 'upstream timed out (110: Connection timed out)'
          : `203.0.113.${at % 9} - - [${time}] "GET /api/items/${at} HTTP/1.1" ${[200, 200, 404][at % 3]} ${at * 37}`,
    };
  });
}

async function keepPicture({ page }: DrivenPage, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path });
  const png = (await readFile(path)).toString('base64');
  const webp = await page.evaluate<string>(`(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(png)}), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.6 });
    return new Uint8Array(await blob.arrayBuffer()).toBase64();
  })()`);
  await writeFile(join(folder, `${name}.webp`), Buffer.from(webp, 'base64'));
  await rm(path);
}
