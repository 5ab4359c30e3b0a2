/**
 * Measures the cost of lists by the number of sources: read units that the engine
 * reports, requests, and milliseconds on this machine; with one shard of the list
 * and with 16. Writes docs/headwater/list-cost.svg after a run of all sizes.
 *
 *   npx node bench/service/list.ts [size ...]
 */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openIndex } from '../../lib/headwater/data/search/index/open-index.ts';
import { shardTable } from '../../lib/headwater/data/search/index/shards.ts';
import type { ListRequest } from '../../lib/headwater/data/search/list/document-list.ts';
import { documentClient } from '../../lib/headwater/data/store/client.ts';
import { createTable } from '../../lib/headwater/data/store/table.ts';
import { sourceType } from '../../lib/service/sources/source-fields.ts';
import type { SourceContent, SourcePage, SourceRecord } from '../../lib/service/sources/source-record.ts';
import { itemsOf, putItems } from '../../test/service/support/fill-table.ts';
import {
  createSourceRepository,
  type SourceRepository,
} from '../../test/service/support/source-repository.ts';
import { type Meter, meterClient } from '../../test/support/metered-client.ts';
import { repository } from '../../test/support/repository.ts';
import { forkEngine } from '../engine.ts';
import { costPlot } from './list/cost-plot.ts';
import { questionsFor, recordAt } from './list/questions.ts';

const allSizes = [1_000, 10_000, 100_000];
const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : allSizes;
const runs = 5;
const fillAtOnce = 2_000;

const engine = await forkEngine();
const client = documentClient(engine.client);

/** The number of shards of the term of all sources. */
const shardCounts = [1, 16];

interface Cost {
  readonly name: string;
  readonly units: number;
  readonly requests: number;
  readonly ms: number;
  readonly found: string;
}

const pages = new Map<number, Cost[]>();
const counted = new Map<number, Cost[]>();
for (const size of sizes) {
  for (const shards of shardCounts) {
    const filled = await fill(size, shards);
    const [first, whole] = await measureLists(filled, size);
    if (shards === 1) {
      pages.set(size, first);
      counted.set(size, whole);
    }
    const given = `${size.toLocaleString('en')} sources${shards === 1 ? '' : `, ${shards} shards`}`;
    report(`a page of ten, ${given}`, first);
    report(`with the total, ${given}`, [...whole, ...(await measureFar(filled, size))]);
    if (shards === 1) report(`writes, beside ${given}`, await measureWrites(filled));
  }
}
if (given.length === 0) {
  const lines = (costs: ReadonlyMap<number, readonly Cost[]>) =>
    (costs.get(sizes[0] ?? 0) ?? []).map(({ name }, index) => ({
      name,
      units: sizes.map((size) => costs.get(size)?.[index]?.units ?? 0),
    }));
  const panels = [
    { title: 'Read units of a page of ten', lines: lines(pages) },
    { title: 'With the total, up to 1,000', lines: lines(counted) },
  ];
  await writeFile(join(repository, 'docs/headwater/list-cost.svg'), costPlot(sizes, panels));
}
engine.stop();

interface Filled {
  readonly sources: SourceRepository;
  readonly meter: Meter;
}

async function fill(size: number, shardCount: number): Promise<Filled> {
  const tableName = `list-${size}-${shardCount}`;
  await createTable(engine.client, tableName);
  const shards = shardCount === 1 ? new Map() : shardTable({ s: [{ from: 0, shards: shardCount }] });
  const index = openIndex(sourceType, { shards });
  for (let from = 0; from < size; from += fillAtOnce) {
    const length = Math.min(fillAtOnce, size - from);
    const records = Array.from({ length }, (_, index) => recordAt(from + index));
    await putItems(
      client,
      tableName,
      records.flatMap((record) => itemsOf(record, index)),
    );
  }
  const meter = meterClient(client);
  return { sources: createSourceRepository({ client: meter.client, tableName, shards }), meter };
}

/** Measures pages after a cursor, which count no total, and first pages, which do. */
async function measureLists({ sources, meter }: Filled, size: number): Promise<[Cost[], Cost[]]> {
  const first: Cost[] = [];
  const whole: Cost[] = [];
  for (const { name, query } of questionsFor(size)) {
    const request = { from: 0, size: 10, query };
    const page = await sources.list(request);
    const found = `${page.total_relation === 'gte' ? '>= ' : ''}${page.total}`;
    whole.push({ ...(await costOf(meter, () => sources.list(request))), name, found });
    const { after } = page;
    // Results that fit on one page have no cursor, so the cost includes the count.
    const next = after === undefined ? request : { ...request, after };
    first.push({ ...(await costOf(meter, () => sources.list(next))), name, found });
  }
  return [first, whole];
}

/** Measures a page far down a list, by position and by cursor. */
async function measureFar({ sources, meter }: Filled, size: number): Promise<Cost[]> {
  const from = Math.min(9_990, size - 10);
  const deep = { from, size: 10 };
  let page: SourcePage = await sources.list({ from: 0, size: 10 });
  const pagesBefore = Math.min(998, size / 10 - 2);
  for (let at = 0; at < pagesBefore && page.after !== undefined; at++)
    page = await sources.list({ from: 0, size: 10, after: page.after });
  const last: ListRequest = { from: 0, size: 10, ...(page.after === undefined ? {} : { after: page.after }) };
  return [
    { ...(await costOf(meter, () => sources.list(deep))), name: `from ${from}`, found: '' },
    {
      ...(await costOf(meter, () => sources.list(last))),
      name: `page ${pagesBefore + 2} by cursor`,
      found: '',
    },
  ];
}

/** Measures writes of 1.25 KB. Known tags and new tags cost the same. */
async function measureWrites({ sources, meter }: Filled): Promise<Cost[]> {
  const { preprocessors } = recordAt(0);
  const content: SourceContent = {
    tags: ['tenth', 'hundredth', 'thousandth', 'seventh', 'new'],
    format: 'json',
    preprocessors,
  };
  let made: SourceRecord | undefined;
  const create = async () => {
    made = await sources.create(content);
  };
  const replace = async () => {
    if (made) made = await sources.replace(made._id, { ...content, format: 'csv' });
  };
  const retag = async () => {
    if (made) made = await sources.replace(made._id, { ...content, tags: [`a${made.revision}`] });
  };
  const steps = [
    ['create with 5 tags', create],
    ['update that keeps its tags', replace],
    ['update that changes them', retag],
  ] as const;
  const costs: Cost[] = [];
  for (const [name, step] of steps) costs.push({ ...(await costOf(meter, step)), name, found: '' });
  return costs;
}

/** Units and requests of one run, with the median time of several runs. */
async function costOf(meter: Meter, run: () => Promise<unknown>): Promise<Omit<Cost, 'name' | 'found'>> {
  const { units, requests } = await meter.measure(run);
  const times: number[] = [];
  for (let count = 0; count < runs; count++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return { units, requests, ms: times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0 };
}

function report(title: string, costs: readonly Cost[]): void {
  console.log(
    `\n${title.padEnd(36)}${'units'.padStart(8)}${'requests'.padStart(10)}${'ms'.padStart(8)}  total`,
  );
  for (const { name, units, requests, ms, found } of costs) {
    const figures = [units.toFixed(1).padStart(8), String(requests).padStart(10), ms.toFixed(1).padStart(8)];
    console.log(`  ${name.padEnd(34)}${figures.join('')}  ${found}`);
  }
}
