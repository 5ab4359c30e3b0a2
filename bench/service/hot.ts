/**
 * Measures the partitions to which creates write: write units of the hottest ones,
 * and how many creates a second they admit. A partition takes 1,000 units a second. The
 * descriptions are sentences of this project's documentation, and each source
 * has two of ten tags.
 *
 *   npx node bench/service/hot.ts [creates]
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shardTable } from '../../lib/headwater/data/search/index/shards.ts';
import { documentClient } from '../../lib/headwater/data/store/client.ts';
import { createIdGenerator } from '../../lib/headwater/data/store/ids.ts';
import type { SourceContent } from '../../lib/service/sources/source-record.ts';
import { simulatedClient } from '../../test/service/simulation/client.ts';
import { Table } from '../../test/service/simulation/table.ts';
import { createSourceRepository } from '../../test/service/support/source-repository.ts';
import { repository } from '../../test/support/repository.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html */
const unitsPerSecond = 1_000;
const shown = 6;
const creates = Number(process.argv[2] ?? 1_000);

const pages = ['query', 'descriptors', 'settings', 'problems', 'deploying', 'import', 'storage'];
const texts = await Promise.all(
  pages.map((page) => readFile(join(repository, `docs/headwater/${page}.md`), 'utf8')),
);
const sentences = texts
  .join(' ')
  .split(/(?<=[.:])\s+/)
  .map((sentence) => sentence.replaceAll(/[^\p{L}' ]+/gu, ' ').trim())
  .filter((sentence) => sentence.split(' ').length >= 6);

const hot = ['s', 'w/the', 'w/a', 'w/of', 'w/is', 'w/to', 'w/and', 'w/in'];
await measure('1 shard', {});
const sharded = Object.fromEntries(hot.map((term) => [term, [{ from: 0, shards: 16 }]]));
await measure('16 shards of the list and of seven words', sharded);

async function measure(title: string, shards: Parameters<typeof shardTable>[0]): Promise<void> {
  const table = new Table();
  const units = new Map<string, number>();
  const client = simulatedClient(async (name, input) => {
    for (const [partition, written] of writtenBy(input))
      units.set(partition, (units.get(partition) ?? 0) + written);
    return table.execute(name, input);
  });
  let now = Date.UTC(2026, 0);
  const newId = createIdGenerator({ now: () => now });
  const options = { client: documentClient(client), tableName: 'hot', newId, now: () => now };
  const sources = createSourceRepository({ ...options, shards: shardTable(shards) });
  for (let made = 0; made < creates; made++) {
    now += 1;
    await sources.create(contentAt(made));
  }
  report(title, units);
}

interface MarshalledItem {
  readonly pk?: { readonly S?: string };
}

/** The write units of each partition in a transaction, which takes twice the units of its items. */
function writtenBy(input: object): readonly (readonly [partition: string, units: number])[] {
  const { TransactItems = [] } = input as {
    readonly TransactItems?: readonly { readonly Put?: { readonly Item?: MarshalledItem } }[];
  };
  return TransactItems.flatMap(({ Put: { Item } = {} }) => {
    const partition = Item?.pk?.S;
    // The JSON has a few bytes more for each attribute than DynamoDB counts.
    const bytes = Buffer.byteLength(JSON.stringify(Item));
    return partition === undefined ? [] : [[partition, 2 * Math.ceil(bytes / 1_024)] as const];
  });
}

function contentAt(index: number): SourceContent {
  const tags = [`tag ${index % 10}`, `tag ${(index + 3) % 10}`];
  const description = sentences[index % sentences.length] ?? '';
  return { name: `source ${index}`, description, tags, format: 'json', preprocessors: [{ type: 'json' }] };
}

function report(title: string, units: ReadonlyMap<string, number>): void {
  const total = [...units.values()].reduce((sum, one) => sum + one, 0);
  console.log(`\n${creates} creates, ${title}: ${(total / creates).toFixed(1)} units each`);
  console.log(`${'  partition'.padEnd(20)}${'units each'.padStart(12)}${'creates/s'.padStart(12)}`);
  const hottest = [...units].toSorted(([, one], [, other]) => other - one).slice(0, shown);
  for (const [partition, own] of hottest) {
    const each = own / creates;
    const figures = [
      each.toFixed(2).padStart(12),
      Math.floor(unitsPerSecond / each)
        .toFixed(0)
        .padStart(12),
    ];
    console.log(`  ${partition.padEnd(18)}${figures.join('')}`);
  }
}
