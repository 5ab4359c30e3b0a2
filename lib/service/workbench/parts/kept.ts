/** What the browser keeps for this page from one visit to the next, as JSON. It may refuse: then nothing is kept. */

import { readJson } from 'headwater/json';

/** @returns anything: another version of the page may have written it. Undefined if there is nothing that can be read. */
export function readKept(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : readJson(text);
  } catch {
    return undefined;
  }
}

/** @param text JSON; undefined removes what there is. @returns whether the browser did it. */
export function writeKept(key: string, text: string | undefined): boolean {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function keptKeys(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
