/** Reading folders of all kinds: the role of each file, and the name of its resource. */

import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readForeignDescriptors } from '../../../../lib/headwater/tools/import/foreign/read-foreign-descriptors.ts';
import { makeProject, type ProjectFiles, thing } from '../../../support/project.ts';

const listing = (...paths: readonly string[]) => ({
  apis: paths.map((path) => ({ path, description: path })),
});

async function read(files: ProjectFiles) {
  const folder = join(await makeProject(files), 'foreign');
  const { listing: found, resources, diagnostics } = await readForeignDescriptors({ folder: folder });
  return {
    listing: found.path,
    entries: (found.value as { apis?: unknown }).apis,
    resources: Object.fromEntries([...resources].map(([name, { path }]) => [name, path])),
    diagnostics: diagnostics.map(({ code, file, found: what }) => `${file} ${code} ${what}`),
  };
}

function inForeign(files: ProjectFiles): ProjectFiles {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [`foreign/${path}`, content]));
}

describe('a resource is named', () => {
  const cases: readonly [what: string, files: ProjectFiles, resources: Readonly<Record<string, string>>][] = [
    [
      'like its file, without a listing',
      { 'pet.json': thing(), 'user.yml': JSON.stringify(thing()), store: thing() },
      { pet: 'pet.json', store: 'store', user: 'user.yml' },
    ],
    [
      'like its file, without invalid characters',
      {
        '1.2-pet.json': thing(),
        'pet.v1.json': thing(),
        'Attack Detection.json': thing(),
        '42.json': thing(),
      },
      {
        pet: '1.2-pet.json',
        resource: '42.json',
        'Attack-Detection': 'Attack Detection.json',
        'pet-v1': 'pet.v1.json',
      },
    ],
    [
      'with a number if the name exists in any letter case',
      { 'a/pet.json': thing(), 'b/Pet.json': thing(), 'pet.json': thing(), 'c/api-docs.json': thing() },
      { pet: 'pet.json', 'pet-2': 'a/pet.json', 'Pet-3': 'b/Pet.json', 'api-docs-2': 'c/api-docs.json' },
    ],
    [
      'after its path in the listing: a URL, with .{format}, .json or a query',
      {
        'index.json': listing('http://x.example/docs/pet.{format}', '/../user.json', 'docs/Store?v=1'),
        'pet.json': thing(),
        'user.json': thing(),
        'store.json': thing(),
      },
      { pet: 'pet.json', Store: 'store.json', user: 'user.json' },
    ],
    [
      'after its path in the listing: among files of the same name, the one in the folder with that name',
      { 'index.json': listing('/v2/pet', '/v1/pet'), 'v1/pet.json': thing(), 'v2/pet.json': thing() },
      { pet: 'v2/pet.json', 'pet-2': 'v1/pet.json' },
    ],
    [
      'after its path in the listing, matched by resourcePath',
      { 'index.json': listing('/thing'), '1.2-declaration.json': thing() },
      { thing: '1.2-declaration.json' },
    ],
  ];
  test.each(cases)('%s', async (_, files, resources) => {
    const found = await read(inForeign(files));
    expect(found.resources).toEqual(resources);
    expect(found.diagnostics).toEqual([]);
  });
});

describe('a file is', () => {
  const declarations: readonly [what: string, content: unknown][] = [
    ['has operations', { apis: [{ path: '/a', operations: [] }] }],
    ['has operations under a misspelt name', { apis: [{ path: '/a', operatons: [] }] }],
    ['has models', { apis: [{ path: '/a' }], models: {} }],
    ['has no paths, but a resourcePath', { apis: [], resourcePath: '/a' }],
    ['has a resourcePath and misspelt apis', { api: [], resourcePath: '/a' }],
    ['declares Swagger 1.2 and models', { swaggerVersion: '1.2', models: {} }],
  ];
  test.each(declarations)('a declaration when it %s', async (_, content) => {
    expect(await read(inForeign({ 'a.json': content }))).toMatchObject({
      resources: { a: 'a.json' },
      diagnostics: [],
    });
  });

  const listings: readonly [what: string, content: unknown][] = [
    ['has apis without operations', listing('/a')],
    ['has a resourcePath, too', { ...listing('/a'), resourcePath: '/' }],
    ['has only its version', { swaggerVersion: '1.1' }],
    ['has no entries', { apis: [] }],
  ];
  test.each(listings)('a listing when it %s', async (_, content) => {
    const found = await read(inForeign({ 'any.json': content, 'a.json': thing() }));
    expect(found).toMatchObject({ listing: 'any.json', resources: { a: 'a.json' }, diagnostics: [] });
  });

  const others: readonly [what: string, content: unknown, found: string][] = [
    ['a list', [], 'not a JSON object'],
    ['something else', { name: 'x' }, 'neither a listing nor a declaration: no apis and no paths'],
  ];
  test.each([
    ['OpenAPI', { openapi: '3.1.0', paths: {} }],
    ['Swagger 2', { swagger: '2.0', paths: {} }],
  ])('a declaration when it is a document of %s', async (_, content) => {
    const found = await read(inForeign({ 'any.json': content }));
    expect(found).toMatchObject({ resources: { any: 'any.json' }, diagnostics: [] });
  });

  test.each(others)('skipped with a warning when it is %s', async (_, content, found) => {
    const { diagnostics } = await read(inForeign({ 'a.json': thing(), 'b.json': content }));
    expect(diagnostics).toEqual([`b.json W-FILE a file that is ${found}`]);
  });

  test('skipped silently in hidden folders, in packages, and without an extension unless it is a JSON object', async () => {
    const found = await read(
      inForeign({
        'a.json': thing(),
        LICENSE: 'MIT',
        Makefile: '',
        'notes.txt': '{',
        '.git/b.json': thing(),
        'node_modules/p/c.json': thing(),
      }),
    );
    expect(found).toMatchObject({ resources: { a: 'a.json' }, diagnostics: [] });
  });

  test('an error when it may be a descriptor and cannot be parsed', async () => {
    const { diagnostics } = await read(inForeign({ 'a.json': '[', b: ' {', c: '[' }));
    expect(diagnostics.map((diagnostic) => diagnostic.split(' ').slice(0, 2).join(' '))).toEqual([
      'a.json E-JSON',
      'b E-JSON',
    ]);
  });
});

describe('the listing', () => {
  const candidates: readonly [taken: string, paths: string[]][] = [
    ['z.json', ['a/api-docs.json', 'z.json']],
    ['api-docs.json', ['aaa.json', 'api-docs.json', 'index.json', 'resources.json', 'service.json']],
    ['resource-listing.json', ['aaa.json', 'index.json', 'resource-listing.json', 'swagger.json']],
    ['index.yaml', ['aaa.json', 'index.yaml', 'service.json']],
    ['api-docs', ['api-docs', 'resources.json']],
  ];
  test.each(candidates)('is %s of several candidates', async (taken, paths) => {
    const content = JSON.stringify({ apis: [] });
    const found = await read(inForeign(Object.fromEntries(paths.map((path) => [path, content]))));
    const others = paths.filter((path) => path !== taken).toSorted();
    expect(found.listing).toBe(taken);
    expect(found.diagnostics.toSorted()).toEqual(others.map((path) => `${path} W-FILE another listing`));
  });

  test('uses the names of the resources; missing resources are removed with a warning', async () => {
    const found = await read(
      inForeign({
        'index.json': { apis: [{ path: '/gone' }, { path: '/1.2-pet', description: 'Pets' }, null] },
        '1.2-pet.json': thing(),
      }),
    );
    expect(found.entries).toEqual([null, { path: '/api-docs.json/pet', description: 'Pets' }, null]);
    expect(found.diagnostics).toEqual(['index.json W-LISTING "/gone", without a declaration in the folder']);
  });
});

test('a link to a pipe is an error and does not block', async () => {
  const project = await makeProject(inForeign({ 'a.json': thing(), '.pipes/readme': '' }));
  await promisify(execFile)('mkfifo', [join(project, 'foreign/.pipes/p')]);
  await symlink('.pipes/p', join(project, 'foreign/p.json'));
  const { diagnostics } = await readForeignDescriptors({ folder: join(project, 'foreign') });
  expect(diagnostics.map(({ file, code, found }) => `${file} ${code} ${found}`)).toEqual([
    'p.json E-FILE not a file',
  ]);
});

describe('a link out of the folder', () => {
  test('is an error if it leads to a file, and is not followed if it leads to a folder', async () => {
    const project = await makeProject({ ...inForeign({ 'a.json': thing() }), 'outside/b.json': thing() });
    await symlink(join(project, 'outside/b.json'), join(project, 'foreign/b.json'));
    await symlink(join(project, 'outside'), join(project, 'foreign/out'));
    await symlink(project, join(project, 'foreign/up.json'));
    const { resources, diagnostics } = await readForeignDescriptors({ folder: join(project, 'foreign') });
    expect([...resources.keys()]).toEqual(['a']);
    expect(diagnostics.map(({ file, code }) => `${file} ${code}`)).toEqual([
      'b.json E-FILE',
      'up.json E-FILE',
    ]);
  });
});

test('the number of files is limited', { tags: ['descriptors'] }, async () => {
  const files = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`${index}.json`, {}]));
  const { diagnostics } = await read(inForeign(files));
  expect(diagnostics.filter((diagnostic) => diagnostic.includes('W-FILE'))).toHaveLength(2_000);
  expect(diagnostics.at(-1)).toBe('. E-TOO-LARGE more than the 2000 files that were read');
});

test('api-docs.json is a listing without apis, too, and its base path counts', async () => {
  const read = await readForeignDescriptors({
    folder: join(
      await makeProject({ 'foreign/api-docs.json': { basePath: '/v9' }, 'foreign/thing.json': thing() }),
      'foreign',
    ),
  });
  const { listing: found, diagnostics } = read;
  expect([found.value, diagnostics]).toEqual([{ basePath: '/v9' }, []]);
});
