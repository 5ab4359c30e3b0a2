/** Runs the console examples of the README and the tour in order: each must return the output shown. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { curl, examplesIn, filesIn, shownPort } from '../support/documentation.ts';
import { copyProject, startLocal } from '../support/local-service.ts';
import { repository } from '../support/repository.ts';

const idPattern = /\b[0-9a-f]{24}\b/g;
const cursorPattern = /(?<="after":")[\w-]+/g;
const timePattern = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

interface Page {
  readonly page: string;
  readonly exampleCount: number;
  readonly sourceCount: number;
}

async function expectShown({ page, ...counts }: Page): Promise<void> {
  const examples = examplesIn(await readFile(join(repository, page), 'utf8'));
  expect(examples.length).toBe(counts.exampleCount);
  const service = await startLocal(await copyProject());
  const shownIds = new Map<string, string>();
  for (const { command, shown } of examples) {
    const actual = await curl(
      service,
      command.replaceAll(idPattern, (id) => shownIds.get(id) ?? id),
    );
    const want = shown
      .replaceAll(timePattern, '<time>')
      .replaceAll(cursorPattern, '<cursor>')
      .replaceAll(`localhost:${shownPort}`, `localhost:${service.port}`);
    const got = actual.replaceAll(timePattern, '<time>').replaceAll(cursorPattern, '<cursor>');
    const ids = [...want.matchAll(idPattern)].map(([id]) => id);
    for (const [index, [id]] of [...got.matchAll(idPattern)].entries()) {
      const shownId = ids[index];
      if (shownId !== undefined && !shownIds.has(shownId)) shownIds.set(shownId, id);
    }
    const wantWithIds = want.replaceAll(idPattern, (id) => shownIds.get(id) ?? id);
    if (wantWithIds.endsWith('…'))
      expect(got.slice(0, wantWithIds.length - 1), command).toBe(wantWithIds.slice(0, -1));
    else expect(got, command).toBe(wantWithIds);
  }
  expect(shownIds.size).toBe(counts.sourceCount);
  service.child.kill('SIGINT');
  await service.exited;
}

test('the examples of README.md return the output shown', { tags: ['long'] }, () =>
  expectShown({ page: 'README.md', exampleCount: 12, sourceCount: 3 }),
);

test('the examples of docs/tour.md return the output shown', { tags: ['long'] }, () =>
  expectShown({ page: 'docs/tour.md', exampleCount: 21, sourceCount: 3 }),
);

test('the README shows a parameter as the descriptor declares it', async () => {
  const [shown] = filesIn(await readFile(join(repository, 'README.md'), 'utf8'));
  expect(shown?.[0]).toBe('descriptors/source.json');
  const descriptor = JSON.parse(await readFile(join(repository, 'descriptors/source.json'), 'utf8'));
  expect(descriptor.apis[0].operations[0].parameters).toContainEqual(JSON.parse(shown?.[1] ?? ''));
});
