/** The last queries of records that have been searched for in this browser, the newest first. */

import { writeJson } from 'headwater/json';
import { readKept, writeKept } from '../parts/kept.ts';
import { Store } from './store.ts';

const key = 'headwater.queries';
const maxKept = 20;
/** The language allows no longer ones. */
const maxLength = 512;

export const lastQueries = new Store(keptQueries());

function keptQueries(): readonly string[] {
  const kept = readKept(key);
  if (!Array.isArray(kept)) return [];
  return kept.filter((one) => typeof one === 'string' && one.length <= maxLength).slice(0, maxKept);
}

export function keepQuery(query: string): void {
  const text = query.trim();
  if (text === '' || text.length > maxLength) return;
  // Another tab may have kept some since.
  const all = [text, ...keptQueries().filter((one) => one !== text)].slice(0, maxKept);
  writeKept(key, writeJson(all));
  lastQueries.set(all);
}

export function forgetQueries(): void {
  writeKept(key, undefined);
  lastQueries.set([]);
}
