/**
 * A project that has installed the package: it is built, checked and started as in this repository, and contains the same.
 *
 * @module-tag project
 */

import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../lib/headwater/compile/pipeline.ts';
import { cleanUp } from '../support/clean-up.ts';
import { until } from '../support/local-process.ts';
import { startLocal } from '../support/local-service.ts';
import { mapsOf } from '../support/package-maps.ts';
import { installFramework } from '../support/packages.ts';
import { makeProject, writeFiles } from '../support/project.ts';

/** `/v1/note`, whose callers have keys. */
const files = {
  'descriptors/api-docs.json': { apiVersion: '1.0', basePath: '/v1' },
  'descriptors/note.yaml': `openapi: 3.1.0
info: { title: Notes, version: '1.0' }
security: [{ key: [] }]
paths:
  /note:
    post:
      operationId: create
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NoteInput' } } } }
      responses:
        '200': { description: The note, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '409': { description: The note is taken }
    get:
      operationId: list
      parameters: [{ name: query, in: query, schema: { type: string, maxLength: 100 } }]
      responses:
        '200': { description: The notes, content: { application/json: { schema: { $ref: '#/components/schemas/Notes' } } } }
  /note/{id}:
    get:
      operationId: getById
      parameters: [{ name: id, in: path, required: true, schema: { type: string, pattern: '^[0-9a-f]{24}$' } }]
      responses:
        '200': { description: The note, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '404': { description: There is no such note }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: x-api-key }
  schemas:
    NoteInput:
      type: object
      required: [text]
      properties: { text: { type: string, maxLength: 1000 } }
    Note:
      type: object
      required: [_id, created, updated, revision, text]
      properties:
        _id: { type: string }
        created: { type: string, format: date-time }
        updated: { type: string, format: date-time }
        revision: { type: integer, format: int32 }
        text: { type: string }
    Notes:
      type: object
      required: [total, hits]
      properties:
        total: { type: integer, format: int32 }
        hits: { type: array, items: { $ref: '#/components/schemas/Note' } }
`,
  'notes.ts': `import { documentsOf, documentType } from 'headwater/documents';
import type { Models } from '#generated/models/note.ts';

const type = documentType<Models['Note']>({
  name: 'note',
  all: 'n',
  fields: { text: { kind: 'text', terms: 'nw', isDefault: true } },
});

export const notes = documentsOf(type);
`,
  'handlers/note/create.ts': `import { createDocument } from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import type { Handle } from '#generated/types/note/create.ts';
import { notes } from '../../notes.ts';

export const handle: Handle = (_input, { text }, context) => {
  if (text === 'broken') throw new Error('The note is broken.');
  if (text === 'taken') throw new ServiceError('already_exists', 'There is such a note.');
  return createDocument(notes(context), { text });
};
`,
  'handlers/note/getById.ts': `import { getDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/note/getById.ts';
import { notes } from '../../notes.ts';

export const handle: Handle = ({ id }, _body, context) => getDocument(notes(context), id);
`,
  'handlers/note/list.ts': `import { listDocuments } from 'headwater/documents';
import type { Handle } from '#generated/types/note/list.ts';
import { notes } from '../../notes.ts';

export const handle: Handle = async ({ query }, _body, context) => {
  const { total, hits } = await listDocuments(notes(context), { from: 0, size: 10, ...(query === undefined ? {} : { query }) });
  return { total, hits };
};
`,
  'headwater.config.ts': `import { defineConfig } from 'headwater/config';
export default defineConfig({ strict: true });
`,
  'serverless.yml': 'service: notes\nplugins: [headwater/serverless]\nprovider: { name: aws }\n',
};

let project: string;
let linked: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'headwater-installed-'));
  cleanUp(() => rm(project, { recursive: true, force: true, maxRetries: 10 }));
  await writeFiles(project, {
    ...files,
    'package.json': {
      name: 'notes',
      version: '1.0.0',
      private: true,
      type: 'module',
      imports: { '#generated/*': './.generated/*', '#handlers/*': './handlers/*' },
      dependencies: { headwater: '*' },
    },
    'tsconfig.json': { extends: 'headwater/tsconfig.json' },
  });
  await installFramework(project);
  linked = await makeProject(files);
}, 1_800_000);

interface Run {
  readonly exitCode: number | null;
  readonly output: string;
  readonly complaint: string;
}

/** `npx headwater`, as npm runs it. */
function headwater(...args: readonly string[]): Promise<Run> {
  const program = join(project, 'node_modules/.bin/headwater');
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { cwd: project },
      (_error, output, complaint) => done({ exitCode: child.exitCode, output, complaint }),
    );
  });
}

const generated = async (folder: string, path: string) =>
  JSON.parse(await readFile(join(folder, '.generated', path), 'utf8'));

/** The bytes of each bundle. */
async function bundlesOf(folder: string): Promise<Readonly<Record<string, number>>> {
  const { outputs }: { outputs: Readonly<Record<string, { readonly bytes: number }>> } = await generated(
    folder,
    'metafile.json',
  );
  return Object.fromEntries(Object.entries(outputs).map(([path, { bytes }]) => [path, bytes]));
}

test('the package contains JavaScript with types and maps, README and licence, and no test', () => {
  const names = globSync('node_modules/headwater/**', { cwd: project, withFileTypes: true })
    .flatMap((entry) =>
      entry.isFile() ? join(entry.parentPath, entry.name).split('/node_modules/headwater/').slice(1) : [],
    )
    .filter((name) => !name.startsWith('tools/new/template/'));
  const endings = names.map((name) => /(?:\.d)?\.\w+$/.exec(name)?.[0] ?? name);
  expect([...new Set(endings)].toSorted()).toEqual([
    '.cjs',
    '.css',
    '.d.ts',
    '.js',
    '.json',
    '.map',
    '.md',
    '.svg',
    '.yml',
    'LICENSE',
  ]);
  expect(names.filter((name) => /(?:^|\/)test\/|\.test\./.test(name))).toEqual([]);
});

test('a map of the package names a source in the place of its module, and contains it', async () => {
  const { count, strays } = await mapsOf(join(project, 'node_modules/headwater'));
  expect(count).toBeGreaterThan(300);
  expect(strays).toEqual([]);
});

describe('built', () => {
  beforeAll(async () => {
    expect(await headwater('build')).toMatchObject({
      exitCode: 0,
      complaint: '',
      output: expect.stringContaining('Built 3 operations of 1 resource'),
    });
    const { diagnostics } = await build(linked);
    expect(diagnostics).toEqual([]);
  });

  test('the functions have the roles that they have in this repository', async () => {
    const roles: readonly {
      readonly keyActions: readonly string[];
      readonly functions: readonly string[];
    }[] = await generated(project, 'roles.json');
    expect(roles).toEqual(await generated(linked, 'roles.json'));
    // A path that the build does not know would take rights away in silence.
    const withKeys = roles
      .filter(({ keyActions }) => keyActions.length === 2)
      .flatMap(({ functions }) => functions);
    expect(withKeys).toEqual(expect.arrayContaining(['note-create', 'note-getById', 'note-list']));
  });

  test('bundles are those of this repository, and what a function loads on demand is not in its bundle', async () => {
    const [installed, own] = await Promise.all([bundlesOf(project), bundlesOf(linked)]);
    expect(Object.keys(installed)).toEqual(Object.keys(own));
    expect(Object.keys(own).filter((path) => path.includes('headwater~')).length).toBeGreaterThan(5);
    // npm installs the newest release of what dependencies name by a range.
    const larger = Object.entries(installed).filter(([path, bytes]) => bytes > 1.05 * (own[path] ?? 0));
    expect(larger).toEqual([]);
  });

  test('everything else that the build emits is the same', async () => {
    const emitted = (folder: string) =>
      globSync('.generated/{functions,types,models,plans,served}/**/*.*', { cwd: folder }).toSorted();
    expect(emitted(project)).toEqual(emitted(linked));
    for (const path of emitted(linked))
      expect(await readFile(join(project, path), 'utf8')).toBe(await readFile(join(linked, path), 'utf8'));
  });

  test('a second build has nothing to do, unless the version of the framework is another one', async () => {
    const again = '0 files written, 0 deleted';
    expect((await headwater('build')).output).toContain(again);
    const manifest = join(project, 'node_modules/headwater/package.json');
    const text = await readFile(manifest, 'utf8');
    const record = () => readFile(join(project, '.generated/last-build.bin'));
    const before = await record();
    // A hard link: other projects have the same file.
    await rm(manifest);
    await writeFile(manifest, text.replace(/"version": ".*"/, '"version": "99.0.0"'));
    await headwater('build');
    expect((await record()).equals(before)).toBe(false);
    await writeFile(manifest, text);
  });

  test('a handler that does not fit its type is refused', async () => {
    const path = 'handlers/note/getById.ts';
    const unfit = `import type { Handle } from '#generated/types/note/getById.ts';
export const handle: Handle = ({ id }) => ({ _id: id });
`;
    await writeFiles(project, { [path]: unfit });
    const { exitCode, complaint } = await headwater('build');
    await writeFiles(project, { [path]: files[path] });
    expect([exitCode, complaint]).toEqual([2, expect.stringContaining('missing the following properties')]);
  });

  test.each([
    ['headwater/compile/pipeline.js', 'ERR_PACKAGE_PATH_NOT_EXPORTED'],
    ['headwater/data/documents.js', 'ERR_PACKAGE_PATH_NOT_EXPORTED'],
    ['headwater', 'ERR_PACKAGE_PATH_NOT_EXPORTED'],
    ['headwater/documents', undefined],
  ])('import of %s: %s', async (specifier, code) => {
    const source = `await import('${specifier}').catch(({ code }) => process.stdout.write(code))`;
    const found = await new Promise((done) => {
      execFile(
        process.execPath,
        ['--input-type=module', '--eval', source],
        { cwd: project },
        (_error, output) => done(output),
      );
    });
    expect(found).toBe(code ?? '');
  });

  test('the doctor knows what the entries of the package export', async () => {
    const path = 'lib/copied.ts';
    await writeFiles(project, {
      [path]:
        "export { type Documents, listDocuments } from './data/documents.ts';\nimport { secret } from './run/http/secret.ts';\n",
    });
    const { exitCode, output } = await headwater('doctor');
    await rm(join(project, path));
    expect([exitCode, output]).toEqual([1, expect.stringContaining("change  'headwater/documents' (--fix)")]);
    expect(output).toContain('no entry has secret');
  });

  test('the client is written with its runtime, and type-checks', async () => {
    expect(await headwater('client', 'client/notes.ts')).toMatchObject({ exitCode: 0 });
    expect(globSync('client/**/*.*', { cwd: project }).toSorted()).toContain(
      'client/notes-runtime/client/calls.js',
    );
    await new Promise<void>((done, fail) => {
      const args = ['node_modules/typescript/bin/tsc', '--noEmit', '--project', '.'];
      execFile(process.execPath, args, { cwd: project }, (error, output) =>
        error ? fail(new Error(output)) : done(),
      );
    });
  });
});

test('the service starts and answers', async () => {
  const service = await startLocal(project);
  const send = async (path: string, body?: object) => {
    const response = await service.fetch(path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: Object(await response.json()) };
  };
  const created = await send('/v1/note', { text: 'Rivers begin here' });
  expect(created).toMatchObject({ status: 200, body: { text: 'Rivers begin here', revision: 1 } });
  expect(await send(`/v1/note/${created.body._id}`)).toEqual(created);
  expect(await send('/v1/note?query=rivers')).toEqual({
    status: 200,
    body: { total: 1, hits: [created.body] },
  });
  expect(await send('/v1/note', { text: 'taken' })).toMatchObject({ status: 409 });
  expect(await send('/v1/note', { txt: 1 })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/text' }] },
  });
  expect(await send('/v1/note', { text: 'broken' })).toMatchObject({ status: 500 });
  const places = [
    'at handle (handlers/note/create.ts:7:',
    'at callHandler (node_modules/headwater/run/http/steps/chain.ts:',
  ];
  for (const place of places) await until(() => service.output().includes(place), service.output);
  service.child.kill('SIGINT');
  expect(await service.exited).toBe(0);
});
