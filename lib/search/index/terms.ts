/**
 * Terms, and where their entries stand in the table.
 *
 * The term of all documents is a name. Every other term is a kind and a folded
 * text. With the terms of sources:
 *
 * | term        | stands for              | partition key | sort key            |
 * | ----------- | ----------------------- | ------------- | ------------------- |
 * | `sources`   | all sources             | `sources`     | the id              |
 * | `t/web`     | the tag "web"           | `t/w`         | `web`, tab, the id  |
 * | `w/log`     | the word "log"          | `w/l`         | `log`, tab, the id  |
 * | `p/csv`     | the preprocessor "csv"  | `p/c`         | `csv`, tab, the id  |
 *
 * The entries of one term are adjacent and sorted by id. Terms with the same
 * prefix are adjacent, too, so a prefix query needs no list of terms.
 *
 * Names are short because a count costs the bytes of its entries. A text of
 * more than 20 bytes is shortened to its beginning and a hash of the whole.
 * Two texts may have the same hash: hits stay correct, because each is checked
 * on its document.
 */

import { createHash } from 'node:crypto';

/** Ends the text of a term in a sort key; starts the hash. Neither occurs in the part of a text that is kept. */
const textEnd = '\t';
const hashStart = '\n';

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

/** A partition, and how the sort keys begin there. */
export interface TermPlace {
  readonly partition: string;
  readonly beginning: string;
}

export function placeOfTerm(term: string): TermPlace {
  if (isOfAll(term)) return { partition: term, beginning: '' };
  const text = textOf(term);
  return { ...placeOfText(kindOf(term), text), beginning: `${text}${textEnd}` };
}

/** Contains all terms of the kind that begin with the prefix, and others when the prefix is longer than what is kept. */
export function placeOfPrefix(kind: string, prefix: string): TermPlace {
  return placeOfText(kind, keptPart(prefix, maxKeptBytes));
}

/** The term of an entry, from its key. */
export function termOfKey(partition: string, sortKey: string): string {
  if (isOfAll(partition)) return partition;
  return `${kindOf(partition)}/${sortKey.slice(0, sortKey.lastIndexOf(textEnd))}`;
}

/** Whether a term found in the place of a prefix begins with it; undefined when only the document can tell. */
export function termBeginsWith(term: string, prefix: string): boolean | undefined {
  const text = textOf(term);
  const [kept = '', hash] = text.split(hashStart);
  if (hash === undefined || kept.startsWith(prefix)) return text.startsWith(prefix);
  return prefix.startsWith(kept) ? undefined : false;
}

function placeOfText(kind: string, text: string): TermPlace {
  const [first = ''] = text;
  return { partition: `${kind}/${first}`, beginning: text };
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
  let kept = '';
  for (const character of text) {
    const isSeparator = character === textEnd || character === hashStart;
    if (isSeparator || Buffer.byteLength(kept + character) > maxBytes) break;
    kept += character;
  }
  return kept;
}
