/**
 * Checks items of the service that belong to documents: each has its document, and documents have the items that they
 * require.
 */

import type { Item } from '../../data/store/table-access.ts';
import { getItem } from '../../data/store/table-reads.ts';
import { deleteItem } from '../../data/store/table-writes.ts';
import type { RequiredItem } from '../../data/stored-types.ts';
import { type CheckItems, readDocument, readKeys } from './check-context.ts';
import { addFinding } from './report.ts';
import { keyText, type StoredItem } from './stored-item.ts';

type DocumentItem = Extract<StoredItem, { kind: 'document' }>;
export type OwnItem = Extract<StoredItem, { kind: 'own' }> & { readonly item: Item };

/**
 * Deletes items without a document: a deletion may end before it deletes them, and no document returns.
 *
 * @returns the approximate number of read units used.
 */
export async function checkOwnItems(context: CheckItems, items: readonly OwnItem[]): Promise<number> {
  const { table, reader, report, isRepairing } = context;
  for (const {
    item: { pk, sk },
    read: { document },
  } of items) {
    if (!document) continue;
    const space = reader.spaceOf(document.type, document.owner);
    const stored = await readDocument(context, space, document.id);
    if (stored === 'unknown' || stored?.document) continue;
    if (isRepairing) await deleteItem(table, { Key: { pk, sk } });
    const reason = `there is no ${document.id}`;
    addFinding(report, { kind: 'superfluous', key: keyText({ pk, sk }), reason, isRepaired: isRepairing });
  }
  return items.length;
}

/**
 * Puts missing required items: earlier code has stored documents without them.
 *
 * @returns the approximate number of read units used.
 */
export async function checkRequiredItems(
  context: CheckItems,
  documents: readonly DocumentItem[],
): Promise<number> {
  let units = 0;
  for (const { requiredBy } of context.types.items)
    if (requiredBy) units += await checkRequired(context, requiredBy, documents);
  return units;
}

async function checkRequired(
  context: CheckItems,
  required: RequiredItem,
  documents: readonly DocumentItem[],
): Promise<number> {
  const { table, now, report, isRepairing } = context;
  const needed = documents
    .filter(({ space, stored }) => space.name === required.type && stored.document !== undefined)
    .map(({ space, stored: { id } }) => {
      const name = { type: required.type, owner: space.owner, id };
      return { space, name, Key: required.keyOf(name) };
    });
  const keys = needed.map(({ Key }) => Key);
  const found = await readKeys(context, keys);
  const missing = needed.filter(({ Key }) => !found.has(keyText(Key)));
  for (const { space, name, Key } of missing) {
    const stored = await readDocument(context, space, name.id);
    if (stored === 'unknown' || !stored?.document) continue;
    if (await getItem(table, { Key, ConsistentRead: true })) continue;
    if (isRepairing) await required.put(table, name, now());
    const reason = `the ${name.type} ${name.id} needs it`;
    addFinding(report, { kind: 'missing', key: keyText(Key), reason, isRepaired: isRepairing });
  }
  return keys.length / 2 + 2 * missing.length;
}
