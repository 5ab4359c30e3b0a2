/**
 * 1,300 creates (400 in `npm run test:all`) of which a partition refuses one posting, in the table in memory:
 * lists stay full, and cheap.
 *
 * @module-tag long
 */

import { describe, expect, test } from 'vitest';
import { maxPostingMs } from '../../../lib/data/search/documents/document-writes.ts';
import { documentClient } from '../../../lib/data/store/client.ts';
import { createIdGenerator } from '../../../lib/data/store/ids.ts';
import type { SourceContent, SourcePage } from '../../../lib/service/sources/source-record.ts';
import { amount } from '../../support/amount.ts';
import { meterClient } from '../../support/metered-client.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';
import { simulatedClient } from './client.ts';
import { named } from './process.ts';
import { Table } from './table.ts';

const refusals = amount({ few: 0, many: 400, most: 1_300 });
const content: SourceContent = { tags: [], format: 'json', preprocessors: [] };
/** Has ten postings. */
const hot: SourceContent = {
  ...content,
  name: 'hot',
  tags: ['a', 'b', 'c'],
  description: 'one two three four',
  preprocessors: [{ type: 'csv' }],
};

/** A table in which the partition of the word `hot` refuses. @param unanswered Attempts of the SDK without a response. */
function openTable(unanswered: number) {
  const table = new Table();
  const time = { now: Date.UTC(2026, 0, 1) };
  const send = async (name: string, input: object) => {
    const { Item } = input as { readonly Item?: { readonly pk?: { readonly S?: string } } };
    if (name === 'PutItem' && Item?.pk?.S === 'w/ho')
      throw Object.assign(named('ProvisionedThroughputExceededException'), {
        $metadata: { attempts: 3, unanswered },
      });
    return table.execute(name, input);
  };
  const now = () => time.now++;
  const meter = meterClient(documentClient(simulatedClient(send)));
  const newId = createIdGenerator({ now });
  const pause = async () => undefined;
  const sources = createSourceRepository({ client: meter.client, tableName: 'simulated', now, newId, pause });
  return { table, time, meter, sources };
}

async function createMany(sources: SourceRepository): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < 30; made++) ids.unshift((await sources.create(content))._id);
  for (let made = 0; made < refusals; made++)
    await expect(sources.create(hot)).rejects.toMatchObject({ code: 'unavailable' });
  return ids;
}

const itemsIn = (table: Table, isWanted: (pk: string) => boolean) =>
  table.items.all().filter((item) => isWanted(item['pk']?.S ?? ''));
const isNote = (pk: string) => pk.endsWith('!');
const isWord = (pk: string) => /^[twp]\//.test(pk);

describe.each([
  ['that were refused for certain', 0],
  ['that may yet arrive', 1],
])('creates %s', (_name, unanswered) => {
  test('leave every list full, at 20 units at most, and no posting behind', {
    tags: ['random'],
  }, async () => {
    const { table, time, meter, sources } = openTable(unanswered);
    const ids = await createMany(sources);
    expect(itemsIn(table, isWord)).toEqual([]);
    expect(itemsIn(table, isNote)).toHaveLength(unanswered === 0 ? 0 : refusals);
    const isCertain = unanswered === 0;
    const first = async (query: string, from = 0) => {
      const request = { from, size: 10, query };
      const pages: SourcePage[] = [];
      const { units } = await meter.measure(async () => pages.push(await sources.list(request)));
      // With so many unfinished writes, a list also checks the skipped documents.
      expect(units).toBeLessThanOrEqual(20 + from);
      expect(pages[0]?.size).toBe(10);
      return pages[0] ?? expect.fail();
    };
    for (const query of ['', 'NOT tags:a', 'NOT one']) {
      const page = await first(query);
      expect(page.hits.map(({ _id }) => _id)).toEqual(ids.slice(0, 10));
      if (isCertain) expect(page).toMatchObject({ total: 30, total_relation: 'eq' });
      else expect(page).toMatchObject({ total: 10, total_relation: 'gte' });
    }
    expect((await first('', 10)).hits.map(({ _id }) => _id)).toEqual(ids.slice(10, 20));
    // When no request can arrive any more, each list that counts forgets one of the writes, or more.
    time.now += maxPostingMs + 60_000;
    for (let left = refusals + 1; left > 0; ) {
      const open = itemsIn(table, isNote).length;
      expect(open).toBeLessThan(left);
      left = open;
      // The list reaches none of their sources, so it checks none.
      await first('');
    }
    expect(await first('')).toMatchObject({ total: 30, total_relation: 'eq' });
  });
});
