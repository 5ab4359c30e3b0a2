/**
 * Checks the counts beside documents: of those that refer to the document, and of what stands beside it.
 *
 * A count that is too low is raised: otherwise the document could be removed while it is needed. One that is too high is shown:
 * it may be the only trace of a document that was lost.
 */

import { listConsistently, openDocuments } from '../../data/documents.ts';
import type { DocumentName, DocumentType } from '../../data/search/document-type.ts';
import { getHolds, noteBeside, parseHolds, raiseHold } from '../../data/search/documents/document-holds.ts';
import { documentKey } from '../../data/search/documents/document-items.ts';
import { isReference, type ReferenceRule } from '../../data/search/documents/references.ts';
import { isPresent } from '../../data/store/layout.ts';
import type { Item } from '../../data/store/table-access.ts';
import { rest } from '../../data/store/table-access.ts';
import { getItem, getItems } from '../../data/store/table-reads.ts';
import { transact } from '../../data/store/transactions.ts';
import type { ItemType, StoredTypes } from '../../data/stored-types.ts';
import { addWrong, type CheckItems, type DocumentItem, readDocument } from './check-context.ts';
import { type DocumentSpace, keyText } from './stored-item.ts';

/** Lists may lag for a moment, so a difference must last. */
const maxTries = 3;
const pauseMs = 300;

const unitsOfCount = 8;

/** A counted reference of a type. */
interface Referrer {
  readonly by: DocumentType<never>;
  readonly rule: ReferenceRule<never>;
}

function referrersOf({ documents }: StoredTypes): readonly Referrer[] {
  return documents.flatMap((by) =>
    by.rules
      .filter(isReference)
      .filter((rule) => rule.isCounted())
      .map((rule) => ({ by, rule })),
  );
}

/**
 * Checks the count of a document, that it exists if others refer to it, and that what the count notes is there.
 *
 * @returns the approximate number of read units used.
 */
export async function checkHolds(context: CheckItems, space: DocumentSpace, id: string): Promise<number> {
  const { table } = context;
  const request = getHolds(space, id);
  if (referrersOf(context.types).some(({ rule }) => rule.to().name === space.name)) {
    await checkCount(context, space, id);
    await checkCounted(context, space, id);
  }
  for (const kind of notesOf(await getItem(table, request))) {
    const beside = { ...request.Key, sk: kind };
    if (await getItem(table, { Key: beside, ConsistentRead: true })) continue;
    if (!notesOf(await getItem(table, request)).includes(kind)) continue;
    const reason = `the count beside ${id} says that there is one`;
    await addWrong(context, { kind: 'missing', key: beside, reason });
  }
  return unitsOfCount;
}

function notesOf(item: Item | undefined): readonly string[] {
  return Object.entries(item ?? {}).flatMap(([name, value]) => (value === true ? [name] : []));
}

async function checkCounted(context: CheckItems, space: DocumentSpace, id: string): Promise<void> {
  if (await readDocument(context, space, id)) return;
  const count = parseHolds((await getItem(context.table, getHolds(space, id))) ?? {}) ?? 0;
  const reason = `${count} documents refer to it`;
  if (count > 0) await addWrong(context, { kind: 'missing', key: documentKey(space, id), reason });
}

/** Checks that documents which refer to others are counted there. */
export async function checkHeld(context: CheckItems, documents: readonly DocumentItem[]): Promise<number> {
  const { table, types, reader } = context;
  let units = 0;
  for (const { by, rule } of referrersOf(types)) {
    const held = new Map(
      documents
        .filter(({ space }) => space.name === by.name)
        .flatMap(({ space, stored: { document } }) =>
          [...rule.keptBy(document)].map((id) => {
            const its = reader.spaceOf(rule.to().name, space.owner);
            const { Key: key = {} } = getHolds(its, id);
            return [keyText(key), { space: its, id, key }] as const;
          }),
        ),
    );
    const keys = [...held.values()].map(({ key }) => key);
    const found = await getItems(table, keys, { isConsistent: true });
    const counted = new Set(found.filter((item) => (parseHolds(item) ?? 0) > 0).map(keyText));
    units += keys.length;
    for (const [key, { space, id }] of held) {
      if (counted.has(key)) continue;
      await checkCount(context, space, id);
      units += unitsOfCount;
    }
  }
  return units;
}

async function checkCount(context: CheckItems, space: DocumentSpace, id: string): Promise<void> {
  const { table } = context;
  const { Key: key = {} } = getHolds(space, id);
  const read = async () => {
    const item = await getItem(table, getHolds(space, id));
    return { isThere: item?.['count'] !== undefined, count: item ? parseHolds(item) : 0 };
  };
  let [count, total] = [0, 0];
  let isCounted = false;
  for (let tries = 0; tries < maxTries; tries++) {
    const before = await read();
    const referring = await countReferring(context, space, id);
    const after = await read();
    // A malformed count is a finding of its own, and a long list has no exact total.
    if (before.count === undefined || referring === undefined || referring === before.count) return;
    if (after.count === before.count) [count, total, isCounted] = [before.count, referring, before.isThere];
    else [count, total] = [0, 0];
    await rest(table, pauseMs);
  }
  if (count === total) return;
  const repair = async () => {
    const from = isCounted ? count : undefined;
    return (await transact(table, [raiseHold(space, id, { from, to: total })])).length === 0;
  };
  const reason = `it counts ${count} that refer to ${id}, and there are ${total}`;
  await addWrong(context, {
    kind: isCounted ? 'malformed' : 'missing',
    key,
    reason,
    ...(total > count ? { repair } : {}),
  });
}

/** Counts the documents that keep a document, of each type and by each reference. Undefined if there are too many. */
async function countReferring(
  { table, types, now }: CheckItems,
  { name, owner, shards }: DocumentSpace,
  id: string,
): Promise<number | undefined> {
  const { client, tableName } = table;
  let sum = 0;
  for (const { by, rule } of referrersOf(types).filter((one) => one.rule.to().name === name)) {
    const documents = openDocuments(by, { client, tableName, owner, shards, now });
    const conditions = Object.entries(rule.while).map(([field, values]) => ({
      field,
      values: values.map(String),
    }));
    const filters = [{ field: rule.path, values: [id] }, ...conditions];
    const page = { from: 0, size: 0, filters, track_total: true };
    const { relation, total } = await listConsistently(documents, page);
    if (relation !== 'eq') return undefined;
    sum += total;
  }
  return sum;
}

/** Checks that an item beside a document is noted in its count: otherwise nobody would miss it. */
export async function checkNote(
  context: CheckItems,
  { isNoted }: ItemType,
  { item: { pk, sk }, name }: { readonly item: Item; readonly name: DocumentName },
): Promise<void> {
  const { table, reader } = context;
  if (!isNoted) return;
  const kind = String(sk);
  const space = reader.spaceOf(name.type, name.owner);
  const request = getHolds(space, name.id);
  if ((await getItem(table, request))?.[kind] === true) return;
  if (!(await getItem(table, { Key: { pk, sk }, ConsistentRead: true }))) return;
  const repair = async () => {
    const changes = [
      noteBeside(space, name.id, kind, true),
      { ConditionCheck: { Key: { pk, sk }, ...isPresent } },
    ];
    return (await transact(table, changes)).length === 0;
  };
  const reason = `the ${kind} of ${name.id} needs its note there`;
  await addWrong(context, { kind: 'missing', key: request.Key ?? {}, reason, repair });
}
