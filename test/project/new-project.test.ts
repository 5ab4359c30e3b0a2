/**
 * `npx headwater new` makes a project of a few files. From the tarball, it is built, tested, started and
 * packaged as its README says.
 *
 * @module-tag project
 */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanUp } from '../support/clean-up.ts';
import { headwater } from '../support/command.ts';
import { curl, examplesIn } from '../support/documentation.ts';
import { startLocal } from '../support/local-service.ts';
import { npm } from '../support/nested-tests.ts';
import { installFramework } from '../support/packages.ts';
import { writeFiles } from '../support/project.ts';
import { repository } from '../support/repository.ts';

const installedProgram = 'node_modules/headwater/bin/headwater.cjs';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-new-'));
  cleanUp(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

async function filesOf(project: string): Promise<string[]> {
  const entries = await readdir(project, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(project.length + 1))
    .toSorted();
}

const common = [
  '.github/workflows/ci.yml',
  '.gitignore',
  'README.md',
  'descriptors/api-docs.json',
  'headwater.config.ts',
  'package.json',
  'serverless.yml',
  'tsconfig.json',
];

describe('a project with an operation to begin with', () => {
  let project: string;

  beforeAll(async () => {
    const parent = await makeFolder();
    project = join(parent, 'hello');
    expect(await headwater(parent, ['new', 'hello'])).toEqual({
      exitCode: 0,
      output: 'hello: a new service.\nNext: cd hello && npm install && npm start\n',
      complaint: '',
    });
  });

  test('has few files, with its own name and versions', async () => {
    const own = ['descriptors/greeting.json', 'handlers/greeting/read.ts', 'test/greeting.test.ts'];
    expect(await filesOf(project)).toEqual([...common, ...own].toSorted());
    const { name, version, license, dependencies } = JSON.parse(
      await readFile(join(project, 'package.json'), 'utf8'),
    );
    expect({ name, version, license, dependencies }).toEqual({
      ...{ name: 'hello', version: '0.1.0', license: undefined },
      dependencies: { headwater: '^0.1.0' },
    });
    const texts = await Promise.all(
      (await filesOf(project)).map((path) => readFile(join(project, path), 'utf8')),
    );
    expect(texts.join('\n')).not.toMatch(/\b(?:NAME|VERSION|TYPES|TYPESCRIPT|BASE)\b/);
    const [yaml = '', readme = ''] = await Promise.all(
      ['serverless.yml', 'README.md'].map((path) => readFile(join(project, path), 'utf8')),
    );
    expect([yaml.split('\n').length <= 26, readme.split('\n').length <= 31]).toEqual([true, true]);
    expect(readme).toContain('`/v1/openapi.json`');
  });

  test('passes its tests and its types, and is packaged', async () => {
    await installFramework(project);
    await npm(project, ['test']);
    await npm(project, ['run', 'types']);
    await npm(project, ['exec', 'serverless', 'package']);
  });

  test('has the documentation where its README, the help and a build that fails name it', async () => {
    const readme = await readFile(join(project, 'README.md'), 'utf8');
    const help = await headwater(project, ['--help'], {}, join(project, installedProgram));
    const handler = join(project, 'handlers/greeting/read.ts');
    const code = await readFile(handler, 'utf8');
    await writeFiles(project, { 'handlers/greeting/read.ts': `${code}fault;\n` });
    const failed = await headwater(project, ['build'], {}, join(project, installedProgram));
    await writeFiles(project, { 'handlers/greeting/read.ts': code });
    const named = [readme, help.output, failed.complaint].map(
      (text) => /node_modules\/headwater\/docs\/[\w-]+\.md/.exec(text)?.[0] ?? 'none',
    );
    const pages = named.map((path) => readFile(join(project, path), 'utf8'));
    const heads = (await Promise.all(pages)).map((text) => text.split('\n')[0]);
    expect(named[2]).toMatch(/\/descriptor-problems\.md$/);
    expect(heads).toEqual([heads[0], heads[0], expect.stringMatching(/^# /)]);
  });

  test('answers as its README shows', async () => {
    const [example] = examplesIn(await readFile(join(project, 'README.md'), 'utf8'));
    const service = await startLocal(project);
    expect(await curl(service, example?.command ?? '')).toBe(example?.shown);
    service.child.kill('SIGINT');
    await service.exited;
  });
});

test('a project with the operations of an OpenAPI document passes its tests', async () => {
  const parent = await makeFolder();
  const api = join(repository, 'test/headwater/compile/openapi/public/petstore-3.json');
  const { exitCode } = await headwater(parent, ['new', 'pets', '--from', api]);
  expect(exitCode).toBe(0);
  const project = join(parent, 'pets');
  const files = await filesOf(project);
  expect(files).toEqual(expect.arrayContaining([...common, 'test/service.test.ts']));
  const texts = files.map((path) => readFile(join(project, path), 'utf8'));
  expect([...files, ...(await Promise.all(texts))].filter((text) => /greeting/i.test(text))).toEqual([]);
  // The path of the document's server.
  const [readme, ofService] = await Promise.all(
    ['README.md', 'test/service.test.ts'].map((path) => readFile(join(project, path), 'utf8')),
  );
  expect(readme).toContain('`/v2/openapi.json`');
  expect(ofService).toContain("fetch('/v2/openapi.json')");
  await installFramework(project);
  await npm(project, ['test']);
});

describe('it refuses', () => {
  test('a name that is none for a service, and a folder that is not empty', async () => {
    const parent = await makeFolder();
    const { exitCode, complaint } = await headwater(parent, ['new', 'Not a name']);
    expect([exitCode, complaint]).toEqual([2, expect.stringContaining('is not a name for a service')]);
    const taken = join(parent, 'taken');
    await writeFiles(taken, { notes: 'kept' });
    const second = await headwater(parent, ['new', 'taken']);
    expect([second.exitCode, second.complaint.trim()]).toEqual([
      1,
      'taken is not empty, so nothing was written.',
    ]);
    expect(await readdir(taken)).toEqual(['notes']);
  });

  test('a file', async () => {
    const parent = await makeFolder();
    await writeFile(join(parent, 'file'), '');
    const { exitCode, complaint } = await headwater(parent, ['new', 'file']);
    expect([exitCode, complaint.trim()]).toEqual([1, 'file cannot be used (ENOTDIR).']);
  });

  test('an API that cannot be read, of which nothing is written', async () => {
    const parent = await makeFolder();
    await writeFile(join(parent, 'api.yaml'), 'openapi: 3.1.0\npaths: {');
    const { exitCode, complaint } = await headwater(parent, ['new', 'broken', '--from', 'api.yaml']);
    expect(exitCode).toBe(2);
    expect(complaint).toContain('api.yaml');
    expect(await readdir(parent)).toEqual(['api.yaml']);
  });
});
