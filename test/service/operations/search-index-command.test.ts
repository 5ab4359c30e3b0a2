/** `npx headwater search-index` as a process: what it asks of an engine over HTTP, with an empty local database. */

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanUp } from '../../support/clean-up.ts';
import { headwater, linkConfig } from '../../support/command.ts';
import { repository } from '../../support/repository.ts';

/** An engine without documents. @returns the method and path of each request, in order. */
async function startEmptyEngine(): Promise<{ readonly url: string; readonly requests: readonly string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    request.resume().once('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ acknowledged: true, hits: { hits: [] } }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(async () => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

test('it makes each index, compares it with the table, and marks it as complete', async () => {
  const { url, requests } = await startEmptyEngine();
  const folder = await mkdtemp(join(tmpdir(), 'headwater-search-index-'));
  cleanUp(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  await linkConfig(folder);
  const { exitCode, output, complaint } = await headwater(folder, [
    'search-index',
    '--search',
    url,
    '--json',
  ]);
  expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
  const rebuilt: { index: string; documents: number; removed: number }[] = JSON.parse(output);
  const shapes = ['source', 'stream', 'batch'].map((name) =>
    expect.stringMatching(new RegExp(`^documents-headwater-dev-${name}-[0-9a-f]+$`)),
  );
  expect(rebuilt).toEqual(shapes.map((index) => ({ index, documents: 0, removed: 0 })));
  // All of them are there before the table is read, and each is complete only after it has been compared.
  expect(requests).toEqual([
    ...rebuilt.map(({ index }) => `PUT /${index}`),
    ...rebuilt.flatMap(({ index }) => [
      `POST /${index}/_refresh`,
      `POST /${index}/_search`,
      'POST /_aliases',
    ]),
  ]);
});

test('without an engine it says how to name one', async () => {
  const { exitCode, complaint } = await headwater(repository, ['search-index'], { SEARCH_ENDPOINT: '' });
  expect({ exitCode, complaint }).toEqual({
    exitCode: 2,
    complaint: 'No search engine is named: --search URL, or the variable SEARCH_ENDPOINT, does.\n',
  });
});
