/**
 * Several builds in one process: the last build writes the same files as a first build.
 *
 * @module-tag project
 */

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { startBuildSession } from '../../lib/headwater/compile/build-session.ts';
import { KnownResult } from '../../lib/headwater/compile/bundle/known-files.ts';
import { build } from '../../lib/headwater/compile/pipeline.ts';
import { amount } from '../support/amount.ts';
import { loadFunction } from '../support/emitted-function.ts';
import { listing, makeProject, type ProjectFiles, thing, writeFiles } from '../support/project.ts';

const declaration = thing();

/** Beside `read`, an operation that takes a body of this type and returns an int. */
function withBody(dataType: string, limits: object = {}) {
  const body = { paramType: 'body', dataType, required: true, ...limits };
  const add = { httpMethod: 'POST', nickname: 'add', responseClass: 'int', parameters: [body] };
  return {
    ...declaration,
    apis: [{ path: '/thing', operations: [...(declaration.apis[0]?.operations ?? []), add] }],
  };
}

const handler = (nickname: string, code: string) =>
  `import type { Handle } from '#generated/types/thing/${nickname}.ts';\n${code}\n`;

const files: ProjectFiles = {
  'descriptors/api-docs.json': listing,
  'descriptors/thing.json': withBody('int'),
  'handlers/numbers.ts': 'export const one = 1;',
  'handlers/thing/read.ts': handler('read', `export const handle: Handle = () => 'read';`),
  'handlers/thing/add.ts': handler(
    'add',
    `import { one } from '../numbers.ts';\nexport const handle: Handle = (_input, body) => body + one;`,
  ),
};

type Changed = [
  name: string,
  changed: ProjectFiles,
  functions: readonly string[],
  warnings?: readonly string[],
];
const changes: readonly Changed[] = [
  ['nothing', {}, []],
  [
    'a handler',
    { 'handlers/thing/read.ts': handler('read', `export const handle: Handle = () => 'x';`) },
    ['thing-read'],
  ],
  ['what a handler imports', { 'handlers/numbers.ts': 'export const one = 2;' }, ['thing-add']],
  // The types are the same, so that nothing is checked again.
  ['a limit', { 'descriptors/thing.json': withBody('int', { maximum: 9 }) }, ['thing-add', 'api-docs']],
  // Nothing names the handler `add` any more.
  ['a descriptor', { 'descriptors/thing.json': thing() }, ['api-docs', 'default-route'], ['W-HANDLER']],
];

test.each(changes)('after a change of %s', async (_name, changed, functions, warnings = []) => {
  const project = await makeProject(files);
  const session = startBuildSession();
  expect((await build(project, session)).diagnostics).toEqual([]);
  await writeFiles(project, changed);
  const { diagnostics, tree } = await build(project, session);
  expect(diagnostics.map(({ code }) => code)).toEqual(warnings);
  const rewritten = tree?.written.filter((path) => path.endsWith('.zip'));
  expect(rewritten).toEqual(functions.map((id) => `bundles/${id}.zip`));

  const first = await makeProject({ ...files, ...changed });
  expect((await build(first)).diagnostics).toEqual(diagnostics);
  expect(await generatedFiles(project)).toEqual(await generatedFiles(first));
});

const lazy = 'bundles/handlers~words/index.mjs';
const within = 'bundles/handlers~thing~inner/index.mjs';
const withLazy: ProjectFiles = {
  ...files,
  'handlers/thing/read.ts': handler(
    'read',
    `export const handle: Handle = async () => (await import('../words.ts')).words();`,
  ),
  'handlers/words.ts': `import { one } from './numbers.ts';
export const words = async () => [one, (await import('./thing/inner.ts')).inner];`,
  'handlers/thing/inner.ts': `export const inner = 'inner';`,
};

test.each([
  ['of the module itself', { 'handlers/thing/inner.ts': `export const inner = 'x';` }, [within]],
  [
    'of what it imports',
    { 'handlers/numbers.ts': 'export const one = 2;' },
    [lazy, 'bundles/thing-add/index.mjs'],
  ],
])('modules that a function loads when it needs them: after a change %s', async (_name, changed, bundles) => {
  const project = await makeProject(withLazy);
  const session = startBuildSession();
  expect((await build(project, session)).diagnostics).toEqual([]);
  await writeFiles(project, changed);
  const { diagnostics, tree } = await build(project, session);
  expect(diagnostics).toEqual([]);
  expect(tree?.written.filter((path) => path.endsWith('.mjs')).toSorted()).toEqual(bundles.toSorted());
  expect(tree?.written).toContain('bundles/thing-read.zip');

  const first = await makeProject({ ...withLazy, ...changed });
  await build(first, undefined, { form: 'mapped' });
  await build(first);
  expect(await generatedFiles(project)).toEqual(await generatedFiles(first));
});

test('a function and its archive have the modules that it may load, those of these, and nothing else', async () => {
  const project = await makeProject(withLazy);
  await build(project);
  const read = await loadFunction(project, 'thing-read');
  expect((await read({ method: 'GET', url: '/v1/thing' })).body).toEqual([1, 'inner']);
  const filesOf = async (id: string) =>
    Object.keys(unzipSync(await readFile(join(project, `.generated/bundles/${id}.zip`)))).toSorted();
  const own = (id: string) => `.generated/bundles/${id}/index.mjs`;
  expect(await filesOf('thing-read')).toEqual([
    `.generated/${within}`,
    `.generated/${lazy}`,
    own('headwater~run~http~request~conditional-headers'),
    own('headwater~run~http~request~explain-request'),
    own('headwater~run~http~request~preferred-type'),
    own('thing-read'),
  ]);
  // It has a body.
  expect(await filesOf('thing-add')).toEqual([
    own('headwater~run~http~request~conditional-headers'),
    own('headwater~run~http~request~explain-json'),
    own('headwater~run~http~request~explain-request'),
    own('headwater~run~http~request~preferred-type'),
    own('thing-add'),
  ]);
});

test('an import() may name a module as the project does; one of a package stays in the bundle', async () => {
  const project = await makeProject({
    ...withLazy,
    'handlers/thing/read.ts': handler(
      'read',
      `export const handle: Handle = async () => {
  const { words } = await import('#handlers/words.ts');
  const { parse } = await import('yaml');
  return [...(await words()), parse('a: 1')];
};`,
    ),
  });
  expect((await build(project)).diagnostics).toEqual([]);
  const read = await loadFunction(project, 'thing-read');
  expect((await read({ method: 'GET', url: '/v1/thing' })).body).toEqual([1, 'inner', { a: 1 }]);
  const archived = await readFile(join(project, '.generated/bundles/thing-read.zip'));
  const names = Object.keys(unzipSync(archived)).filter((path) => /words|inner|yaml/.test(path));
  expect(names.toSorted()).toEqual([`.generated/${within}`, `.generated/${lazy}`]);
});

test('data that a function imports by import() stays in its bundle', async () => {
  const project = await makeProject({
    ...files,
    'handlers/words.json': '["one"]',
    'handlers/thing/read.ts': handler(
      'read',
      `export const handle: Handle = async () =>
  (await import('../words.json', { with: { type: 'json' } })).default;`,
    ),
  });
  expect((await build(project)).diagnostics).toEqual([]);
  const read = await loadFunction(project, 'thing-read');
  expect((await read({ method: 'GET', url: '/v1/thing' })).body).toEqual(['one']);
});

test('two modules that would be one bundle are refused', async () => {
  const project = await makeProject({
    ...withLazy,
    'handlers/words.mjs': 'export const other = 1;',
    'handlers/words.d.mts': 'export declare const other: number;',
    'handlers/thing/read.ts': handler(
      'read',
      `export const handle: Handle = async () => [await import('../words.ts'), await import('../words.mjs')].length;`,
    ),
  });
  const { diagnostics } = await build(project);
  expect(diagnostics).toEqual([
    expect.objectContaining({
      code: 'E-BUNDLE',
      file: 'handlers/thing/read.ts',
      found: expect.stringMatching(/words\.m?[jt]s and .*words\.m?[jt]s would be one bundle: rename one$/),
    }),
  ]);
});

test('a handler that fits no longer is found, although nothing emitted has changed', async () => {
  const project = await makeProject(files);
  const session = startBuildSession();
  await build(project, session);
  await writeFiles(project, {
    'handlers/thing/add.ts': handler('add', `export const handle = () => 'text';`),
  });
  const { diagnostics } = await build(project, session);
  expect(diagnostics.map(({ code, file }) => [code, file])).toContainEqual([
    'E-HANDLER',
    'handlers/thing/add.ts',
  ]);
});

const numbers = { 'handlers/numbers.ts': 'export const one: number | string = 1;' };
const ambient = (type: string) => ({
  'handlers/thing/add.ts': `declare global { var shared: ${type}; }\n${files['handlers/thing/add.ts']}`,
});
const reader = (before = '') => ({
  'handlers/thing/read.ts': handler('read', `${before}export const handle: Handle = () => shared.trim();`),
});

const unchanged: readonly [name: string, before: ProjectFiles, change: ProjectFiles, found: string][] = [
  ['what a handler imports', {}, numbers, 'thing/add'],
  ['a type that a handler uses', {}, { 'descriptors/thing.json': withBody('string') }, 'thing/add'],
  ['a global of another handler', { ...ambient('string'), ...reader() }, ambient('number'), 'thing/read'],
  ['a global that is new', reader('// @ts-expect-error\n'), ambient('string'), 'thing/read'],
];
test.each(unchanged.slice(0, amount({ few: 2, many: unchanged.length, most: unchanged.length })))(
  'after a change of %s, handlers that have not changed are checked',
  { tags: ['property'] },
  async (_name, before, change, found) => {
    const project = await makeProject({ ...files, ...before });
    const session = startBuildSession();
    await build(project, session);
    await writeFiles(project, change);
    const { diagnostics } = await build(project, session);
    expect(diagnostics.map(({ file }) => file)).toEqual([`handlers/${found}.ts`]);
    // The check that found them is not taken for one without errors.
    expect((await build(project, session)).diagnostics).toEqual(diagnostics);
    await writeFiles(project, { ...files, ...before });
    const first = await build(await makeProject({ ...files, ...before }));
    expect((await build(project, session)).diagnostics).toEqual(first.diagnostics);
  },
);

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

// The clock of a file system may be some milliseconds late.
test('a file that is saved while it is read is read again', async () => {
  const folder = await makeProject({});
  const path = join(folder, 'saved.txt');
  const known = new KnownResult<string>();
  const given = Array.from({ length: 50 }, (_, index) => String(index));
  const found: string[] = [];
  for (const text of given) {
    await writeFile(path, '');
    await sleep(5);
    await known.of(folder, [text], async () => {
      const value = await readFile(path, 'utf8');
      await writeFile(path, text);
      return { value, paths: ['saved.txt'] };
    });
    const readAgain = async () => ({ value: await readFile(path, 'utf8'), paths: ['saved.txt'] });
    found.push(await known.of(folder, [text], readAgain));
  }
  expect(found).toEqual(given);
});

test('without a handler, a build writes the types of all, and leaves what runs', async () => {
  const project = await makeProject(files);
  const contents = async (paths: readonly string[]) =>
    Promise.all(paths.map((path) => readFile(join(project, '.generated', path), 'utf8')));
  const written = async () => (await readdir(join(project, '.generated'), { recursive: true })).toSorted();
  const types = ['client.ts', 'models/thing.ts', 'types/thing/add.ts', 'types/thing/read.ts'];
  await rm(join(project, 'handlers/thing/add.ts'));
  const refused = await build(project);
  expect(refused.diagnostics.map(({ code, file }) => [code, file])).toEqual([
    ['E-HANDLER', 'handlers/thing/add.ts'],
  ]);
  expect(await written()).toEqual([...types, 'models', 'types', 'types/thing'].toSorted());
  const early = await contents(types);

  await writeFiles(project, { 'handlers/thing/add.ts': files['handlers/thing/add.ts'] ?? '' });
  expect((await build(project)).diagnostics).toEqual([]);
  expect(await contents(types)).toEqual(early);

  const paths = await written();
  const others = paths.filter((path) => /\.(?:mjs|json|ts)$/.test(path) && !types.includes(path));
  const good = await contents(others);
  await writeFiles(project, { 'descriptors/thing.json': withBody('string') });
  await rm(join(project, 'handlers/thing/add.ts'));
  expect((await build(project)).hasTypes).toBe(true);
  expect(await contents(['types/thing/add.ts'])).not.toEqual([early[2]]);
  expect(await contents(others)).toEqual(good);
});
