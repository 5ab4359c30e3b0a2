/**
 * A build of an unchanged project does nothing, and one of a changed project does everything.
 *
 * @module-tag project
 */

import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { beforeAll, describe, expect, test } from 'vitest';
import { findRecord } from '../../lib/headwater/compile/build-record.ts';
import { build, buildUnlessKnown } from '../../lib/headwater/compile/pipeline.ts';
import { runGuardedBuild } from '../support/guarded-build.ts';
import { until } from '../support/local-process.ts';
import { listing, makeProject, thing, writeFiles } from '../support/project.ts';
import { repository } from '../support/repository.ts';

const handler = (result: string) =>
  `import type { Handle } from '#generated/types/thing/read.ts';
import { one } from '../../shared/one.ts';
import type { Two } from '../../shared/two.ts';
export const handle: Handle = (): Two => ${result} + one;`;

async function makeBuilt() {
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': thing(),
    'handlers/thing/read.ts': handler('1'),
    'shared/one.ts': 'export const one: number = 1;',
    'shared/two.ts': 'export type Two = number;',
    'headwater.config.ts': "export { config as default } from './shared/config.ts';",
    'shared/config.ts': 'export const config = { strict: true };',
  });
  // Packages of its own, which a test may change.
  const packages = join(project, 'node_modules');
  await rm(packages);
  await mkdir(packages);
  for (const name of globSync('*', { cwd: join(repository, 'node_modules') }))
    await symlink(join(repository, 'node_modules', name), join(packages, name));
  await writeFile(join(packages, '.package-lock.json'), '{}');
  // A file that is written while a build begins is not known.
  await sleep(100);
  const result = await buildUnlessKnown(project);
  expect(result.diagnostics).toEqual([]);
  return { project, result };
}

const isKnown = async (folder: string) => (await findRecord(folder, {})) !== undefined;

let project: string;
let result: Awaited<ReturnType<typeof buildUnlessKnown>>;

beforeAll(async () => {
  ({ project, result } = await makeBuilt());
});

test('an unchanged project is built in a process that may neither write nor start the compiler', async () => {
  expect(await runGuardedBuild(project)).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining('Built 1 operation of 1 resource: 0 files written, 0 deleted.'),
  });
});

test('the result is that of the build, except that nothing is written', async () => {
  expect(result.tree?.written).not.toEqual([]);
  expect(await buildUnlessKnown(project)).toEqual({ ...result, tree: { written: [], deleted: [] } });
});

const changes: readonly [name: string, path: string, content?: string][] = [
  ['a descriptor', 'descriptors/thing.json', JSON.stringify(thing({ summary: 'Reads.' }))],
  ['the listing', 'descriptors/api-docs.json', '{ "apiVersion": "2.0", "basePath": "/v1" }'],
  ['a new descriptor', 'descriptors/other.json', JSON.stringify({ ...thing(), resourcePath: '/other' })],
  ['a handler', 'handlers/thing/read.ts', handler('2')],
  ['a handler that is gone', 'handlers/thing/read.ts'],
  ['a new file beside the handlers', 'handlers/helper.ts', ''],
  ['a module that a handler imports', 'shared/one.ts', 'export const one: number = 2;'],
  ['a type that a handler imports', 'shared/two.ts', 'export type Two = string;'],
  ['an import that is gone', 'shared/one.ts'],
  ['the config', 'headwater.config.ts', 'export default {};'],
  ['a config that is gone', 'headwater.config.ts'],
  ['a module that the config imports', 'shared/config.ts', 'export const config = {};'],
  ['the meaning of imports', 'package.json', '{ "type": "module" }'],
  ['the options of TypeScript', 'tsconfig.json', '{}'],
  ['the installed packages', 'node_modules/.package-lock.json', '{ "packages": {} }'],
  ['a deployment', 'serverless.yml', 'service: things'],
  [
    'a bundle',
    '.generated/bundles/thing-read/index.mjs',
    'export const handler = () => ({ statusCode: 200 });',
  ],
  ['a bundle that is gone', '.generated/bundles/thing-read/index.mjs'],
  ['an archive that is gone', '.generated/bundles/thing-read.zip'],
  ['a file among the generated ones', '.generated/old.json', '{}'],
];

test.each(changes)('%s: a build begins anew, until it is as it was', async (_name, path, content) => {
  const file = join(project, path);
  const before = await readFile(file).catch(() => undefined);
  if (content === undefined) await rm(file);
  else await writeFile(file, content);
  expect(await isKnown(project)).toBe(false);
  if (before === undefined) await rm(file);
  else await writeFile(file, before);
  expect(await isKnown(project)).toBe(true);
});

test('other options: a build begins anew', async () => {
  expect(await findRecord(project, { form: 'mapped' })).toBeUndefined();
});

test('a record of another version, in another form: a build begins anew', async () => {
  const path = join(project, '.generated/last-build.bin');
  const before = await readFile(path);
  const { reader, ...others } = deserialize(before);
  const read = reader.replace(/(?<="version":")[^"]+/, '99.0.0');
  expect(read).not.toBe(reader);
  await writeFile(path, serialize({ reader: read, inputs: 'of another form' }));
  expect(await isKnown(project)).toBe(false);
  await writeFile(path, serialize({ reader, ...others }));
  expect(await isKnown(project)).toBe(true);
});

test('a copy of the project is known', async () => {
  const copy = await makeProject({});
  await rm(copy, { recursive: true });
  await cp(project, copy, { recursive: true, verbatimSymlinks: true });
  expect(await isKnown(copy)).toBe(true);
});

describe('a project of its own:', () => {
  test('a changed one is built, and then known', async () => {
    const { project: own } = await makeBuilt();
    await writeFiles(own, { 'shared/one.ts': 'export const one: number = 7654320;' });
    await sleep(100);
    const { tree } = await buildUnlessKnown(own);
    expect(tree?.written).toContain('bundles/thing-read/index.mjs');
    expect(await readFile(join(own, '.generated/bundles/thing-read/index.mjs'), 'utf8')).toMatch(
      /765432[01]/,
    );
    expect(await isKnown(own)).toBe(true);

    // The record of only a part is none.
    await truncate(join(own, '.generated/last-build.bin'), 1000);
    expect(await isKnown(own)).toBe(false);
    expect((await buildUnlessKnown(own)).tree?.written).toEqual([]);
    expect(await isKnown(own)).toBe(true);

    // Another build leaves no record that could be of an older one, and reports no file of the project's.
    expect((await build(own)).tree).toEqual({ written: [], deleted: [] });
    expect(await isKnown(own)).toBe(false);
  });

  test('what changes during a build is not known', async () => {
    const { project: own } = await makeBuilt();
    await writeFiles(own, { 'shared/one.ts': 'export const one: number = 2;' });
    await sleep(100);
    const building = buildUnlessKnown(own);
    await until(() => existsSync(join(own, '.generated/.typecheck')));
    await writeFiles(own, { 'shared/one.ts': 'export const one: number = 7654320;' });
    expect((await building).tree).toBeDefined();
    expect(await isKnown(own)).toBe(false);
    await sleep(100);
    await buildUnlessKnown(own);
    expect(await readFile(join(own, '.generated/bundles/thing-read/index.mjs'), 'utf8')).toMatch(
      /765432[01]/,
    );
  });
});
