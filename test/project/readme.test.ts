/**
 * The README's example in a new project: each form of the descriptor is served, and answers as it shows.
 *
 * @module-tag project
 */

import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanUp } from '../support/clean-up.ts';
import { headwater } from '../support/command.ts';
import { curl, examplesIn, filesIn } from '../support/documentation.ts';
import { startLocal } from '../support/local-service.ts';
import { writeFiles } from '../support/project.ts';
import { repository } from '../support/repository.ts';

const page = await readFile(join(repository, 'README.md'), 'utf8');

test.each(['descriptors/greeting.yaml', 'descriptors/greeting.json'])('%s', async (descriptor) => {
  const parent = await mkdtemp(join(tmpdir(), 'headwater-readme-'));
  cleanUp(() => rm(parent, { recursive: true, force: true, maxRetries: 10 }));
  expect((await headwater(parent, ['new', 'hello'])).exitCode).toBe(0);
  const project = join(parent, 'hello');
  await symlink(join(repository, 'node_modules'), join(project, 'node_modules'));
  await rm(join(project, 'descriptors/greeting.json'));
  const shown = filesIn(page);
  const handler = 'handlers/greeting/read.ts';
  await writeFiles(project, { [descriptor]: shown.get(descriptor), [handler]: shown.get(handler) });
  const service = await startLocal(project);
  const examples = examplesIn(page);
  expect(examples).toHaveLength(2);
  for (const example of examples) expect(await curl(service, example.command)).toBe(example.shown);
  service.child.kill('SIGINT');
  await service.exited;
});
