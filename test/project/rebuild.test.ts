/**
 * Builds that follow another in one process: the files of the last build are those of a first build.
 *
 * @module-tag long
 */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBuildSession } from '../../lib/project/build-session.ts';
import { build } from '../../lib/project/pipeline.ts';
import { listing, makeProject, type ProjectFiles, thing, writeFiles } from '../support/project.ts';

const body = { paramType: 'body', dataType: 'int', required: true };
const other = { httpMethod: 'POST', nickname: 'add', responseClass: 'int', parameters: [body] };
const declaration = thing();
const handler = (nickname: string, code: string) =>
  `import type { Handle } from '#generated/types/thing/${nickname}.ts';\n${code}\n`;

const files: ProjectFiles = {
  'descriptors/api-docs.json': listing,
  'descriptors/thing.json': {
    ...declaration,
    apis: [{ path: '/thing', operations: [...(declaration.apis[0]?.operations ?? []), other] }],
  },
  'handlers/numbers.ts': 'export const one = 1;',
  'handlers/thing/read.ts': handler('read', `export const handle: Handle = () => 'read';`),
  'handlers/thing/add.ts': handler(
    'add',
    `import { one } from '../numbers.ts';\nexport const handle: Handle = (_input, body) => body + one;`,
  ),
};

const changes: readonly [name: string, changed: ProjectFiles, functions: readonly string[]][] = [
  ['nothing', {}, []],
  [
    'a handler',
    { 'handlers/thing/read.ts': handler('read', `export const handle: Handle = () => 'x';`) },
    ['thing-read'],
  ],
  ['what a handler imports', { 'handlers/numbers.ts': 'export const one = 2;' }, ['thing-add']],
  ['a descriptor', { 'descriptors/thing.json': thing() }, ['api-docs', 'default-route']],
];

test.each(changes)('after a change of %s', async (_name, changed, functions) => {
  const project = await makeProject(files);
  const session = startBuildSession();
  expect((await build(project, session)).problems).toEqual([]);
  await writeFiles(project, changed);
  const { problems, tree } = await build(project, session);
  expect(problems).toEqual([]);
  const rewritten = tree?.written.filter((path) => path.endsWith('.zip'));
  expect(rewritten).toEqual(functions.map((id) => `bundles/${id}.zip`));

  const first = await makeProject({ ...files, ...changed });
  expect((await build(first)).problems).toEqual([]);
  expect(await generatedFiles(project)).toEqual(await generatedFiles(first));
});

test('a handler that fits no longer is found, although nothing emitted has changed', async () => {
  const project = await makeProject(files);
  const session = startBuildSession();
  await build(project, session);
  await writeFiles(project, {
    'handlers/thing/add.ts': handler('add', `export const handle = () => 'text';`),
  });
  const { problems } = await build(project, session);
  expect(problems.map(({ code, file }) => [code, file])).toContainEqual([
    'E-HANDLER',
    'handlers/thing/add.ts',
  ]);
});

async function generatedFiles(project: string): Promise<ReadonlyMap<string, string>> {
  const folder = join(project, '.generated');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const read = paths
    .toSorted()
    .map(
      async (path): Promise<[string, string]> => [path.slice(folder.length), await readFile(path, 'base64')],
    );
  return new Map(await Promise.all(read));
}
