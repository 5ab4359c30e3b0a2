/** Notes new epochs of shards in the table before a write may put a posting there. */

import { timeOfId } from '../../../shared/id-time.ts';
import type { Settings } from '../../../shared/settings.ts';
import { lastId } from '../../store/ids.ts';
import { checkShards, getShards, missingEpochs, parseShards, putShards } from '../../store/shard-epochs.ts';
import { getItem, queryItems } from '../../store/table-reads.ts';
import { putItem } from '../../store/table-writes.ts';
import { queryPart } from '../index/postings.ts';
import { type ShardTable, shardTable } from '../index/shards.ts';
import { partsOfTerm, sortedAll } from '../index/terms.ts';
import type { DocumentAccess } from './document-writes.ts';

const maxTries = 5;

/** The shards that this container has noted, by table. */
const noted = new Map<string, ShardTable>();

/**
 * Reads the table once in a container, and only if terms have shards.
 *
 * @throws Error when the setting lacks an epoch of the table, or has a new one that began before postings that the owner
 * already has: they would be looked for in its shards.
 */
export async function noteShards<Document>(access: DocumentAccess<Document>): Promise<void> {
  const { index, table } = access;
  if (index.shards.size === 0 || noted.get(table.tableName) === index.shards) return;
  const setting = settingOf(index.shards);
  for (let tries = 0; tries < maxTries; tries++) {
    const item = await getItem(table, getShards);
    checkShards(setting, item);
    const known = parseShards(item);
    const isNoted = missingEpochs(setting, known).length === 0;
    if (!isNoted) await refuseLateEpochs(access, known);
    if (isNoted || (await putItem(table, putShards(setting, item)))) {
      noted.set(table.tableName, index.shards);
      return;
    }
  }
  throw new Error('Others keep changing the shards of the table.');
}

function settingOf(shards: ShardTable): Settings['shards'] {
  const starts = [...shards].map(
    ([term, epochs]) =>
      [term, epochs.map(({ since, shards: count }) => ({ from: timeOfId(since), shards: count }))] as const,
  );
  return Object.fromEntries(starts);
}

async function refuseLateEpochs<Document>(
  { index, table }: DocumentAccess<Document>,
  known: Settings['shards'],
): Promise<void> {
  const before = { ...index, shards: shardTable(known) };
  for (const [term, epochs] of index.shards) {
    const isKnown = (since: string) => known[term]?.some(({ from }) => from === timeOfId(since)) === true;
    for (const { since } of epochs.filter((epoch) => !isKnown(epoch.since))) {
      // Postings in the order of values do not tell when: each belongs to one of all documents.
      const posted = sortedAll(term) ?? term;
      for (const part of partsOfTerm(before, posted, { low: since, high: lastId })) {
        const page = { isDescending: true, isConsistent: true, limit: 1 };
        const { items } = await queryItems(table, queryPart(part, part, page));
        if (items.length > 0) throw lateEpoch(term, since);
      }
    }
  }
}

function lateEpoch(term: string, since: string): Error {
  const from = new Date(timeOfId(since)).toISOString();
  return new Error(
    `INDEX_SHARDS has an epoch of ${term} from ${from}, and the table has later postings of ${term}: an epoch must begin after the deployment of the variable.`,
  );
}
