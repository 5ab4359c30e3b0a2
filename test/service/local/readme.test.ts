/** Runs the console examples of the service's first page, the tour and the guides in order: each must return the output shown. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { curl, examplesIn, shownPort } from '../../support/documentation.ts';
import { copyBuiltProject, type LocalService, startLocal } from '../../support/local-service.ts';
import { repository } from '../../support/repository.ts';

const idPattern = /\b[0-9a-f]{24}\b/g;
const cursorPattern = /(?<="after":"|after=)[\w-]{40,}/g;
const timePattern = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

interface Page {
  readonly page: string;
  readonly exampleCount: number;
  readonly sourceCount: number;
}

/** Runs the pages on one service: a page finds the sources of the page before. */
async function expectShown(pages: readonly Page[]): Promise<void> {
  const service = await startLocal(await copyBuiltProject());
  for (const page of pages) await expectPage(service, page);
  service.child.kill('SIGINT');
  await service.exited;
}

async function expectPage(service: LocalService, { page, ...counts }: Page): Promise<void> {
  const examples = examplesIn(await readFile(join(repository, page), 'utf8'));
  expect(examples.length).toBe(counts.exampleCount);
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
  expect(names.idCount).toBe(counts.sourceCount);
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

test('the examples of docs/service/README.md return the output shown', {
  tags: ['local'],
}, async () => {
  await expectShown([{ page: 'docs/service/README.md', exampleCount: 9, sourceCount: 2 }]);
});

test(
  'the examples of docs/service/tour.md and docs/headwater/how-to.md return the output shown',
  { tags: ['local'] },
  () =>
    expectShown([
      { page: 'docs/service/tour.md', exampleCount: 21, sourceCount: 3 },
      { page: 'docs/headwater/how-to.md', exampleCount: 9, sourceCount: 2 },
    ]),
);
