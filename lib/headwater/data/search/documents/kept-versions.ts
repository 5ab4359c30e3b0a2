/**
 * Earlier versions of documents: the transaction of each change stores the version that it replaces. A document has as many places
 * for versions as its type keeps, and a version takes the place of the one that is too old: nothing has to be swept.
 *
 * A version is stored as its document was, so it is read as an earlier document is: by `upgrade`, if the type has one.
 */

import { ServiceError } from '../../../shared/errors.ts';
import { membersOf } from '../../../shared/json/is-object.ts';
import { inPartition, ownedKey } from '../../store/layout.ts';
import type { Item } from '../../store/table-access.ts';
import { getItem, queryAll } from '../../store/table-reads.ts';
import type { DocumentRule, GuardedChange, RuledWrite } from '../document-rule.ts';
import type { ManagedMembers } from '../document-type.ts';
import type { OpenIndex } from '../index/open-index.ts';
import { documentItem, documentKey, type KeyScope, parseDocument } from './document-items.ts';
import { type DocumentAccess, getStored } from './document-writes.ts';

export interface VersionsRule<Document> extends DocumentRule<Document> {
  readonly kind: 'versions';
  /** How many versions are kept beside the present one. */
  readonly count: number;
}

/** Never an owner's: owners contain no `~`. */
export const versionPartition = '~version';

/** A removal deletes them at once. */
const maxVersions = 100;

/**
 * A rule of a document type: the last versions of each document are kept. `listVersions` and `getVersion` read them; to restore one,
 * change the document to it. A removal deletes them with their document.
 *
 * A document that was stored before its type had the rule has the versions since then. The numbers of the type cannot be adjusted, as
 * `adjustDocument` reads no version.
 *
 * @param count How many are kept beside the present one, 1 to 100.
 * @example rules: [keptVersions(20)]
 */
export function keptVersions<Document extends ManagedMembers>(count: number): VersionsRule<Document> {
  if (!Number.isInteger(count) || count < 1 || count > maxVersions)
    throw new Error(`keptVersions(${count}): a type keeps 1 to ${maxVersions} versions.`);
  return {
    kind: 'versions',
    count,
    members: 'all',
    changesOf: ({ index, id, before, after }) => {
      if (before === undefined) return [];
      if (after === undefined) return removals(index, id, before, count);
      const { revision } = before;
      const item = documentItem(index, { id, revision, document: before, units: 0, others: {} });
      return [{ change: { Put: { Item: { ...item, ...versionKey(index, id, revision % count) } } } }];
    },
  };
}

/** Other versions than those of the removed document stay: a document that clients name may have been created again. */
function removals(
  index: RuledWrite<never>['index'],
  id: string,
  { revision, created }: ManagedMembers,
  count: number,
): GuardedChange[] {
  const isOfDocument = {
    ConditionExpression: '#created = :created',
    ExpressionAttributeNames: { '#created': 'created' },
    ExpressionAttributeValues: { ':created': created },
  };
  return Array.from({ length: Math.min(count, revision - 1) }, (_, back) => {
    const Key = versionKey(index, id, (revision - 1 - back) % count);
    return { change: { Delete: { Key, ...isOfDocument } }, isAfterwards: true };
  });
}

export function versionKey(index: KeyScope, id: string, place: number): Item {
  const pk = ownedKey(index.owner, `${versionPartition}/${index.name}/${id}`);
  return { pk, sk: String(place).padStart(2, '0') };
}

/** Undefined if the item is malformed. @throws as `parseDocument`. */
export function parseVersion<Document>(
  index: OpenIndex<Document>,
  id: string,
  item: Item,
): Document | undefined {
  return parseDocument(index, { ...item, ...documentKey(index, id) })?.document;
}

/** Whether it is kept: a version before the present one, in the place that it has by its revision. */
export function isVersionOf(
  { count }: Pick<VersionsRule<never>, 'count'>,
  { revision, created }: ManagedMembers,
  item: Item,
): boolean {
  const its = Number(item['revision']);
  const isKept = its < revision && its >= revision - count;
  return isKept && item['created'] === created && Number(item['sk']) === its % count;
}

/**
 * The present document, and the versions before it that are kept, from the latest to the earliest.
 *
 * @throws ServiceError not_found, and Error when what is stored is malformed.
 */
export async function listVersions<Document extends ManagedMembers>(
  documents: DocumentAccess<Document>,
  id: string,
): Promise<readonly Document[]> {
  const { index, table } = documents;
  const rule = versionsRule(index);
  const { document } = await getStored(documents, id);
  const { pk } = versionKey(index, id, 0);
  const items = await queryAll(table, { ...inPartition(pk), ConsistentRead: true });
  const earlier = items.filter((item) => isVersionOf(rule, document, item));
  const versions = earlier.map((item) => readVersion(index, id, item));
  return [document, ...versions.toSorted((one, other) => other.revision - one.revision)];
}

/**
 * One version of a document, which may be the present one.
 *
 * @throws ServiceError not_found, and Error when what is stored is malformed.
 */
export async function getVersion<Document extends ManagedMembers>(
  documents: DocumentAccess<Document>,
  id: string,
  revision: number,
): Promise<Document> {
  const { index, table } = documents;
  const rule = versionsRule(index);
  const { document } = await getStored(documents, id);
  if (document.revision === revision) return document;
  const Key = versionKey(index, id, revision % rule.count);
  const item = await getItem(table, { Key, ConsistentRead: true });
  if (item?.['revision'] === revision && isVersionOf(rule, document, item))
    return readVersion(index, id, item);
  const kept = `the present revision is ${document.revision}, and at most ${rule.count} before it are kept`;
  throw new ServiceError(
    'not_found',
    `There is no revision ${revision} of the ${index.name} ${id}: ${kept}.`,
  );
}

function readVersion<Document>(index: OpenIndex<Document>, id: string, item: Item): Document {
  const version = parseVersion(index, id, item);
  if (version) return version;
  throw new Error(`The revision ${membersOf(item)['revision']} of the ${index.name} ${id} is malformed.`);
}

export function isVersionsRule<Document>(rule: DocumentRule<Document>): rule is VersionsRule<Document> {
  return rule.kind === 'versions';
}

function versionsRule<Document>({ name, rules }: OpenIndex<Document>): VersionsRule<Document> {
  const rule = rules.find(isVersionsRule);
  if (rule) return rule;
  throw new Error(`The type ${name} has no rule keptVersions.`);
}
