/**
 * Compares the items of one page of a scan with the rest of the table.
 *
 * A scan may return outdated items, and writers continue. So every suspicious item is
 * read again, consistently and in the order of the write protocol
 * (data/search/documents/document-writes.ts): a posting is missing only if the document
 * has the same revision before and after, and superfluous only if no write can need it
 * any more.
 */

import { documentKey, isOutdated } from '../../data/search/documents/document-items.ts';
import { putMissingPostings, upgradeDocument } from '../../data/search/documents/document-upgrades.ts';
import { deleteSeenPosting, type Posting } from '../../data/search/index/postings.ts';
import { orphansAmong } from '../../data/search/list/orphans.ts';
import type { Item, TableAccess } from '../../data/store/table-access.ts';
import { getItem, getItems } from '../../data/store/table-reads.ts';
import { deleteItem } from '../../data/store/table-writes.ts';
import type { RequiredItem, StoredTypes } from '../../data/stored-types.ts';
import type { KnownDocuments } from './known-documents.ts';
import { addFinding, countItem, countUnknown, type TableReport } from './report.ts';
import {
  type DocumentSpace,
  type DocumentState,
  type ItemReader,
  isNeeded,
  isNewer,
  keyText,
  neededPostings,
  neededTerms,
  postingKey,
  type StoredItem,
} from './stored-item.ts';

type DocumentItem = Extract<StoredItem, { kind: 'document' }>;
type PostingItem = Extract<StoredItem, { kind: 'entry' }>;
type OwnItem = Extract<StoredItem, { kind: 'own' }> & { readonly item: Item };

/** The context that the checks of a page share. */
export interface CheckItems {
  readonly table: TableAccess;
  readonly types: StoredTypes;
  readonly reader: ItemReader;
  readonly known: KnownDocuments;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly report: TableReport;
  /** Whether to repair what can be repaired safely. */
  readonly isRepairing: boolean;
  /** Whether to rewrite documents of older versions. */
  readonly isUpgrading: boolean;
  readonly newId: () => string;
}

/** `unknown` if the needs of the document cannot be determined: it is malformed, or newer code has stored it. */
async function readDocument(
  { table, reader }: CheckItems,
  space: DocumentSpace,
  id: string,
): Promise<DocumentState | 'unknown' | undefined> {
  const item = await getItem(table, { Key: documentKey(space, id), ConsistentRead: true });
  const read = item && reader.read(item);
  if (!read) return undefined;
  return read.kind === 'document' && !isNewer(read.space, read.stored) ? read.stored : 'unknown';
}

/** The items by their keys. They may be out of date. */
async function readKeys({ table }: CheckItems, keys: readonly Item[]): Promise<Map<string, Item>> {
  const items = await getItems(table, keys, { isConsistent: false });
  return new Map(items.map((item) => [keyText(item), item]));
}

/** @returns the approximate number of read units that it has used. */
export async function checkItems(context: CheckItems, items: readonly Item[]): Promise<number> {
  const documents: DocumentItem[] = [];
  const postings: PostingItem[] = [];
  const owned: OwnItem[] = [];
  for (const item of items) {
    const read = context.reader.read(item);
    countRead(context.report, read, item);
    if (read.kind === 'entry') postings.push(read);
    if (read.kind === 'own') owned.push({ ...read, item });
    if (read.kind !== 'document') continue;
    documents.push(read);
    if (isOutdated(read.space, item)) await checkVersion(context, read, item);
  }
  const units = [
    await checkDocuments(context, documents),
    await checkPostings(context, postings),
    await checkOwnItems(context, owned),
    await checkRequiredItems(context, documents),
  ];
  return units.reduce((sum, one) => sum + one, 0);
}

function countRead(report: TableReport, read: StoredItem, item: Item): void {
  countItem(report, kindNameOf(read));
  if (read.kind === 'document' && isNewer(read.space, read.stored)) report.newer++;
  if (read.kind === 'unknown') countUnknown(report, read.name);
  if (read.kind === 'malformed')
    addFinding(report, { kind: 'malformed', key: keyText(item), reason: read.reason, isRepaired: false });
}

/** Rewrites a document of an older version, which also puts its postings. */
async function checkVersion(context: CheckItems, { space }: DocumentItem, item: Item): Promise<void> {
  const { table, now, newId, report, isUpgrading } = context;
  report.outdated.found++;
  if (!isUpgrading) return;
  const { pk, sk } = item;
  const current = await getItem(table, { Key: { pk, sk }, ConsistentRead: true });
  if (!current || (await upgradeDocument({ index: space, table, now, newId }, current)))
    report.outdated.raised++;
}

function kindNameOf(read: StoredItem): string {
  if (read.kind === 'own') return read.type.name;
  if (read.kind !== 'document') return read.kind;
  return read.stored.document === undefined ? 'tombstone' : read.space.name;
}

/** Checks that every document has its postings, except documents of newer code, whose postings are unknown. */
async function checkDocuments(context: CheckItems, documents: readonly DocumentItem[]): Promise<number> {
  const now = context.now();
  const known = documents.filter(({ space, stored }) => !isNewer(space, stored));
  const needed = known.flatMap(({ space, stored }) =>
    neededPostings(space, stored, now).map((posting) => ({
      space,
      posting,
      key: postingKey(space, posting),
    })),
  );
  const found = await readKeys(
    context,
    needed.map(({ key }) => key),
  );
  const missing = needed.filter(({ key }) => !found.has(keyText(key)));
  for (const { space, posting } of missing) await checkMissing(context, space, posting);
  return needed.length / 2 + 3 * missing.length;
}

async function checkMissing(context: CheckItems, space: DocumentSpace, posting: Posting): Promise<void> {
  const { table, now, newId, report, isRepairing } = context;
  const before = await readDocument(context, space, posting.id);
  if (before === 'unknown' || !before || !isNeeded(space, posting, before)) return;
  const own = { ...posting, revision: before.revision };
  const key = postingKey(space, own);
  if (await getItem(table, { Key: key, ConsistentRead: true })) return;
  const after = await readDocument(context, space, posting.id);
  if (after === 'unknown' || after?.revision !== before.revision) return;
  const write = { index: space, table, now, newId };
  if (isRepairing && !(await putMissingPostings(write, before, new Set([own.term])))) return;
  const reason = `revision ${own.revision} of ${own.id} needs it`;
  addFinding(report, { kind: 'missing', key: keyText(key), reason, isRepaired: isRepairing });
}

/** Checks that every posting leads to a document that needs it. */
async function checkPostings(context: CheckItems, postings: readonly PostingItem[]): Promise<number> {
  const { known, reader } = context;
  const isKnown = ({ space, posting }: PostingItem) =>
    known.hasNeeded(keyOfDocument(space, posting), posting.term);
  const unknown = postings.filter((one) => !isKnown(one));
  const keys = new Map(
    unknown.map(({ space, posting }) => [keyOfDocument(space, posting), documentKey(space, posting.id)]),
  );
  for (const [key, item] of await readKeys(context, [...keys.values()])) {
    const read = reader.read(item);
    if (read.kind === 'document' && !isNewer(read.space, read.stored))
      known.add(key, neededTerms(read.space, read.stored));
  }
  const wrong = unknown.filter((one) => !isKnown(one));
  for (const { space, posting } of wrong) await checkSuperfluous(context, space, posting);
  return keys.size + wrong.length;
}

function keyOfDocument(space: DocumentSpace, { id }: Posting): string {
  return keyText(documentKey(space, id));
}

async function checkSuperfluous(context: CheckItems, space: DocumentSpace, posting: Posting): Promise<void> {
  const { table, now, report, isRepairing } = context;
  const since = now();
  const stored = await readDocument(context, space, posting.id);
  if (stored === 'unknown' || isNeeded(space, posting, stored)) return;
  const found = new Map(stored ? [[posting.id, stored]] : []);
  const [left] = orphansAmong({ index: space }, [posting], { found, malformed: new Set(), since, bytes: 0 });
  if (!left) {
    report.underWay++;
    return;
  }
  // The condition fails if a write has put the posting again, or a reader has deleted it.
  if (isRepairing && !(await deleteItem(table, deleteSeenPosting(space, posting)))) return;
  const key = keyText(postingKey(space, posting));
  const reason = stored
    ? `revision ${stored.revision} of ${posting.id} does not need it`
    : `there is no ${posting.id}`;
  addFinding(report, { kind: 'superfluous', key, reason, isRepaired: isRepairing });
}

/**
 * Deletes items without a document: a deletion may end before it deletes them, and no document returns.
 *
 * @returns the approximate number of read units used.
 */
async function checkOwnItems(context: CheckItems, items: readonly OwnItem[]): Promise<number> {
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
