/**
 * The client that the command writes: docs/service/client.md's program over `npm start`, and clients of other descriptors.
 *
 * @module-tag local
 */

import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../../support/clean-up.ts';
import { headwater } from '../../support/command.ts';
import { filesIn } from '../../support/documentation.ts';
import { copyBuiltProject, type LocalService, startLocal } from '../../support/local-service.ts';
import { listing, thing, writeFiles } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';
import { typeErrors } from '../../support/strict-types.ts';

let folder: string;
let page: string;
let service: LocalService;

beforeAll(async () => {
  folder = await makeFolder();
  page = await readFile(join(repository, 'docs/service/client.md'), 'utf8');
  await writeClient(repository);
  service = await startLocal(await copyBuiltProject(), ['--gateway', 'strict']);
});

async function makeFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'headwater-client-'));
  cleanUp(() => rm(made, { recursive: true, force: true }));
  await writeFile(join(made, 'package.json'), '{"type":"module"}');
  await symlink(join(repository, 'node_modules'), join(made, 'node_modules'));
  return made;
}

/** @param project has the descriptors. */
async function writeClient(project: string, into = folder) {
  const run = await headwater(project, ['client', join(into, 'headwater.ts')]);
  expect(run).toMatchObject({ exitCode: 0, complaint: '' });
  return run.output;
}

test('the ten calls of docs/service/client.md print what it shows', async () => {
  const files = filesIn(page);
  expect([...files.keys()]).toEqual(['calls.ts']);
  await writeFile(join(folder, 'calls.ts'), files.get('calls.ts') ?? '');
  expect(await typeErrors(folder, 'calls.ts')).toBe('');
  const env = { ...process.env, ORIGIN: service.origin };
  const { stdout } = await promisify(execFile)(process.execPath, ['calls.ts'], { cwd: folder, env });
  const [, shown] = /```text\n([^`]*)```/.exec(page) ?? [];
  expect(stdout).toBe(shown);
});

test('the client exports what its runtime has for programs', async () => {
  const source = await readFile(join(folder, 'headwater.ts'), 'utf8');
  const runtime = await readFile(join(folder, 'headwater-runtime/client/answers.ts'), 'utf8');
  const declared = runtime.matchAll(/^export (?:async )?(?:class|function\*?|interface|type) (\w+)/gm);
  const exported = source.matchAll(/^export (?:type )?\{ (.*) \} from/gm);
  const names = [...exported].flatMap(([, list = '']) => list.split(', '));
  expect(names.toSorted()).toEqual([...declared].map(([, name]) => name).toSorted());
});

test('a wrong call does not compile', async () => {
  await writeFile(
    join(folder, 'wrong.ts'),
    `import { createClient, hits, type Source } from './headwater.ts';
const client = createClient({ baseUrl: '' });
// @ts-expect-error a parameter is absent
await client.source.getById({});
// @ts-expect-error an unknown parameter
await client.source.list({ limit: 1 });
// @ts-expect-error another type
await client.source.list({ size: '1' });
// @ts-expect-error a body of another type
await client.source.create({ body: { tags: 'a' } });
// @ts-expect-error an option of another preprocessor
await client.source.create({ body: { preprocessors: [{ type: 'trim', field: 'a', separator: ',' }] } });
// @ts-expect-error no such version
await client.source.list({}, { version: 3 });
const answer = await client.source.list({}, { version: 2 });
// @ts-expect-error version 2 has no hits
if (answer.ok) answer.data.hits;
// @ts-expect-error a failure has no data
(await client.source.getById({ id: '' })).data;
// @ts-expect-error an operation without pages
for await (const each of hits(client.source.getById, { id: '' })) each;
const format: Source.Models['Source']['format'] = 'csv';
export { format };
`,
  );
  expect(await typeErrors(folder, 'wrong.ts')).toBe('');
});

/** The members that are used here. */
interface SourceClient {
  readonly source: {
    create(request: object): Promise<{ readonly ok: boolean; readonly data: { readonly _id: string } }>;
    list(request: object): Promise<{ readonly data: { readonly total: number } }>;
  };
}

test('lost answers make no second source', async () => {
  const { createClient }: { createClient(options: object): SourceClient } = await import(
    pathToFileURL(join(folder, 'headwater.ts')).href
  );
  let requests = 0;
  // Two of three requests lose their responses.
  const losing = async (...args: Parameters<typeof fetch>) => {
    const response = await fetch(...args);
    if (++requests % 3 !== 0) throw new TypeError('fetch failed');
    return response;
  };
  const client = createClient({ baseUrl: service.origin, fetch: losing });
  const made = [
    await client.source.create({ body: { name: 'one', tags: ['lost'] } }),
    await client.source.create({ body: { name: 'one', tags: ['lost'] } }),
  ];
  const plain = createClient({ baseUrl: service.origin });
  const { data } = await plain.source.list({ query: 'tags:lost' });
  expect(requests).toBe(6);
  expect(data.total).toBe(2);
  for (const { data: source } of made) expect(source._id).toMatch(/^[0-9a-f]{24}$/);
});

test.each(['bare', 'features'])('the client of test/headwater/compile/golden/%s compiles', async (name) => {
  const project = await makeFolder();
  await cp(
    join(repository, 'test/headwater/compile/golden', name, 'descriptors'),
    join(project, 'descriptors'),
    {
      recursive: true,
    },
  );
  await writeClient(project, project);
  expect(await typeErrors(project, 'headwater.ts')).toBe('');
});

test('a client whose names are those of its parts compiles', async () => {
  const project = await makeFolder();
  const names = [
    'client',
    'text-content',
    'Text_content',
    'succeeded',
    'operation',
    'answer',
    'models',
    'Error',
    'service-calls',
    'runtime',
  ];
  await writeFiles(project, {
    'descriptors/api-docs.json': listing,
    ...Object.fromEntries(
      names.map((name) => [
        `descriptors/${name}.json`,
        JSON.parse(JSON.stringify(thing({ nickname: 'body' })).replaceAll('/thing', `/${name}`)),
      ]),
    ),
  });
  await writeClient(project, project);
  expect(await typeErrors(project, 'headwater.ts')).toBe('');
});

test('descriptors with errors have no client, and are explained', async () => {
  const project = await makeFolder();
  await writeFiles(project, {
    'descriptors/api-docs.json': { basePath: '/v1' },
    'descriptors/thing.json': { apis: 1 },
  });
  const run = await headwater(project, ['client', 'out.ts']);
  expect(run).toMatchObject({ exitCode: 2, output: '' });
  expect(run.complaint).toMatch(
    /thing\.json.*\n[\s\S]*There is no client of descriptors that have errors\.\n$/,
  );
});

test.each([
  [['client'], 'Which file? npx headwater client OUT.ts\n', 2],
  [['client', 'a.ts', 'b.ts'], 'One file at a time, not also "b.ts": npx headwater client OUT.ts\n', 2],
  [['client', 'a'], 'The client is TypeScript: a file such as a.ts, not a: npx headwater client OUT.ts\n', 2],
  [['client', 'package.json/a.ts'], 'package.json/a.ts cannot be written (EEXIST).\n', 1],
])('%j', async (args, complaint, exitCode) => {
  expect(await headwater(repository, args)).toEqual({ exitCode, output: '', complaint });
});
