/** Checks of the framework's own items: the count of API keys, and the parts of a stored response. */

import { getRecord, parseRecord, partKeys } from '../../data/store/idempotency/idempotency-items.ts';
import { isExpired } from '../../data/store/layout.ts';
import { type Item, rest, type TableAccess } from '../../data/store/table-access.ts';
import { getItem, getItems } from '../../data/store/table-reads.ts';
import { listKeys, raiseCountOfKeys, readCountOfKeys } from '../../run/access/api-keys.ts';
import { keyPartition } from '../../shared/rights/key-rights.ts';
import { addWrong, type CheckItems } from './check-context.ts';
import { keyText } from './stored-item.ts';

const maxTries = 3;
const pauseMs = 300;
const unitsOfKeys = 4;

/**
 * Compares the keys with their count, once in a run. A count that is too low is raised: earlier code has counted no keys. One
 * that is too high is shown: a key was lost.
 *
 * @returns the approximate number of read units used.
 */
export async function checkCountOfKeys(context: CheckItems): Promise<number> {
  if (context.areKeysCounted) return 0;
  context.areKeysCounted = true;
  const { table } = context;
  const difference = await lastingDifference(table);
  if (!difference) return unitsOfKeys;
  const { counted, found } = difference;
  const isLow = found > (counted ?? 0);
  await addWrong(context, {
    kind: counted === undefined ? 'missing' : 'malformed',
    key: { pk: keyPartition, sk: 'count' },
    reason: `it counts ${counted ?? 0} API keys, and there are ${found}`,
    ...(isLow ? { repair: () => raiseCountOfKeys(table, counted, found) } : {}),
  });
  return unitsOfKeys;
}

/** Undefined if the keys fit their count, or others make and revoke keys meanwhile. */
async function lastingDifference(table: TableAccess) {
  const before = await readCountOfKeys(table);
  let found = 0;
  for (let tries = 0; tries < maxTries; tries++) {
    found = (await listKeys(table)).length;
    if (found === (before ?? 0) || (await readCountOfKeys(table)) !== before) return undefined;
    await rest(table, pauseMs);
  }
  return { counted: before, found };
}

/** Checks that a stored response has all its parts. */
export async function checkResponse(context: CheckItems, item: Item): Promise<number> {
  const { table, now } = context;
  if (item['sk'] !== 'record' || item['parts'] === undefined || isExpired(item, now())) return 0;
  const record = parseRecord(item);
  const keys = partKeys(record);
  const found = new Set((await getItems(table, keys, { isConsistent: true })).map(keyText));
  const lost = keys.filter((key) => !found.has(keyText(key)));
  if (lost.length === 0) return keys.length;
  const current = await getItem(table, getRecord(record.pk));
  if (!current || current['claim'] !== record.claim) return keys.length;
  const reason = 'a stored response needs it: its request cannot be repeated with the same key';
  for (const key of lost) await addWrong(context, { kind: 'missing', key, reason });
  return keys.length;
}
