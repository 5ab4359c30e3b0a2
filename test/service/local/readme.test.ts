/** Runs the console examples of the service's first page and of the tour in order: each must return the output shown. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { examplesIn } from '../../support/documentation.ts';
import { copyBuiltProject, type LocalService, startLocal } from '../../support/local-service.ts';
import { repository } from '../../support/repository.ts';
import { expectShown } from '../../support/shown-output.ts';

interface Page {
  readonly page: string;
  readonly exampleCount: number;
  readonly sourceCount: number;
}

/** Runs the pages on one service: a page finds the sources of the page before. */
async function expectPages(pages: readonly Page[]): Promise<void> {
  const service = await startLocal(await copyBuiltProject());
  for (const page of pages) await expectPage(service, page);
  service.child.kill('SIGINT');
  await service.exited;
}

async function expectPage(service: LocalService, { page, ...counts }: Page): Promise<void> {
  const examples = examplesIn(await readFile(join(repository, page), 'utf8'));
  expect(examples.length).toBe(counts.exampleCount);
  expect(await expectShown(service, examples)).toBe(counts.sourceCount);
}

test('the examples of docs/service/README.md return the output shown', {
  tags: ['local'],
}, async () => {
  await expectPages([{ page: 'docs/service/README.md', exampleCount: 9, sourceCount: 2 }]);
});

test('the examples of docs/service/tour.md return the output shown', { tags: ['local'] }, () =>
  expectPages([{ page: 'docs/service/tour.md', exampleCount: 21, sourceCount: 3 }]),
);
