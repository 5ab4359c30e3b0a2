/**
 * The epochs of shards, as the table remembers them: the setting INDEX_SHARDS of all functions that have written to it.
 *
 * A function that does not know an epoch would look for postings in the wrong partitions, and put them there. So a function
 * whose setting lacks one, or has another, does not start.
 */

import { settingsPartition } from '../../shared/rights/settings-rights.ts';
import type { Settings } from '../../shared/settings.ts';
import { layoutVersion } from './layout.ts';
import type { Item } from './table-access.ts';
import type { GetRequest } from './table-reads.ts';
import type { PutRequest } from './table-writes.ts';

type Shards = Settings['shards'];

const key: Item = { pk: settingsPartition, sk: 'shards' };

export const getShards: GetRequest = { Key: key, ConsistentRead: true };

/** Fails if others have noted shards since they were read. @param before What was read. */
export function putShards(shards: Shards, before: Item | undefined): PutRequest {
  return {
    Item: { ...key, layout: layoutVersion, shards: textOf(shards) },
    ...(before === undefined
      ? {
          ConditionExpression: 'attribute_not_exists(#pk)',
          ExpressionAttributeNames: { '#pk': 'pk' },
        }
      : {
          ConditionExpression: '#shards = :shards',
          ExpressionAttributeNames: { '#shards': 'shards' },
          ExpressionAttributeValues: { ':shards': before['shards'] },
        }),
  };
}

/** @throws Error when the item is not of this code. */
export function parseShards(item: Item | undefined): Shards {
  if (!item) return {};
  if (item['layout'] !== layoutVersion) throw new Error('The item of the shards is of another layout.');
  return JSON.parse(String(item['shards']));
}

/** The epochs of `shards` that `known` lacks, each as a text. */
export function missingEpochs(shards: Shards, known: Shards): readonly string[] {
  const all = new Set(epochTexts(known));
  return epochTexts(shards).filter((epoch) => !all.has(epoch));
}

/** @throws Error naming the epochs of the table that the setting lacks. */
export function checkShards(setting: Shards, item: Item | undefined): void {
  const missing = missingEpochs(parseShards(item), setting);
  if (missing.length === 0) return;
  throw new Error(
    `The table has postings in shards that INDEX_SHARDS does not name: ${missing.join(', ')}. Add them to the variable; it must keep every epoch that it has ever had.`,
  );
}

function epochTexts(shards: Shards): string[] {
  return Object.entries(shards).flatMap(([term, starts]) =>
    starts.map(({ from, shards: count }) => `${term} from ${new Date(from).toISOString()} in ${count}`),
  );
}

function textOf(shards: Shards): string {
  return JSON.stringify(Object.fromEntries(Object.entries(shards).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}
