/** `npx headwater init`, run as a process; its output is built and called. */

import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { headwater } from '../../../support/command.ts';
import { loadFunction } from '../../../support/emitted-function.ts';
import { petstoreIn } from '../../../support/petstore.ts';
import { listing, makeProject, type ProjectFiles, thing } from '../../../support/project.ts';
import { repository } from '../../../support/repository.ts';

const json = { 'content-type': 'application/json' };

async function initialized(args: readonly string[], files: ProjectFiles = petstoreIn('foreign')) {
  const project = await makeProject(files);
  const run = await headwater(project, ['init', 'foreign', ...args]);
  return { project, ...run };
}

async function filesIn(project: string): Promise<string[]> {
  const folders = await Promise.all(
    ['descriptors', 'handlers'].map(async (folder) => {
      const entries = await readdir(join(project, folder), { recursive: true }).catch(() => []);
      return entries.map((entry) => `${folder}/${entry}`);
    }),
  );
  return folders
    .flat()
    .filter((path) => /\.\w+$/.test(path))
    .toSorted();
}

const petstoreFiles = [
  'descriptors/api-docs.json',
  'descriptors/pet.json',
  'descriptors/store.json',
  'descriptors/user.yaml',
  'handlers/pet/addPet.ts',
  'handlers/pet/getPetById.ts',
  'handlers/store/getInventory.ts',
  'handlers/user/getUserByName.ts',
];

describe('a foreign folder becomes a service', () => {
  test('whose descriptors are those of the folder, named as in its listing', async () => {
    const { project, exitCode, output, complaint } = await initialized([]);
    expect([exitCode, complaint]).toEqual([0, '']);
    expect(output).toBe('Wrote 4 descriptors and 4 handlers, which return 501.\nNext: npm start\n');
    expect(await filesIn(project)).toEqual(petstoreFiles);
    const pairs = [
      ['v1/1.2-pet.json', 'pet.json'],
      ['v1/store', 'store.json'],
      ['v1/user.yaml', 'user.yaml'],
    ] as const;
    for (const [from, to] of pairs) {
      const copied = await readFile(join(project, 'descriptors', to));
      expect(copied.equals(await readFile(join(project, 'foreign', from))), to).toBe(true);
    }
    expect(JSON.parse(await readFile(join(project, 'descriptors/api-docs.json'), 'utf8'))).toEqual({
      swaggerVersion: '1.2',
      apiVersion: '1.0.7',
      info: { title: 'Pets', description: 'A store of pets' },
      basePath: '/api',
      apis: [
        { path: '/api-docs.json/pet', description: 'Pets themselves' },
        { path: '/api-docs.json/store', description: 'Orders' },
        { path: '/api-docs.json/user', description: 'Users' },
      ],
    });
  });

  test('that validates, and returns 501', { tags: ['descriptors'] }, async () => {
    const { project } = await initialized([]);
    const { diagnostics, tree } = await build(project);
    expect(diagnostics).toEqual([]);
    expect(tree).toBeDefined();
    const getPet = await loadFunction(project, 'pet-getPetById');
    expect(await getPet({ url: '/api/pet/7', pathParameters: { petId: '7' } })).toMatchObject({
      status: 501,
      headers: { 'content-type': 'application/problem+json' },
      body: {
        type: 'urn:problem-type:headwater:not_implemented',
        detail: 'GET /api/pet/{petId} has no code yet.',
      },
    });
    expect(await getPet({ url: '/api/pet/x', pathParameters: { petId: 'x' } })).toMatchObject({
      status: 400,
      body: { errors: [{ in: 'path', name: 'petId', code: 'not_an_integer' }] },
    });
  });

  test('that returns examples, with --mock', { tags: ['descriptors'] }, async () => {
    const { project, output } = await initialized(['--mock']);
    expect(output).toBe('Wrote 4 descriptors and 4 handlers, which return an example.\nNext: npm start\n');
    expect((await build(project)).diagnostics).toEqual([]);
    const getPet = await loadFunction(project, 'pet-getPetById');
    expect(await getPet({ url: '/api/pet/7', pathParameters: { petId: '7' } })).toMatchObject({
      status: 200,
      body: { id: 10, name: 'text', status: 'available', tags: [{ name: 'aatext' }] },
    });
    const addPet = await loadFunction(project, 'pet-addPet');
    const post = (body: unknown) =>
      addPet({ method: 'POST', url: '/api/pet', headers: json, body: JSON.stringify(body) });
    expect(await post({ id: 10, name: 'Rex' })).toMatchObject({ status: 204 });
    expect(await post({ id: 9 })).toMatchObject({ status: 400 });
  });

  test('whose handler without an example explains why and returns 501', async () => {
    const { project } = await initialized(['--mock']);
    expect(
      await readFile(join(project, 'handlers/store/getInventory.ts'), 'utf8'),
    ).toBe(`import { ServiceError } from 'headwater/errors';
import type { Handle } from '#generated/types/store/getInventory.ts';

// No example of the result can be made: the model Chain requires itself.
export const handle: Handle = () => {
  throw new ServiceError('not_implemented', 'GET /api/store/inventory has no code yet.');
};
`);
  });

  test('that returns an example of each version, with --mock', { tags: ['descriptors'] }, async () => {
    const { project } = await initialized(['--mock'], {
      'foreign/api-docs.json': { ...listing, 'x-media-vendor': 'shop', apis: [{ path: '/thing' }] },
      'foreign/thing.json': thing(
        { responseClass: 'Thing', 'x-media-versions': { 2: 'List[Thing]', 3: 'int' } },
        { models: { Thing: { id: 'Thing', properties: { name: { type: 'string' } } } } },
      ),
    });
    expect(await readFile(join(project, 'handlers/thing/read.ts'), 'utf8')).toContain(`
// An example made from the response model.
export const handle: Handle = () => ({
  1: () => ({
    name: 'text',
  }),
  2: () => [
    {
      name: 'text',
    },
  ],
  3: () => 1,
});
`);
    expect((await build(project)).diagnostics).toEqual([]);
    const read = await loadFunction(project, 'thing-read');
    const headers = { accept: 'application/vnd.shop-v2+json' };
    expect(await read({ url: '/v1/thing', headers })).toMatchObject({
      status: 200,
      body: [{ name: 'text' }],
    });
  });

  test.each([[[]], [['--mock']]])('with formatted handlers: %j', { tags: ['descriptors'] }, async (args) => {
    const longPath = `/things/${'longer/'.repeat(12)}end`;
    const apis = [{ path: longPath, operations: thing({ responseClass: 'List[Long]' }).apis[0]?.operations }];
    const texts = ['', "it's", 'say "x"', '*/', 'ü'];
    const properties = Object.fromEntries(
      texts.map((text, at) => [`a b${at}`, { type: 'string', enum: [`${text}${'.'.repeat(at * 9)}`] }]),
    );
    const models = {
      Long: { id: 'Long', properties: { ...properties, numbers: { type: 'List[int]', minItems: 3 } } },
    };
    const { project, exitCode } = await initialized(args, {
      ...petstoreIn('foreign'),
      'foreign/long.json': { basePath: '/api', resourcePath: '/things', apis, models },
    });
    expect(exitCode).toBe(0);
    await writeFile(join(project, 'biome.json'), await readFile(join(repository, 'biome.json')));
    const biome = join(repository, 'node_modules/.bin/biome');
    const { stdout } = await promisify(execFile)(biome, ['check', '--vcs-enabled=false', 'handlers'], {
      cwd: project,
    });
    expect(stdout).toContain('Checked 5 files');
    expect((await build(project)).diagnostics.map(({ code }) => code)).toEqual([]);
  });
});

describe('a project with descriptors', { tags: ['descriptors'] }, () => {
  const own = { 'descriptors/api-docs.json': listing, 'descriptors/thing.json': thing() };

  test('keeps its listing', async () => {
    const { project, exitCode, output } = await initialized([], { ...petstoreIn('foreign'), ...own });
    expect(exitCode).toBe(0);
    expect(output).toBe(
      'Wrote 3 descriptors and 4 handlers, which return 501.\ndescriptors/api-docs.json already exists; unchanged.\nNext: npm start\n',
    );
    expect(JSON.parse(await readFile(join(project, 'descriptors/api-docs.json'), 'utf8'))).toEqual(listing);
  });

  test('keeps its listing under another extension', async () => {
    const text = 'apiVersion: "1.0"\nbasePath: /v1\n';
    const { project, output } = await initialized([], {
      ...petstoreIn('foreign'),
      'descriptors/api-docs.yaml': text,
    });
    expect(output).toContain('descriptors/api-docs.yaml already exists; unchanged.');
    expect(await filesIn(project)).toEqual([
      'descriptors/api-docs.yaml',
      ...petstoreFiles.filter((path) => path !== 'descriptors/api-docs.json'),
    ]);
  });

  test('gives its base path to descriptors without one', async () => {
    const { project } = await initialized([], {
      'foreign/other.json': thing(),
      'descriptors/api-docs.json': listing,
    });
    expect(await readFile(join(project, 'handlers/other/read.ts'), 'utf8')).toContain(
      "'GET /v1/thing has no code yet.'",
    );
  });

  test('refuses descriptors with one of its routes', async () => {
    const { project, exitCode, output, complaint } = await initialized([], {
      'foreign/other.json': { basePath: '/v1', ...thing() },
      ...own,
    });
    expect([exitCode, output]).toEqual([2, '']);
    expect(complaint).toContain('E-DUPLICATE');
    expect(complaint).toContain('descriptors/other.json:');
    expect(complaint).toContain('1 error, 0 warnings; nothing was written.');
    expect(await filesIn(project)).toEqual(Object.keys(own));
  });

  const occupied: readonly [what: string, path: string][] = [
    ['a descriptor', 'descriptors/pet.json'],
    ['a descriptor with another extension', 'descriptors/pet.yaml'],
    ['a descriptor in another letter case', 'descriptors/PET.json'],
    ['a handler', 'handlers/pet/addPet.ts'],
  ];
  test.each(occupied)('keeps %s and is not changed', { tags: ['descriptors'] }, async (_, path) => {
    const { project, exitCode, output, complaint } = await initialized([], {
      ...petstoreIn('foreign'),
      [path]: 'mine',
    });
    expect([exitCode, output]).toEqual([1, '']);
    expect(complaint).toBe(`These files are there already, so nothing was written:\n  ${path}\n`);
    expect(await filesIn(project)).toEqual([path]);
    expect(await readFile(join(project, path), 'utf8')).toBe('mine');
  });
});

test('a folder with errors writes nothing and reports every diagnostic', async () => {
  const { project, exitCode, complaint } = await initialized([], {
    'foreign/thing.json': { basePath: '/v1', ...thing({ httpMethod: 'FETCH' }) },
  });
  expect(exitCode).toBe(2);
  expect(complaint).toBe(`foreign/thing.json:9:25 E-METHOD at /apis/0/operations/0/httpMethod
  found     "FETCH"
  accepted  one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS

1 error, 0 warnings; nothing was written.
`);
  expect(await filesIn(project)).toEqual([]);
});

describe('errors that can be fixed', () => {
  const query = { paramType: 'query', name: 'q', dataType: 'int' };
  const broken = thing({ responseClass: 'void', parameters: undefined, parametres: [query] });
  const files = { 'foreign/thing.json': { basePath: '/v1', ...broken } };

  test('are not fixed without --fix', async () => {
    const { project, exitCode, complaint } = await initialized([], files);
    expect(exitCode).toBe(2);
    expect(complaint).toContain(
      '1 error, 0 warnings; nothing was written.\n--fix would fix 1 error in the copies.\n',
    );
    expect(await filesIn(project)).toEqual([]);
  });

  test('are fixed in the copies with --fix; other errors still prevent writing', {
    tags: ['descriptors'],
  }, async () => {
    const { project, exitCode, output, complaint } = await initialized(['--fix'], files);
    expect(exitCode).toBe(0);
    expect(complaint).toContain(`foreign/thing.json:12:25 E-KEY at /apis/0/operations/0/parametres
  found     the member "parametres"
  accepted  "parameters"
  changed   "parametres" -> "parameters"
`);
    expect(output).toContain('1 error of the above fixed in the copies.');
    expect(await filesIn(project)).toEqual([
      'descriptors/api-docs.json',
      'descriptors/thing.json',
      'handlers/thing/read.ts',
    ]);
    expect(await readFile(join(project, 'foreign/thing.json'), 'utf8')).toContain('parametres');
    expect((await build(project)).diagnostics).toEqual([]);

    const method = { 'foreign/other.json': { basePath: '/v2', ...thing({ httpMethod: 'FETCH' }) } };
    const refused = await initialized(['--fix'], { ...files, ...method });
    expect(refused.exitCode).toBe(2);
    expect(refused.complaint).toContain('1 error, 0 warnings; nothing was written.\n');
    expect(await filesIn(refused.project)).toEqual([]);
  });
});

test('of one file, nothing else of its folder is written', { tags: ['descriptors'] }, async () => {
  const project = await makeProject(petstoreIn('foreign'));
  const ran = await headwater(project, ['init', 'foreign/v1/user.yaml']);
  expect(ran).toMatchObject({ exitCode: 0, complaint: '' });
  expect(await filesIn(project)).toEqual([
    'descriptors/api-docs.json',
    'descriptors/user.yaml',
    'handlers/user/getUserByName.ts',
  ]);
});

test('of an API without operations, it says so', async () => {
  const document = 'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\n';
  const { exitCode, complaint } = await initialized([], {
    'package.json': '{}',
    'foreign/shop.yaml': document,
  });
  expect([exitCode, complaint]).toEqual([0, 'The API has no operation, so there is nothing to serve.\n']);
});

test('--into names the project, which has a package.json', { tags: ['descriptors'] }, async () => {
  const project = await makeProject({ ...petstoreIn('foreign'), 'elsewhere/readme': '' });
  const refused = await headwater(project, ['init', 'foreign', '--into', 'elsewhere']);
  expect(refused).toEqual({
    exitCode: 1,
    output: '',
    complaint: `${join(project, 'elsewhere')} is no project: it has no package.json; run this in a project, name one with --into, or make one with npx headwater new DIR --from PATH.\n`,
  });
  const { exitCode } = await headwater(join(project, 'foreign'), ['init', '.', '--into', '..']);
  expect(exitCode).toBe(0);
  expect(await filesIn(project)).toEqual(petstoreFiles);
});
