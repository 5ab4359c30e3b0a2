/** The terms under which a source is listed: one of all sources, and one per tag. */

import type { SourceContent } from './source-record.ts';

const allSources = 'sources';

/**
 * Tags compare whole, in any letter case and any Unicode composition, white
 * space around them aside, as in a query. Composed
 * after the letter case is gone: J with a caron has no composed form, but j has.
 */
export function tagTerm(tag: string): string {
  return `sources/tag/${tag.trim().toLowerCase().normalize('NFC')}`;
}

/** Sorted, each once. */
export function termsOf({ tags }: Pick<SourceContent, 'tags'>): string[] {
  return [...new Set([allSources, ...tags.map(tagTerm)])].toSorted();
}

/** The term that lists what a query asks for; all sources when it asks for nothing. */
export function termOfQuery(query: string | undefined): string {
  const tag = query?.trim();
  return tag ? tagTerm(tag) : allSources;
}
