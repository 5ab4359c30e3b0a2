/**
 * docs/headwater/deploying.md shows the size and the roles of the service of docs/headwater/tutorial.md.
 *
 * @module-tag project
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headwater } from '../support/command.ts';
import { writeFiles } from '../support/project.ts';
import { repository } from '../support/repository.ts';
import { expectSizesShown, rightsIn, rightsOf } from '../support/shown-deployment.ts';
import { startTutorial } from '../support/tutorial.ts';

test('docs/headwater/deploying.md shows what the build of the tutorial plans', async () => {
  const { folder, files } = await startTutorial();
  await writeFiles(folder, Object.fromEntries(files));
  const { output, complaint } = await headwater(folder, ['build']);
  expect(complaint).toBe('');
  const page = await readFile(join(repository, 'docs/headwater/deploying.md'), 'utf8');
  expectSizesShown(page, output);
  const roles = JSON.parse(await readFile(join(folder, '.generated/roles.json'), 'utf8'));
  expect(rightsIn(page)).toEqual(rightsOf(roles));
});
