/**
 * The terms under which a source is listed: one of all sources, one for each
 * tag, for each word of name and description, and for each type of its
 * preprocessors.
 *
 * | term        | stands for              | partition key | sort key            |
 * | ----------- | ----------------------- | ------------- | ------------------- |
 * | `sources`   | all sources             | `sources`     | the id              |
 * | `t/web`     | the tag "web"           | `t/w`         | `web`, tab, the id  |
 * | `w/log`     | the word "log"          | `w/l`         | `log`, tab, the id  |
 * | `p/csv`     | the preprocessor "csv"  | `p/c`         | `csv`, tab, the id  |
 *
 * So the entries of a term stand one after the other by id, and those of all
 * terms that begin alike beside each other: a prefix needs no list of terms
 * that somebody would have to keep.
 *
 * Names are short, because what a count costs is the bytes of the entries. A
 * text of more than 20 bytes keeps what it begins with, and a hash stands for
 * the whole of it. Should two texts ever have the same hash, then each hit is
 * right all the same, because it is checked on the source itself.
 */

import { createHash } from 'node:crypto';
import type { SourceContent } from '../../sources/source-record.ts';
import { fold, wordsOf } from '../query/fold.ts';

/** Tags, words, types of preprocessors. */
export type TermKind = 't' | 'w' | 'p';

export const allSources = 'sources';

/** What follows the text of a term in a sort key, and what precedes the hash: neither is in a text as it stands. */
const textEnd = '\t';
const hashStart = '\n';

const maxTextBytes = 20;
const maxKeptBytes = 11;
const hashCharacters = 8;

/** @param text Folded. */
export function termOf(kind: TermKind, text: string): string {
  return `${kind}/${keptPart(text, maxTextBytes) === text ? text : shortened(text)}`;
}

export function tagTerm(tag: string): string {
  return termOf('t', fold(tag));
}

/** Each once. */
export function termsOf(
  content: Pick<SourceContent, 'name' | 'description' | 'tags' | 'preprocessors'>,
): string[] {
  const { name = '', description = '', tags, preprocessors } = content;
  const words = [...wordsOf(fold(name)), ...wordsOf(fold(description))];
  return [
    ...new Set([
      allSources,
      ...tags.map(tagTerm),
      ...words.map((word) => termOf('w', word)),
      ...preprocessors.map(({ type }) => termOf('p', fold(type))),
    ]),
  ];
}

/** Where the entries of a term are: the partition, and what their sort keys begin with. */
export interface TermPlace {
  readonly partition: string;
  readonly beginning: string;
}

export function placeOfTerm(term: string): TermPlace {
  if (term === allSources) return { partition: term, beginning: '' };
  const text = textOf(term);
  return { ...placeOfText(kindOf(term), text), beginning: `${text}${textEnd}` };
}

/**
 * Where the entries of all terms are that begin like this; others may be
 * among them, where a text is longer than what is kept of it.
 */
export function placeOfPrefix(kind: TermKind, prefix: string): TermPlace {
  return placeOfText(kind, keptPart(prefix, maxKeptBytes));
}

/** The term of an entry, by its key. */
export function termOfKey(partition: string, sortKey: string): string {
  if (partition === allSources) return partition;
  return `${kindOf(partition)}/${sortKey.slice(0, sortKey.lastIndexOf(textEnd))}`;
}

/** Whether a term that was found in the place of a prefix begins with it: undefined when only the source can tell. */
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

/** As many whole characters from the beginning as fit, up to the first that a key sets apart. */
function keptPart(text: string, maxBytes: number): string {
  let kept = '';
  for (const character of text) {
    const isApart = character === textEnd || character === hashStart;
    if (isApart || Buffer.byteLength(kept + character) > maxBytes) break;
    kept += character;
  }
  return kept;
}
