/**
 * Checks the counts beside documents: of those that hold the document, and of what stands beside it.
 *
 * A count that is too low is raised: otherwise the document could be removed while it is needed. One that is too high is shown:
 * it may be the only trace of a document that was lost.
 */

import { listConsistently, openDocuments } from '../../data/documents.ts';
import type { DocumentName } from '../../data/search/document-type.ts';
import { getHolds, noteBeside, parseHolds, raiseHold } from '../../data/search/documents/document-holds.ts';
import { isPresent } from '../../data/store/layout.ts';
import type { Item } from '../../data/store/table-access.ts';
import { rest } from '../../data/store/table-access.ts';
import { getItem, getItems } from '../../data/store/table-reads.ts';
import { transact } from '../../data/store/transactions.ts';
import type { HoldType } from '../../data/stored-types.ts';
import { addWrong, type CheckItems, type DocumentItem } from './check-context.ts';
import { type DocumentSpace, keyText } from './stored-item.ts';

/** Lists may lag for a moment, so a difference must last. */
const maxTries = 3;
const pauseMs = 300;

const unitsOfCount = 8;

/** Checks the count of a document, and that what it notes is there. @returns the approximate number of read units used. */
export async function checkHolds(context: CheckItems, space: DocumentSpace, id: string): Promise<number> {
  const { table, types } = context;
  const { Key: key = {} } = getHolds(space, id);
  for (const hold of (types.holds ?? []).filter(({ type }) => type === space.name)) {
    await checkCount(context, hold, space, id);
    for (const kind of hold.beside) {
      const before = await getItem(table, getHolds(space, id));
      if (before?.[kind] !== true) continue;
      const beside = { ...key, sk: kind };
      if (await getItem(table, { Key: beside, ConsistentRead: true })) continue;
      const after = await getItem(table, getHolds(space, id));
      if (after?.[kind] !== true) continue;
      const reason = `the count beside ${id} says that there is one`;
      await addWrong(context, { kind: 'missing', key: beside, reason });
    }
  }
  return unitsOfCount;
}

/** Checks that documents which hold others are counted there. */
export async function checkHeld(context: CheckItems, documents: readonly DocumentItem[]): Promise<number> {
  const { table, types, reader } = context;
  let units = 0;
  for (const hold of types.holds ?? []) {
    const held = new Map(
      documents
        .filter(({ space }) => space.name === hold.by.name)
        .flatMap(({ space, stored: { document } }) => {
          const id = hold.heldBy(document);
          if (id === undefined) return [];
          const its = reader.spaceOf(hold.type, space.owner);
          const { Key: key = {} } = getHolds(its, id);
          return [[keyText(key), { space: its, id, key }] as const];
        }),
    );
    const keys = [...held.values()].map(({ key }) => key);
    const found = await getItems(table, keys, { isConsistent: true });
    const counted = new Set(found.filter((item) => (parseHolds(item) ?? 0) > 0).map(keyText));
    units += keys.length;
    for (const [key, { space, id }] of held) {
      if (counted.has(key)) continue;
      await checkCount(context, hold, space, id);
      units += unitsOfCount;
    }
  }
  return units;
}

async function checkCount(
  context: CheckItems,
  { by, filtersOf }: HoldType,
  space: DocumentSpace,
  id: string,
): Promise<void> {
  const { table, now } = context;
  const { client, tableName } = table;
  const { owner, shards } = space;
  const { Key: key = {} } = getHolds(space, id);
  const documents = openDocuments(by, { client, tableName, owner, shards, now });
  const read = async () => {
    const item = await getItem(table, getHolds(space, id));
    return { isThere: item?.['count'] !== undefined, count: item ? parseHolds(item) : 0 };
  };
  let [count, total] = [0, 0];
  let isCounted = false;
  for (let tries = 0; tries < maxTries; tries++) {
    const before = await read();
    const page = await listConsistently(documents, {
      from: 0,
      size: 0,
      filters: filtersOf(id),
      track_total: true,
    });
    const after = await read();
    // A malformed count is a finding of its own, and a long list has no exact total.
    if (before.count === undefined || page.relation !== 'eq' || page.total === before.count) return;
    if (after.count === before.count) [count, total, isCounted] = [before.count, page.total, before.isThere];
    else [count, total] = [0, 0];
    await rest(table, pauseMs);
  }
  if (count === total) return;
  const repair = async () => {
    const from = isCounted ? count : undefined;
    return (await transact(table, [raiseHold(space, id, { from, to: total })])).length === 0;
  };
  const reason = `it counts ${count} of type ${by.name} that need ${id}, and there are ${total}`;
  await addWrong(context, {
    kind: isCounted ? 'malformed' : 'missing',
    key,
    reason,
    ...(total > count ? { repair } : {}),
  });
}

/** Checks that an item beside a document is noted in its count: otherwise nobody would miss it. */
export async function checkNote(context: CheckItems, { pk, sk }: Item, name: DocumentName): Promise<void> {
  const { table, types, reader } = context;
  const kind = String(sk);
  if (!(types.holds ?? []).some(({ type, beside }) => type === name.type && beside.includes(kind))) return;
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
