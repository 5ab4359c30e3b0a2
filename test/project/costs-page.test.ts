/**
 * docs/headwater/costs.md: its units are measured on an engine, and each of its figures follows from them and from its prices.
 *
 * @module-tag local
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getDocument, listDocuments, openDocuments } from '../../lib/headwater/data/documents.ts';
import { createDocument } from '../../lib/headwater/data/writes.ts';
import { ownerOf } from '../../lib/headwater/run/access/token-owner.ts';
import { bookmarkType } from '../support/bookmark-type.ts';
import { startEngine } from '../support/engine.ts';
import { meterClient } from '../support/metered-client.ts';
import { repository } from '../support/repository.ts';

/** The rows below a heading, each as its cells. */
function rowsOf(page: string, heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
  const [, , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return rows;
}

const page = await readFile(join(repository, 'docs/headwater/costs.md'), 'utf8');
const exports = await readFile(join(repository, 'docs/headwater/streaming.md'), 'utf8');
const scale = await readFile(join(repository, 'docs/headwater/scale.md'), 'utf8');

const prices = rowsOf(page, 'Prices').map(([, price]) => Number(price));
const [gateway = 0, call = 0, memory = 0, log = 0, read = 0, write = 0, ...others] = prices;
const [stored = 0, recovery = 0, metric = 0, dashboard = 0, transfer = 0] = others;

const requests = rowsOf(page, 'A million requests').map(([name, reads, writes, ...dollars]) => ({
  name,
  reads: Number(reads),
  writes: Number(writes),
  dollars,
}));

/** Dollars of a million calls. */
const lambda = call + memory * 0.5 * 0.02;
const logs = (log * (400 + 360)) / 1_000;
const tableOf = ({ reads, writes }: { readonly reads: number; readonly writes: number }) =>
  reads * read + writes * write;

/** As a shop rounds: 0.125 is 0.13. */
const shown = (dollars: number) => (Math.round(dollars * 100 + 1e-6) / 100).toFixed(2);

test('the units of the page are those of an engine', async () => {
  const engine = await startEngine();
  const meter = meterClient(engine.client);
  const documents = openDocuments(bookmarkType, {
    client: meter.client,
    tableName: await engine.makeTable(),
    owner: ownerOf('https://login.example.com/', 'ann'),
  });
  const tags = ['web', 'front', 'prod', 'one', 'two'];
  const content = { url: `https://example.com/${'x'.repeat(980)}`, title: 'log', tags };
  const create = () => createDocument(documents, content);
  const { written } = await meter.measure(create);
  for (let at = 0; at < 1_050; at += 50) await Promise.all(Array.from({ length: 50 }, create));
  const { hits } = await listDocuments(documents, { from: 0, size: 1 });
  const [{ _id } = { _id: '' }] = hits;
  const reading = await meter.measure(() => getDocument(documents, _id));
  const listing = await meter.measure(() => listDocuments(documents, { from: 0, size: 10 }));
  const { after = '' } = await listDocuments(documents, { from: 0, size: 100 });
  const next = await meter.measure(() => listDocuments(documents, { from: 0, size: 100, after }));
  const long = await meter.measure(() => listDocuments(documents, { from: 0, size: 100 }));
  const shownOf = (text: string, pattern: RegExp) => pattern.exec(text)?.slice(1).map(Number);
  expect(shownOf(page, /first page of 100 costs (\d+), one of ten (\d+)\./)).toEqual([
    long.units,
    listing.units,
  ]);
  expect(shownOf(exports, /\[about (\d+) read units\]/)).toEqual([Math.round(next.units)]);
  expect(requests.map(({ reads, writes }) => [reads, writes])).toEqual([
    [reading.units, 0],
    [listing.units, 0],
    [0, written],
    [0, 0],
  ]);
});

test('each request costs what its units, its call and its lines cost', () => {
  expect(requests).toHaveLength(4);
  for (const request of requests) {
    const parts = [gateway, lambda, logs, tableOf(request)];
    const together = parts.reduce((sum, part) => sum + part, 0);
    expect(request.dollars, request.name).toEqual([...parts, together].map(shown));
  }
});

test('a month costs what its requests, its documents and its alarms cost', () => {
  const [, kilobytes] = /take (\d\.\d) GB/.exec(scale) ?? [];
  const rows = new Map(rowsOf(page, 'A month').map(([name = '', ...cells]) => [name, cells]));
  const numbersOf = (name: string) => rows.get(name)?.map(Number) ?? [];
  const documents = numbersOf('million documents');
  const alarms = [...rows.keys()].find((name) => name.startsWith('alarms')) ?? '';
  const metrics = Number(/\d+/.exec(alarms)?.[0]);
  // 1,024 of 1,000 bytes make no difference here.
  const [one, ten] = [1.25, 12.5];
  const share = { read: 0.8, list: 0.15, create: 0.05 };
  const [reading, listing, creating] = requests.map(tableOf);
  const lines = log * 0.36 * 300;
  const [, ...dear] = /the line of each request: (\S+) of the (\S+)\./.exec(page) ?? [];
  expect(dear).toEqual([shown(lines), shown(logs * 300)]);
  for (const [at, millions] of numbersOf('million requests a month').entries()) {
    const gigabytes = (documents[at] ?? 0) * Number(kilobytes);
    const sent = millions * (share.read * one + share.list * ten + share.create * one);
    const parts = {
      gateway: millions * gateway,
      Lambda: millions * lambda,
      logs: millions * logs,
      'requests to the table':
        millions *
        (share.read * (reading ?? 0) + share.list * (listing ?? 0) + share.create * (creating ?? 0)),
      'what the table stores, with recovery': gigabytes * (stored + recovery),
      [alarms]: metrics * metric,
      dashboard,
      'to the Internet': Math.max(0, sent - 100) * transfer,
    };
    for (const [name, dollars] of Object.entries(parts))
      expect([name, rows.get(name)?.[at]]).toEqual([name, shown(dollars)]);
    const together = Object.values(parts).reduce((sum, part) => sum + part, 0);
    expect(rows.get('**together**')?.[at]).toBe(shown(together));
    const perSecond = (millions * 1_000_000) / (30 * 86_400);
    expect(numbersOf('requests a second, on average')[at]).toBe(
      Number(perSecond.toPrecision(perSecond < 1 ? 1 : perSecond < 10 ? 2 : 3)),
    );
  }
});
