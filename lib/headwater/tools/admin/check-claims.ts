/**
 * Checks unique values: each document has the claims of its values, and each claim has a document with the value.
 *
 * A missing claim is put, and a claim of a document without the value is deleted: code without the rule has stored the document. Two
 * documents with one value are shown, and stay as they are.
 */

import { checkUnchanged } from '../../data/search/documents/document-items.ts';
import {
  deleteClaim,
  isUnique,
  putClaim,
  readClaim,
  type UniqueRule,
  type ValueHolder,
} from '../../data/search/documents/unique-values.ts';
import type { Item } from '../../data/store/table-access.ts';
import { getItems } from '../../data/store/table-reads.ts';
import { transact } from '../../data/store/transactions.ts';
import { addWrong, type CheckItems, type DocumentItem, isSameState, readDocument } from './check-context.ts';
import { type DocumentSpace, type DocumentState, keyText, type StoredItem } from './stored-item.ts';

export type ClaimItem = Extract<StoredItem, { kind: 'unique' }>;

/** As many as fit into some 20 MB. */
const maxUnclaimed = 100_000;

interface Needed {
  readonly space: DocumentSpace;
  readonly rule: UniqueRule<never>;
  readonly id: string;
  readonly key: Item;
}

/** Checks that documents have the claims of their values. @returns the approximate number of read units used. */
export async function checkClaimed(context: CheckItems, documents: readonly DocumentItem[]): Promise<number> {
  const needed = documents.flatMap(({ space, stored }) =>
    space.rules.filter(isUnique).flatMap((rule) => neededBy(space, stored, rule)),
  );
  // Two documents may have one value.
  const keys = [...new Map(needed.map(({ key }) => [keyText(key), key])).values()];
  const found = await getItems(context.table, keys, { isConsistent: false });
  const claims = new Map(found.map((item) => [keyText(item), item]));
  const wrong = needed.filter(({ space, id, key }) => {
    const claim = claims.get(keyText(key));
    return claim?.['id'] !== id || claim['owner'] !== space.owner;
  });
  for (const one of wrong) await checkMissing(context, one);
  return keys.length / 2 + 4 * wrong.length;
}

function neededBy(space: DocumentSpace, { id, document }: DocumentState, rule: UniqueRule<never>): Needed[] {
  const key = rule.keyOf(space, document);
  return key ? [{ space, rule, id, key }] : [];
}

/** @param isFirst Whether to look again if the value is claimed meanwhile: perhaps for another document of this run. */
async function checkMissing(context: CheckItems, needed: Needed, isFirst = true): Promise<void> {
  const { space, rule, id, key } = needed;
  const { table } = context;
  const before = await readDocument(context, space, id);
  if (typeof before !== 'object' || !hasKey(space, before, rule, key)) return;
  const holder = await readClaim(table, key);
  if (isClaimOf(holder, space, id)) return;
  const other = holder && (await readHolder(context, space, holder));
  if (other === 'unknown') return;
  const after = await readDocument(context, space, id);
  if (after === 'unknown' || !isSameState(before, after)) return;
  const isClaimed = holder && other && hasKey({ ...space, owner: holder.owner }, other, rule, key);
  const rival = isClaimed ? holder.id : noteUnclaimed(context, key, id);
  if (rival !== undefined) {
    const which = isClaimed ? ', which has claimed it' : '';
    const reason = `the ${space.name} ${id} has the same ${rule.member} as ${rival}${which}: change one of them`;
    return addWrong(context, { kind: 'missing', key, reason });
  }
  const repair = async () => {
    const own = { owner: space.owner, id };
    const isUnchanged = checkUnchanged(space, id, before);
    const changes = [isUnchanged, ...checkHolder(space, holder, other), putClaim(key, own, holder ?? own)];
    return (await transact(table, changes)).length === 0;
  };
  const isRepaired = context.isRepairing && (await repair());
  if (context.isRepairing && !isRepaired && isFirst) return checkMissing(context, needed, false);
  const reason = `the ${rule.member} of the ${space.name} ${id} is not claimed`;
  await addWrong(context, { kind: 'missing', key, reason, repair: async () => isRepaired });
}

function isClaimOf(holder: ValueHolder | undefined, { owner }: DocumentSpace, id: string): boolean {
  return holder !== undefined && holder.id === id && holder.owner === owner;
}

/** @returns another document with the value, which is not repaired, so it has no claim either. */
function noteUnclaimed({ unclaimed, isRepairing }: CheckItems, key: Item, id: string): string | undefined {
  if (isRepairing) return undefined;
  const other = unclaimed.get(keyText(key));
  if (other === undefined && unclaimed.size < maxUnclaimed) unclaimed.set(keyText(key), id);
  return other === id ? undefined : other;
}

/** Checks that the document of a claim has its value. @returns the approximate number of read units used. */
export async function checkClaim(
  context: CheckItems,
  { space, rule, holder }: ClaimItem,
  item: Item,
): Promise<number> {
  const { table } = context;
  const key = { pk: item['pk'], sk: item['sk'] };
  const stored = await readDocument(context, space, holder.id);
  if (stored === 'unknown' || (stored && hasKey(space, stored, rule, key))) return 1;
  // A write may have moved the value since.
  const claim = await readClaim(table, key);
  if (claim?.id !== holder.id || claim.owner !== holder.owner) return 2;
  const after = await readDocument(context, space, holder.id);
  if (after === 'unknown' || !isSameState(stored, after)) return 3;
  const repair = async () => {
    const changes = [...checkHolder(space, holder, stored), deleteClaim(key, holder)];
    return (await transact(table, changes)).length === 0;
  };
  const reason = stored
    ? `the ${space.name} ${holder.id} has another ${rule.member}, or none`
    : `there is no ${holder.id}`;
  await addWrong(context, { kind: 'superfluous', key, reason, repair });
  return 3;
}

function hasKey(
  space: DocumentSpace,
  { document }: DocumentState,
  rule: UniqueRule<never>,
  key: Item,
): boolean {
  return rule.keyOf(space, document)?.['pk'] === key['pk'];
}

function readHolder(context: CheckItems, { name }: DocumentSpace, { owner, id }: ValueHolder) {
  return readDocument(context, context.reader.spaceOf(name, owner), id);
}

/** The condition that the document of a claim has not changed. */
function checkHolder(
  space: DocumentSpace,
  holder: ValueHolder | undefined,
  stored: DocumentState | undefined,
) {
  if (!holder) return [];
  return [checkUnchanged({ name: space.name, owner: holder.owner }, holder.id, stored)];
}
