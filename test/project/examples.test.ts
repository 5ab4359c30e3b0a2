/**
 * The projects of docs/examples, each copied out of this repository: with the framework from its tarball they pass their tests and their
 * types, answer as their READMEs show, and are packaged.
 *
 * @module-tag project
 */

import { globSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanUp } from '../support/clean-up.ts';
import { headwater } from '../support/command.ts';
import { examplesIn } from '../support/documentation.ts';
import { startLocal } from '../support/local-service.ts';
import { npm } from '../support/nested-tests.ts';
import { installFramework, installIsolated } from '../support/packages.ts';
import { repository } from '../support/repository.ts';
import { expectShown } from '../support/shown-output.ts';

const examples = join(repository, 'docs/examples');
const names = (await readdir(examples, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** What a clone may have built or stored there. */
const isMade = (path: string) => /\/(?:\.data|\.generated|\.serverless|node_modules)$/.test(path);

/** @returns a folder that has the project. */
async function copyExample(name: string): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'headwater-example-'));
  cleanUp(() => rm(parent, { recursive: true, force: true, maxRetries: 10 }));
  const filter = (path: string) => !isMade(path);
  await cp(join(examples, name), join(parent, name), { recursive: true, filter });
  return parent;
}

describe.each(names)('docs/examples/%s', (name) => {
  let parent: string;
  let project: string;

  beforeAll(async () => {
    parent = await copyExample(name);
    project = join(parent, name);
    await installFramework(project);
  });

  test('has the package.json and the tsconfig.json of a new project', async () => {
    const folder = join(parent, 'new');
    expect((await headwater(parent, ['new', `new/${name}`])).exitCode).toBe(0);
    for (const path of ['package.json', 'tsconfig.json'])
      expect(await readFile(join(project, path), 'utf8')).toBe(
        await readFile(join(folder, name, path), 'utf8'),
      );
  });

  test('passes its tests and its types, and is packaged', async () => {
    await npm(project, ['test']);
    await npm(project, ['run', 'types']);
    await npm(project, ['exec', 'serverless', 'package']);
  });

  test('answers as its README shows', async () => {
    const shown = examplesIn(await readFile(join(project, 'README.md'), 'utf8'));
    expect(shown.length).toBeGreaterThan(2);
    const service = await startLocal(project);
    await expectShown(service, shown);
    expect(service.output()).not.toContain('differs from its descriptor');
    service.child.kill('SIGINT');
    await service.exited;
  });
});

test('one dependency is enough where code sees the packages of package.json alone', async () => {
  const project = join(await copyExample('shop'), 'shop');
  await installIsolated(project);
  await npm(project, ['run', 'types']);
  await npm(project, ['test']);
  await npm(project, ['exec', '--no', 'headwater', 'print-template']);
});

describe('docs/examples/weather is what an import makes of its Swagger 1.2, with other handlers', async () => {
  const example = join(examples, 'weather');
  const readme = await readFile(join(example, 'README.md'), 'utf8');
  let parent: string;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'headwater-import-'));
    cleanUp(() => rm(parent, { recursive: true, force: true }));
    await cp(join(example, 'swagger'), join(parent, 'swagger'), { recursive: true });
  });

  const filesIn = (project: string) => globSync('{descriptors,handlers}/**/*.*', { cwd: project }).toSorted();

  async function expectImported(project: string): Promise<void> {
    expect(filesIn(project)).toEqual(filesIn(example));
    for (const path of filesIn(project).filter((each) => each.startsWith('descriptors/')))
      expect(await readFile(join(example, path), 'utf8')).toBe(await readFile(join(project, path), 'utf8'));
  }

  test('in a new project', async () => {
    const [shown] = examplesIn(readme, 'console import');
    const { output, complaint } = await headwater(parent, shown?.command.split(' ').slice(2) ?? []);
    expect(`${complaint}${output}`.trim()).toBe(shown?.shown);
    await expectImported(join(parent, 'weather'));
  });

  test('in a project that exists', async () => {
    await writeFile(join(parent, 'package.json'), '{}');
    const [, args = ''] = /`npx headwater (init .*?)`/.exec(readme) ?? [];
    expect((await headwater(parent, args.split(' '))).exitCode).toBe(0);
    await expectImported(parent);
  });
});

test('there are examples of OpenAPI and of Swagger', () => {
  expect(names).toEqual(expect.arrayContaining(['bookmarks', 'weather']));
});
