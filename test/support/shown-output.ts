/** Runs the console examples of a page in order: each must return the output shown. */

import { expect } from 'vitest';
import { curl, type Example, shownPort } from './documentation.ts';
import type { LocalService } from './local-service.ts';

const idPattern = /\b[0-9a-f]{24}\b/g;
const cursorPattern = /(?<="after":"|after=)[\w-]{40,}/g;
const timePattern = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** @returns how many ids the page shows. */
export async function expectShown(service: LocalService, examples: readonly Example[]): Promise<number> {
  const names = new ShownNames();
  for (const { command, shown } of examples) {
    const actual = await curl(service, names.actual(command));
    const plain = (text: string) =>
      text.replaceAll(timePattern, '<time>').replaceAll(cursorPattern, '<cursor>');
    names.learn(shown, actual);
    const want = plain(names.actual(shown).replaceAll(`localhost:${shownPort}`, `localhost:${service.port}`));
    const got = plain(actual);
    if (want.endsWith('…')) expect(got.slice(0, want.length - 1), command).toBe(want.slice(0, -1));
    else expect(got, command).toBe(want);
  }
  return names.idCount;
}

/** Maps ids and cursors of a page to their values in this run. */
class ShownNames {
  readonly #ids = new Map<string, string>();
  readonly #cursors = new Map<string, string>();

  get idCount(): number {
    return this.#ids.size;
  }

  /** The first place that shows a name determines its value in this run. */
  learn(shown: string, actual: string): void {
    for (const [known, pattern] of [
      [this.#ids, idPattern],
      [this.#cursors, cursorPattern],
    ] as const) {
      const names = [...shown.matchAll(pattern)].map(([name]) => name);
      for (const [index, [name]] of [...actual.matchAll(pattern)].entries()) {
        const shownName = names[index];
        if (shownName !== undefined && !known.has(shownName)) known.set(shownName, name);
      }
    }
  }

  actual(text: string): string {
    return text
      .replaceAll(idPattern, (id) => this.#ids.get(id) ?? id)
      .replaceAll(cursorPattern, (cursor) => this.#cursors.get(cursor) ?? cursor);
  }
}
