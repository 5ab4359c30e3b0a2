/**
 * Compares the items of one page of a scan with the rest of the table.
 *
 * A scan may return outdated items, and writers continue. So every suspicious item is read again, consistently, and a repair
 * requires in its transaction that the document has not changed since.
 */

import { documentKey, isOutdated } from '../../data/search/documents/document-items.ts';
import {
  deleteSuperfluousPosting,
  isListed,
  putMissingPosting,
} from '../../data/search/documents/posting-repairs.ts';
import { type Posting, parsePosting, postingKey } from '../../data/search/index/postings.ts';
import { getShards } from '../../data/store/shard-epochs.ts';
import type { Item } from '../../data/store/table-access.ts';
import { getItem, getItems } from '../../data/store/table-reads.ts';
import type { RequiredItem } from '../../data/stored-types.ts';
import { checkClaim, checkClaimed } from './check-claims.ts';
import {
  accessOf,
  addWrong,
  type CheckItems,
  type DocumentItem,
  isSameState,
  readDocument,
} from './check-context.ts';
import { checkHeld, checkHolds, checkNote } from './check-holds.ts';
import { checkCountOfKeys, checkResponse } from './check-others.ts';
import { addFinding, countItem, countUnknown, type TableReport } from './report.ts';
import {
  type DocumentSpace,
  type DocumentState,
  keyText,
  neededTerms,
  type StoredItem,
} from './stored-item.ts';

export type PostingItem = Extract<StoredItem, { kind: 'posting' }>;
type OwnItem = Extract<StoredItem, { kind: 'own' }> & { readonly item: Item };

/** The items by their keys. They may be out of date. */
async function readKeys({ table }: CheckItems, keys: readonly Item[]): Promise<Map<string, Item>> {
  const items = await getItems(table, keys, { isConsistent: false });
  return new Map(items.map((item) => [keyText(item), item]));
}

/** The first of these begins the comparison of keys with their count. */
const kindsOfKeys: ReadonlySet<StoredItem['kind']> = new Set(['accessKey', 'keyCount']);

/** @returns the approximate number of read units that it has used. */
export async function checkItems(context: CheckItems, items: readonly Item[]): Promise<number> {
  const documents: DocumentItem[] = [];
  const postings: PostingItem[] = [];
  const owned: OwnItem[] = [];
  let used = 0;
  for (const item of items) {
    const read = context.reader.read(item);
    countRead(context.report, read, item);
    if (read.kind === 'posting') {
      postings.push(read);
      await checkShardNote(context, read);
    }
    if (read.kind === 'own') owned.push({ ...read, item });
    used += await checkItem(context, read, item);
    if (read.kind !== 'document') continue;
    documents.push(read);
    if (isOutdated(read.space, item)) context.report.outdated++;
  }
  const units = [
    await checkDocuments(context, documents),
    await checkPostings(context, postings),
    await checkOwnItems(context, owned),
    await checkRequiredItems(context, documents),
    await checkHeld(context, documents),
    await checkClaimed(context, documents),
  ];
  return units.reduce((sum, one) => sum + one, used);
}

/** Checks an item of the framework with what it needs. @returns the approximate number of read units used. */
async function checkItem(context: CheckItems, read: StoredItem, item: Item): Promise<number> {
  if (read.kind === 'holds') return checkHolds(context, read.space, read.id);
  if (read.kind === 'unique') return checkClaim(context, read, item);
  if (kindsOfKeys.has(read.kind)) return checkCountOfKeys(context);
  return read.kind === 'idempotency' ? checkResponse(context, item) : 0;
}

function countRead(report: TableReport, read: StoredItem, item: Item): void {
  countItem(report, kindNameOf(read));
  if (read.kind === 'newer') report.newer++;
  if (read.kind === 'unknown') countUnknown(report, read.name);
  if (read.kind === 'malformed')
    addFinding(report, { kind: 'malformed', key: keyText(item), reason: read.reason, isRepaired: false });
}

function kindNameOf(read: StoredItem): string {
  if (read.kind === 'own') return read.type.name;
  return read.kind === 'document' || read.kind === 'newer' ? read.space.name : read.kind;
}

/** Checks that every document has its postings. Those of an earlier version may lack new terms until they are migrated. */
async function checkDocuments(context: CheckItems, documents: readonly DocumentItem[]): Promise<number> {
  const current = documents.filter(({ space, stored }) => stored.version === space.version);
  const needed = current.flatMap(({ space, stored }) =>
    [...neededTerms(space, stored)].map((term) => {
      const posting = { term, id: stored.id };
      return { space, stored, posting, key: postingKey(space, posting) };
    }),
  );
  const found = await readKeys(
    context,
    needed.map(({ key }) => key),
  );
  const missing = needed.filter(({ key, space, stored }) => !isTrue(found.get(keyText(key)), space, stored));
  for (const { space, posting } of missing) await checkMissing(context, space, posting);
  return needed.length / 2 + 3 * missing.length;
}

/** Whether the posting is there and says the read units of its document, and the owner in a term of all owners. */
function isTrue(posting: Item | undefined, space: DocumentSpace, stored: DocumentState): boolean {
  if (posting === undefined) return false;
  const { units, owner = space.owner } = parsePosting(posting) ?? {};
  return units === stored.units && owner === space.owner;
}

async function checkMissing(context: CheckItems, space: DocumentSpace, posting: Posting): Promise<void> {
  const { table, report, isRepairing } = context;
  const { id, term } = posting;
  const before = await readDocument(context, space, id);
  if (before === 'unknown' || !before || !neededTerms(space, before).has(term)) return;
  if (before.version !== space.version) return;
  const key = postingKey(space, posting);
  const item = await getItem(table, { Key: key, ConsistentRead: true });
  if (isTrue(item, space, before)) return;
  const after = await readDocument(context, space, id);
  const { revision, units } = before;
  if (after === 'unknown' || !isSameState(before, after) || after?.units !== units) return;
  if (isRepairing && !(await putMissingPosting({ index: space, table }, term, before))) return;
  const wrong = item
    ? ({ kind: 'malformed', reason: `it does not say the ${units} read units of ${id}` } as const)
    : ({ kind: 'missing', reason: `revision ${revision} of ${id} needs it` } as const);
  addFinding(report, { ...wrong, key: keyText(key), isRepaired: isRepairing });
}

/** Postings in shards need the note of the shards, so that no function looks for them elsewhere. */
async function checkShardNote(context: CheckItems, { space, posting }: PostingItem): Promise<void> {
  const plain = postingKey({ ...space, shards: new Map() }, posting);
  if (context.areShardsNoted || keyText(plain) === keyText(postingKey(space, posting))) return;
  context.areShardsNoted = true;
  const { Key: key = {} } = getShards;
  if (await getItem(context.table, getShards)) return;
  await addWrong(context, { kind: 'missing', key, reason: 'postings are in shards, and nothing notes them' });
}

/** Checks that every posting leads to a document that needs it. @returns the approximate number of read units used. */
export async function checkPostings(context: CheckItems, postings: readonly PostingItem[]): Promise<number> {
  const { known, reader } = context;
  const isKnown = ({ space, posting }: PostingItem) =>
    known.hasNeeded(keyOfDocument(space, posting), posting.term);
  const unknown = postings.filter((one) => !isKnown(one));
  const keys = new Map(
    unknown.map(({ space, posting }) => [keyOfDocument(space, posting), documentKey(space, posting.id)]),
  );
  for (const [key, item] of await readKeys(context, [...keys.values()])) {
    const read = reader.read(item);
    if (read.kind === 'document') known.add(key, neededTerms(read.space, read.stored));
  }
  const wrong = unknown.filter((one) => !isKnown(one));
  for (const { space, posting } of wrong) await checkSuperfluous(context, space, posting);
  return keys.size + wrong.length;
}

function keyOfDocument(space: DocumentSpace, { id }: Posting): string {
  return keyText(documentKey(space, id));
}

async function checkSuperfluous(context: CheckItems, space: DocumentSpace, posting: Posting): Promise<void> {
  const { table, report, isRepairing, isMigrating } = context;
  const Key = postingKey(space, posting);
  const stored = await readDocument(context, space, posting.id);
  if (stored === 'unknown' || (stored && neededTerms(space, stored).has(posting.term))) return;
  // The code that has stored it may need the posting.
  if (stored && stored.version !== space.version && !isMigrating) return;
  // A write may have deleted it since.
  if (!(await getItem(table, { Key, ConsistentRead: true }))) return;
  const { id, term } = posting;
  const revision = stored?.revision;
  // Or another write has put it.
  const after = await readDocument(context, space, id);
  if (after === 'unknown' || !isSameState(stored, after)) return;
  // Without its document, it may be the only trace of it.
  const isSafe = stored !== undefined || !(await isListed({ index: space, table }, id));
  const isRepaired =
    isRepairing && isSafe && (await deleteSuperfluousPosting({ index: space, table }, { id, term, stored }));
  if (isRepairing && isSafe && !isRepaired) return;
  const reason = stored ? `revision ${revision} of ${id} does not need it` : `there is no ${id}`;
  addFinding(report, { kind: 'superfluous', key: keyText(Key), reason, isRepaired });
}

/**
 * Reports items without a document. They stay: they may be the only trace of a document that was lost.
 *
 * @returns the approximate number of read units used.
 */
async function checkOwnItems(context: CheckItems, items: readonly OwnItem[]): Promise<number> {
  const { table, reader, report } = context;
  for (const { type, item: scanned, read: own } of items) {
    const { pk, sk } = scanned;
    const { document } = own;
    for (const wrong of (await type.check?.(accessOf(context), scanned)) ?? [])
      await addWrong(context, wrong);
    if (!document) continue;
    const space = reader.spaceOf(document.type, document.owner);
    if (await readDocument(context, space, document.id)) {
      await checkNote(context, type, { item: scanned, name: document });
      continue;
    }
    // A write may have deleted it with its document since, or let it expire.
    const item = await getItem(table, { Key: { pk, sk }, ConsistentRead: true });
    const read = item && reader.read(item);
    if (read?.kind !== 'own' || !read.read.document) continue;
    const reason = `there is no ${document.id}`;
    addFinding(report, { kind: 'superfluous', key: keyText({ pk, sk }), reason, isRepaired: false });
  }
  return 3 * items.length;
}

/**
 * Puts missing required items: earlier code has stored documents without them.
 *
 * @returns the approximate number of read units used.
 */
async function checkRequiredItems(context: CheckItems, documents: readonly DocumentItem[]): Promise<number> {
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
  const { table, report, isRepairing } = context;
  const isNeededBy = ({ document }: DocumentItem['stored']) => required.isNeeded?.(document) ?? true;
  const needed = documents
    .filter(({ space, stored }) => space.name === required.type && isNeededBy(stored))
    .map(({ space, stored: { id } }) => {
      const name = { type: required.type, owner: space.owner, id };
      return { space, name, Key: required.keyOf(name) };
    });
  const keys = needed.map(({ Key }) => Key);
  const found = await readKeys(context, keys);
  const missing = needed.filter(({ Key }) => !found.has(keyText(Key)));
  for (const { space, name, Key } of missing) {
    const stored = await readDocument(context, space, name.id);
    if (stored === 'unknown' || !stored || !isNeededBy(stored)) continue;
    if (await getItem(table, { Key, ConsistentRead: true })) continue;
    // A write may have removed both meanwhile.
    const after = await readDocument(context, space, name.id);
    if (after === 'unknown' || !isSameState(stored, after)) continue;
    const isRepaired = isRepairing && (await required.put(accessOf(context), name));
    const reason = `the ${name.type} ${name.id} needs it`;
    addFinding(report, { kind: 'missing', key: keyText(Key), reason, isRepaired });
  }
  return keys.length / 2 + 2 * missing.length;
}
