/**
 * Compares lists by the table's index with lists by OpenSearch (test/service/search-engine/local-engine.ts): until a list of ten has
 * its hits or ends. Prints requests of a client, read units, and milliseconds with a local engine.
 *
 *   npx node bench/service/search-lists.ts [size]
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDocuments } from '../../lib/headwater/data/documents.ts';
import { documentShape } from '../../lib/headwater/data/search/engine-index/document-shape.ts';
import { engineIndex } from '../../lib/headwater/data/search/engine-index/engine-index.ts';
import { namesOfIndex } from '../../lib/headwater/data/search/engine-index/index-shape.ts';
import { indexedDocuments } from '../../lib/headwater/data/search/engine-index/indexed-documents.ts';
import { rebuildIndexes } from '../../lib/headwater/data/search/engine-index/rebuild-index.ts';
import { findPage, type ListRequest } from '../../lib/headwater/data/search/list/document-list.ts';
import type { SearchIndex } from '../../lib/headwater/data/search/list/search-index.ts';
import { tableIndex } from '../../lib/headwater/data/search/table-index/table-index.ts';
import { connectEngine } from '../../lib/headwater/data/search-engine/engine.ts';
import { documentClient } from '../../lib/headwater/data/store/client.ts';
import { createTable } from '../../lib/headwater/data/store/table.ts';
import { accessTable } from '../../lib/headwater/data/store/table-access.ts';
import { sourceType } from '../../lib/service/sources/source-fields.ts';
import { findEngine, runEngine } from '../../test/service/search-engine/local-engine.ts';
import { itemsOf, putItems } from '../../test/service/support/fill-table.ts';
import { meterClient } from '../../test/support/metered-client.ts';
import { forkEngine } from '../engine.ts';
import { recordAt } from './list/questions.ts';

const size = Number(process.argv[2] ?? 10_000);
const runs = 5;
const fillAtOnce = 2_000;
/** Whoever asks so often gives up. */
const maxRequests = 200;

const folder = await mkdtemp(join(tmpdir(), 'search-lists-'));
const found = await findEngine(folder);
if (typeof found === 'string') {
  console.log(`Skipped: ${found}`);
  process.exit(0);
}
const port = await freePort();
const searching = await runEngine(found, { port, folder });
const engine = await forkEngine();

const tableName = 'search-lists';
await createTable(engine.client, tableName);
const meter = meterClient(documentClient(engine.client));
for (let from = 0; from < size; from += fillAtOnce) {
  const length = Math.min(fillAtOnce, size - from);
  const records = Array.from({ length }, (_, index) => {
    const record = recordAt(from + index);
    return {
      ...record,
      format: (from + index) % (size / 2) === 1 ? 'csv' : 'json',
      name: `${(from + index) % (size / 2) === 2 ? 'access log of' : 'log of access'} host${from + index}`,
    } as const;
  });
  await putItems(
    meter.client,
    tableName,
    records.flatMap((record) => itemsOf(record)),
  );
}
const access = { authorize: async <Request>(request: Request) => request, forget: () => {} };
const time = { signal: new AbortController().signal, lambda: { getRemainingTimeInMillis: () => 60_000 } };
const ask = connectEngine({ endpoint: `http://127.0.0.1:${port}`, access }, time);
const writer = {
  table: accessTable(meter.client, tableName),
  engine: ask,
  types: [indexedDocuments(sourceType)],
};
const began = performance.now();
const [rebuilt] = await rebuildIndexes({ ...writer, onItems: () => undefined });
const seconds = (performance.now() - began) / 1_000;
const names = namesOfIndex(tableName, documentShape(sourceType));
const stats = await ask({ method: 'GET', path: [names.index, '_stats', 'store'] });
const bytes = Object(stats.body)._all.primaries.store.size_in_bytes;
console.log(
  `${rebuilt?.documents} sources of 1.25 KB are indexed in ${seconds.toFixed(1)} s, ${Math.round(bytes / size)} bytes each.\n`,
);

const documents = openDocuments(sourceType, { client: meter.client, tableName });
const indexes: Readonly<Record<string, SearchIndex>> = {
  table: tableIndex(documents),
  engine: engineIndex(
    { ask: (question) => question(ask), index: names.complete, owner: 'public', type: sourceType },
    tableIndex(documents),
  ),
};

const questions = [
  '',
  'tags:tenth',
  'format:csv',
  '"access log"',
  'NOT host*',
  'host1*',
  '-description:* format:csv',
];
console.log(
  `${'query'.padEnd(28)}${'index'.padEnd(8)}${'requests'.padStart(9)}${'units'.padStart(9)}${'ms'.padStart(9)}  total`,
);
for (const query of questions)
  for (const [name, searchIndex] of Object.entries(indexes)) {
    const times: number[] = [];
    let last = { requests: 0, total: '' };
    const { units } = await meter.measure(async () => {
      last = await walk(searchIndex, query);
    });
    for (let run = 0; run < runs; run++) {
      const start = performance.now();
      await walk(searchIndex, query);
      times.push(performance.now() - start);
    }
    const ms = times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
    const figures = [
      String(last.requests).padStart(9),
      units.toFixed(1).padStart(9),
      ms.toFixed(1).padStart(9),
    ];
    console.log(`${query.padEnd(28)}${name.padEnd(8)}${figures.join('')}  ${last.total}`);
  }
engine.stop();
searching.kill('SIGKILL');
await rm(folder, { recursive: true, force: true });

/** Asks until ten hits are there, or the list ends. */
async function walk(searchIndex: SearchIndex, query: string) {
  let requests = 0;
  let hits = 0;
  let total = '';
  for (let after: string | undefined; requests < maxRequests; ) {
    const request: ListRequest = {
      from: 0,
      size: 10 - hits,
      query,
      ...(after === undefined ? {} : { after }),
    };
    const page = await findPage({ ...documents, searchIndex }, request);
    total ||= `${page.relation === 'gte' ? '>= ' : ''}${page.total}`;
    requests++;
    hits += page.hits.length;
    after = page.after;
    if (hits >= 10 || after === undefined) break;
  }
  return { requests, total };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
