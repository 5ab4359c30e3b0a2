/**
 * Terms, and where their postings stand in the table.
 *
 * The term of all documents is a name, such as `s`. Every other term is a kind and a folded text: `t/web` is the tag
 * "web". docs/headwater/storage.md shows their keys. The postings of one term are adjacent and sorted by id. Terms with the same
 * prefix are adjacent, too, so a prefix query needs no list of terms. A term with several shards (shards.ts) has them in
 * partitions of its own, such as `s.0f` and `t.0f/we`.
 *
 * A term by whose values lists sort has the name of all documents and the field: `s>price`, and within the state "open"
 * `s>price>state/open`. Its postings stand in the order of the values (positions.ts): the sort key of the value precedes the id.
 * Where one posting is meant, the sort key follows the term and a tab.
 *
 * Keys are short because a count costs the bytes of its postings. A text of more than 20 bytes is shortened to its
 * beginning and a hash of the whole. Two texts may have the same hash: hits stay correct, because each is checked on its
 * document.
 */

import { createHash } from 'node:crypto';
import { firstId, lastId } from '../../store/ids.ts';
import { ownedKey, splitOwnedKey } from '../../store/layout.ts';
import { epochsOf, type ShardTable, shardOf } from './shards.ts';

/** Separates the text of a term from the id in a sort key, and starts the hash. The kept part of a text contains neither. */
const textEnd = '\t';
const hashStart = '\n';
const separator = /[\t\n]/;

/** Precedes the names of fields in a term by whose values lists sort. */
const sortMark = '>';

/** A longer partition key would leave a prefix of two characters without a partition. */
const partitionCharacters = 2;

const maxTextBytes = 20;
const maxKeptBytes = 11;
const hashCharacters = 8;

/**
 * @param kind Such as `t`; it has no slash.
 * @param text Folded (query/fold.ts).
 * @example termOf('t', 'web') // 't/web'
 */
export function termOf(kind: string, text: string): string {
  return `${kind}/${keptPart(text, maxTextBytes) === text ? text : shortened(text)}`;
}

/**
 * The term by whose values lists sort.
 *
 * @param all The term of all documents.
 * @param within Only where this field has this text, which is folded.
 * @example sortTerm('s', 'price') // 's>price'
 * @example sortTerm('s', 'price', { field: 'state', text: 'open' }) // 's>price>state/open'
 */
export function sortTerm(
  all: string,
  field: string,
  within?: { readonly field: string; readonly text: string },
): string {
  const name = kindOfSort(all, field, within?.field);
  return within ? termOf(name, within.text) : name;
}

/** The kind of such terms. Dots would begin the number of a shard. */
export function kindOfSort(all: string, field: string, within?: string): string {
  return [all, field, ...(within === undefined ? [] : [within])].join(sortMark).replaceAll('.', '~');
}

/** The term of all documents, if lists sort by the values of the term. */
export function sortedAll(term: string): string | undefined {
  const [name = ''] = term.split('/', 1);
  return name.includes(sortMark) ? name.slice(0, name.indexOf(sortMark)) : undefined;
}

export function withSortKey(term: string, sortKey: string): string {
  return `${term}${textEnd}${sortKey}`;
}

function splitSortKey(term: string): { readonly term: string; readonly sortKey: string } {
  const [plain = '', sortKey = ''] = term.split(textEnd);
  return { term: plain, sortKey };
}

/** No term of one owner begins with it, and no owner contains it. */
const allOwnersStart = '*';

/** The term of all documents of all owners. Its postings say whose each document is. @param all The term of all documents. */
export function allOwnersTerm(all: string): string {
  return `${allOwnersStart}${all}`;
}

/** Whether a term, or a partition, has documents of all owners. */
export function isOfAllOwners(term: string): boolean {
  return term.startsWith(allOwnersStart);
}

/** The owner whose documents the postings lead to, and the distribution of the postings. */
export interface KeySpace {
  readonly owner: string;
  /** The term of all documents. */
  readonly all: string;
  readonly shards: ShardTable;
}

/** A range of ids, or of positions of a list; both ends included. */
export interface IdRange {
  readonly low: string;
  readonly high: string;
}

export const everyId: IdRange = { low: firstId, high: lastId };

/** The ids that both ranges contain; undefined if there are none. */
export function overlap(one: IdRange, other: IdRange): IdRange | undefined {
  const low = one.low > other.low ? one.low : other.low;
  const high = one.high < other.high ? one.high : other.high;
  return low <= high ? { low, high } : undefined;
}

/** A partition, and the common beginning of the sort keys there. */
export interface TermPlace {
  readonly partition: string;
  readonly beginning: string;
}

/** A part of a term's postings: a range of ids, or positions, in one partition. */
export interface TermPart extends TermPlace, IdRange {
  readonly term: string;
}

/** All terms of a kind whose texts begin with the prefix. */
interface TermPrefix {
  /** The kind. */
  readonly of: string;
  /** Two characters or more. */
  readonly prefix: string;
}

export interface PostingPlace extends TermPlace {
  /** Where the posting stands among those of the term. */
  readonly position: string;
}

/** @param posted The term, with the sort key if lists sort by it. */
export function placeOfPosting(space: KeySpace, posted: string, id: string): PostingPlace {
  const { term, sortKey } = splitSortKey(posted);
  const epoch = epochsOf(space.shards, term).find(({ low, high }) => low <= id && id <= high);
  const place = placeIn(space, term, epoch ? suffixOf(epoch.shards, shardOf(id, epoch.shards)) : '');
  return { ...place, position: sortKey + id };
}

/** The place of a term's postings as long as the term has one shard. */
export function placeOfTerm(space: KeySpace, term: string): TermPlace {
  return placeIn(space, term, '');
}

/**
 * Every partition with postings of the term in this range of ids. Where lists sort by the term, the range is one of positions,
 * which do not tell the epoch of a posting: it may be in each partition of any epoch.
 */
export function partsOfTerm(space: KeySpace, term: string, range: IdRange = everyId): readonly TermPart[] {
  if (sortedAll(term) !== undefined) {
    const all = epochsOf(space.shards, term).flatMap(({ shards }) => suffixesOf(shards));
    return [...new Set(all)].map((suffix) => ({ ...placeIn(space, term, suffix), term, ...range }));
  }
  return epochsOf(space.shards, term).flatMap(({ shards, ...epoch }) => {
    const ids = overlap(epoch, range);
    if (!ids) return [];
    return suffixesOf(shards).map((suffix) => ({ ...placeIn(space, term, suffix), term, ...ids }));
  });
}

/**
 * Contains all terms of the kind that begin with the prefix, and others if the
 * prefix is longer than the kept part of a text. Terms with several shards are
 * elsewhere (`shardsOfPrefix`).
 *
 * @param prefix Two characters or more: terms with the same first character are in many partitions.
 */
export function placeOfPrefix({ owner }: Pick<KeySpace, 'owner'>, { of, prefix }: TermPrefix): TermPlace {
  const { first, rest } = splitText(keptPart(prefix, maxKeptBytes));
  return { partition: ownedKey(owner, `${of}/${first}`), beginning: rest };
}

/** The parts of terms with several shards that are not in the place of the prefix. */
export function shardsOfPrefix(space: KeySpace, prefix: TermPrefix, range: IdRange): readonly TermPart[] {
  const { partition } = placeOfPrefix(space, prefix);
  const terms = [...space.shards.keys()].filter((term) => mayBeOfPrefix(term, prefix));
  const parts = terms.flatMap((term) => partsOfTerm(space, term, range));
  return parts.filter((part) => part.partition !== partition);
}

/** @returns the term, without the sort key. */
export function termOfKey(partition: string, sortKey: string): string {
  const [kindAndShard = '', ...first] = splitOwnedKey(partition).key.split('/');
  const [kind = ''] = kindAndShard.split('.');
  if (first.length === 0) return kind;
  return `${kind}/${first.join('/')}${sortKey.slice(0, Math.max(0, sortKey.lastIndexOf(textEnd)))}`;
}

/** False only if the term certainly lacks the prefix. */
function mayBeOfPrefix(term: string, { of, prefix }: TermPrefix): boolean {
  return !isOfAll(term) && kindOf(term) === of && termBeginsWith(term, prefix) !== false;
}

/** Whether a term found in the place of a prefix begins with it; undefined when only the document can tell. */
export function termBeginsWith(term: string, prefix: string): boolean | undefined {
  const text = textOf(term);
  const [kept = '', hash] = text.split(hashStart);
  if (hash === undefined || kept.startsWith(prefix)) return text.startsWith(prefix);
  return prefix.startsWith(kept) ? undefined : false;
}

function placeIn({ owner }: KeySpace, term: string, suffix: string): TermPlace {
  if (isOfAllOwners(term)) return { partition: `${term}${suffix}`, beginning: '' };
  if (isOfAll(term)) return { partition: ownedKey(owner, `${term}${suffix}`), beginning: '' };
  const { first, rest } = splitText(textOf(term));
  const partition = ownedKey(owner, `${kindOf(term)}${suffix}/${first}`);
  return { partition, beginning: `${rest}${textEnd}` };
}

function suffixesOf(shards: number): readonly string[] {
  return Array.from({ length: shards }, (_, shard) => suffixOf(shards, shard));
}

/** A single shard has no suffix, which would lengthen each posting. */
function suffixOf(shards: number, shard: number): string {
  return shards === 1 ? '' : `.${shard.toString(16).padStart(2, '0')}`;
}

/** Splits a text into the characters that choose the partition and the rest. The hash is never in the first part. */
function splitText(text: string): { readonly first: string; readonly rest: string } {
  const [kept = ''] = text.split(hashStart);
  const first = [...kept].slice(0, partitionCharacters).join('');
  return { first, rest: text.slice(first.length) };
}

function isOfAll(term: string): boolean {
  return !term.includes('/');
}

function kindOf(term: string): string {
  return term.slice(0, term.indexOf('/'));
}

function textOf(term: string): string {
  return term.slice(term.indexOf('/') + 1);
}

function shortened(text: string): string {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, hashCharacters);
  return `${keptPart(text, maxKeptBytes)}${hashStart}${hash}`;
}

/** The whole characters that fit, up to the first tab or line break. */
function keptPart(text: string, maxBytes: number): string {
  const [line = ''] = text.split(separator, 1);
  if (Buffer.byteLength(line) <= maxBytes) return line;
  let kept = '';
  for (const character of line) {
    if (Buffer.byteLength(kept + character) > maxBytes) break;
    kept += character;
  }
  return kept;
}
