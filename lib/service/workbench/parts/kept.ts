/** What the browser keeps of how a person has arranged the page. It may refuse: then the page is as usual the next time. */

import { readJson, writeJson } from 'headwater/json';

const prefix = 'headwater.view.';

/** @returns anything: another version of the page may have written it. Undefined if there is nothing. */
export function readKept(name: string): unknown {
  try {
    const text = localStorage.getItem(prefix + name);
    return text === null ? undefined : readJson(text);
  } catch {
    return undefined;
  }
}

/** @param value Undefined removes it. */
export function writeKept(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, writeJson(value));
  } catch {
    // See above.
  }
}
