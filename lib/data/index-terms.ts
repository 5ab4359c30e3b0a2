/** The terms under which a source is listed: one of all sources, and one per tag. */

import { fold } from '../domain/query/fold.ts';
import type { SourceContent } from './source-record.ts';

const allSources = 'sources';

/** Tags compare whole, and as a query does. */
export function tagTerm(tag: string): string {
  return `sources/tag/${fold(tag)}`;
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
