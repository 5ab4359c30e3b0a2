/** Runs the examples of docs/headwater/import.md, which check, import and call a Swagger 1.x API. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headwater } from '../../../support/command.ts';
import { curl, examplesIn, shownPort } from '../../../support/documentation.ts';
import { copySmallProject, startLocal } from '../../../support/local-service.ts';
import { petstoreIn } from '../../../support/petstore.ts';
import { writeFiles } from '../../../support/project.ts';
import { repository } from '../../../support/repository.ts';

test('the examples of docs/headwater/import.md return the output shown', { tags: ['local'] }, async () => {
  const examples = examplesIn(
    await readFile(join(repository, 'docs/headwater/import.md'), 'utf8'),
    'console foreign',
  );
  const commands = examples.filter(({ command }) => command.startsWith('npx headwater '));
  const calls = examples.filter(({ command }) => command.startsWith('curl '));
  expect([commands.length, calls.length, examples.length]).toEqual([2, 2, 4]);

  const project = await copySmallProject();
  const petstore = petstoreIn('petstore');
  const user = String(petstore['petstore/v1/user.yaml']).replace('/user/{name}', '/user.{format}/{name}');
  await writeFiles(project, { ...petstore, 'petstore/v1/user.yaml': user });
  for (const { command, shown } of commands) {
    const { output, complaint } = await headwater(project, command.split(' ').slice(2));
    expect(`${complaint}${output}`.trim(), command).toBe(shown);
  }

  const service = await startLocal(project);
  for (const { command, shown } of calls)
    expect(await curl(service, command), command).toBe(
      shown.replaceAll(`localhost:${shownPort}`, `localhost:${service.port}`),
    );
  service.child.kill('SIGINT');
  await service.exited;
});
