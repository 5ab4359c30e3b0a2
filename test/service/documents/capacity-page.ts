/** Writes docs/service/capacity.md: what the settings of a stage allow, from units that are measured here. */

import config from '../../../headwater.config.ts';
import type { Stage } from '../../../lib/headwater/config/stages.ts';
import { stageOf } from '../../../lib/headwater/config/stages.ts';
import { listDocuments, openDocuments } from '../../../lib/headwater/data/documents.ts';
import { changeDocument, createDocument } from '../../../lib/headwater/data/writes.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import type { SourceContent, SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { appendBatch } from '../../../lib/service/streams/log/write/append-batch.ts';
import { pageOf, table } from '../../documents/markdown.ts';
import type { Engine } from '../../support/engine.ts';
import { meterClient } from '../../support/metered-client.ts';
import { itemsOf, putItems } from '../support/fill-table.ts';
import { batchOf, beginStream, openLog } from '../support/stream-log.ts';

/** A source of 1.25 KB. */
const content: SourceContent = {
  name: 'access log',
  tags: ['web', 'front', 'prod', 'one', 'two'],
  format: 'json',
  preprocessors: [{ type: 'set', value: 'x'.repeat(1_000) }],
};
const count = 1_200;
const stages = ['default', 'dev'];

interface Row {
  readonly name: string;
  readonly read: number;
  readonly written: number;
}

export async function capacityPage(engine: Engine): Promise<string> {
  const rows = await measuredRows(engine);
  const limits = stages.map((stage) => stageOf(config.stages, stage));
  const text = [
    'The tests write this page. They measure the units of each request on an engine, among 1,200 sources of 1.25 KB, and divide the',
    '[settings](../headwater/operations.md#settings-of-a-stage) `maxReadUnits` and `maxWriteUnits` of a stage by them. These settings hold for the table, so for all owners together:',
    'raise them and deploy for more. A partition of DynamoDB takes 1,000 write units and 3,000 read units a second besides:',
    '[scale](../headwater/scale.md) says which requests share one.',
  ].join('\n');
  const heads = ['request', 'read units', 'write units', ...stages.map((stage) => `a second, \`${stage}\``)];
  const cells = rows.map(({ name, read, written }) => [
    name,
    String(read),
    String(written),
    ...limits.map((limit) => perSecond({ name, read, written }, limit).toLocaleString('en')),
  ]);
  return pageOf(['What a stage takes', text], [['Requests a second', table(heads, cells)]]);
}

function perSecond({ read, written }: Row, { maxReadUnits, maxWriteUnits }: Stage): number {
  const byReads = read === 0 ? Number.POSITIVE_INFINITY : maxReadUnits / read;
  const byWrites = written === 0 ? Number.POSITIVE_INFINITY : maxWriteUnits / written;
  return Math.floor(Math.min(byReads, byWrites));
}

async function measuredRows(engine: Engine): Promise<Row[]> {
  const tableName = await engine.makeTable();
  const meter = meterClient(engine.client);
  const sources = openDocuments(sourceType, { client: meter.client, tableName });
  await fill(engine, tableName);
  const row = async (name: string, run: () => Promise<unknown>): Promise<Row> => {
    const { units, written } = await meter.measure(run);
    return { name, read: units - written, written };
  };
  const list = (query: string, after?: string) =>
    listDocuments(sources, { from: 0, size: 10, query, ...(after === undefined ? {} : { after }) });
  const { _id } = await createDocument(sources, content);
  const { after } = await list('');
  const stream = await beginStream({ client: meter.client, tableName }, sources.newId());
  const log = openLog({ client: meter.client, tableName, stream }).log;
  const change = (other: Partial<SourceContent>) => () =>
    changeDocument(sources, _id, { contentOf: () => ({ ...content, ...other }) });
  return [
    await row('create with five tags and two words', () => createDocument(sources, content)),
    await row('change that keeps its terms', change({ format: 'csv' })),
    await row('change of one tag', change({ tags: ['web', 'front', 'prod', 'one', 'three'] })),
    await row('first page of all, with its total', () => list('')),
    await row('next page', () => list('', after)),
    await row('first page of a tag, with its total', () => list('tags:web')),
    await row('a page at its price: `format:csv`', () => list('format:csv')),
    await row('push of one record, without the reads of stream and source', () =>
      appendBatch(log, batchOf([1])),
    ),
  ];
}

async function fill(engine: Engine, tableName: string): Promise<void> {
  const records = Array.from({ length: count }, (_, at): SourceRecord => {
    const time = Date.UTC(2026, 0, 1) + at * 1_000;
    const created = new Date(time).toISOString();
    const _id = `${(time / 1_000).toString(16)}000${at.toString(16).padStart(13, '0')}`;
    return { ...content, _id, created, updated: created, revision: 1 };
  });
  await putItems(
    engine.client,
    tableName,
    records.flatMap((record) => itemsOf(record)),
  );
}
