/**
 * A project of the release before is brought to this one by `npm update headwater && npm run build`: its code, what the build
 * emits, what is stored, and what is deployed.
 */

import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanUp } from '../../support/clean-up.ts';
import { type LocalService, startLocal } from '../../support/local-service.ts';
import { npm } from '../../support/nested-tests.ts';
import { type PackagedTemplate, readTemplate } from '../../support/packaged-template.ts';
import { installPackages, packPackages } from '../../support/packages.ts';
import { checkOut, hasCommit, isShallow, previousRelease } from '../../support/previous-release.ts';
import { writeFiles } from '../../support/project.ts';
import { send } from '../run/gateways/client.ts';
import { hostIn, leaveOutUnknown, quickPolling } from './deploy.ts';
import { type Ministack, startMinistack } from './ministack.ts';

const note = { $ref: '#/components/schemas/Note' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9a-f]{24}$' } };
const managed = {
  _id: { type: 'string' },
  created: { type: 'string', format: 'date-time' },
  updated: { type: 'string', format: 'date-time' },
  revision: { type: 'integer', format: 'int32' },
};
const content = {
  text: { type: 'string', maxLength: 1_000 },
  tags: { type: 'array', items: { type: 'string' }, maxItems: 8 },
};

/** `/v1/note`, and a consumer of what is written. */
const files = {
  'descriptors/note.json': {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1.0' },
    paths: {
      '/note': {
        post: {
          operationId: 'create',
          requestBody: { required: true, ...json({ $ref: '#/components/schemas/NoteInput' }) },
          responses: { 201: { description: 'The note', ...json(note) } },
        },
        get: {
          operationId: 'list',
          parameters: [{ name: 'query', in: 'query', schema: { type: 'string', maxLength: 100 } }],
          responses: {
            200: { description: 'The notes', ...json({ $ref: '#/components/schemas/Notes' }) },
          },
        },
      },
      '/note/{id}': {
        get: {
          operationId: 'getById',
          parameters: [id],
          responses: { 200: { description: 'The note', ...json(note) }, 404: { description: 'None' } },
        },
        patch: {
          operationId: 'patch',
          parameters: [id],
          requestBody: { required: true, ...json({ $ref: '#/components/schemas/NotePatch' }) },
          responses: { 200: { description: 'The note', ...json(note) }, 404: { description: 'None' } },
        },
      },
    },
    components: {
      schemas: {
        NoteInput: { type: 'object', required: ['text', 'tags'], properties: content },
        NotePatch: { type: 'object', properties: content },
        Note: {
          type: 'object',
          required: ['text', 'tags', ...Object.keys(managed)],
          properties: { ...managed, ...content },
        },
        Notes: {
          type: 'object',
          required: ['total', 'hits'],
          properties: {
            total: { type: 'integer', format: 'int32' },
            hits: { type: 'array', items: note },
          },
        },
      },
    },
  },
  'lib/notes.ts': `import { documentsOf, documentType } from 'headwater/documents';
import type { Models } from '#generated/models/note.ts';

export const noteType = documentType<Models['Note']>({
  name: 'note',
  all: 'n',
  fields: {
    text: { kind: 'text', terms: 'nw', isDefault: true },
    tags: { kind: 'keyword', terms: 'nt', isDefault: true, isList: true },
  },
});

export const notes = documentsOf(noteType);
`,
  'lib/stored-types.ts': `import type { StoredTypes } from 'headwater/config';
import { noteType } from './notes.ts';

export const storedTypes = { documents: [noteType], items: [] } satisfies StoredTypes;
`,
  'handlers/note/create.ts': `import { createDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/note/create.ts';
import { notes } from '../../lib/notes.ts';

export const handle: Handle = (_input, body, context) => createDocument(notes(context), body);
`,
  'handlers/note/getById.ts': `import { getDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/note/getById.ts';
import { notes } from '../../lib/notes.ts';

export const handle: Handle = ({ id }, _body, context) => getDocument(notes(context), id);
`,
  'handlers/note/patch.ts': `import { changeDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/note/patch.ts';
import { notes } from '../../lib/notes.ts';

export const handle: Handle = ({ id }, { text, tags }, context) =>
  changeDocument(notes(context), id, {
    contentOf: (current) => ({ text: text ?? current.text, tags: tags ?? current.tags }),
  });
`,
  'handlers/note/list.ts': `import { listDocuments } from 'headwater/documents';
import type { Handle } from '#generated/types/note/list.ts';
import { notes } from '../../lib/notes.ts';

export const handle: Handle = async ({ query }, _body, context) => {
  const { total, hits } = await listDocuments(notes(context), { from: 0, size: 10, ...(query === undefined ? {} : { query }) });
  return { total, hits };
};
`,
  'test/note.test.ts': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from 'headwater/testing';

test('a note is kept', async () => {
  const { fetch, close } = await testService();
  const body = JSON.stringify({ text: 'milk', tags: ['shop'] });
  const created = await fetch('/v1/note', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  assert.equal(created.status, 201);
  const found: any = await (await fetch('/v1/note?query=tags:shop')).json();
  assert.deepEqual(found.hits, [await created.json()]);
  await close();
});
`,
  'headwater.config.ts': `import { defineConfig } from 'headwater/config';

export default defineConfig({
  public: true,
  storedTypes: async () => (await import('./lib/stored-types.ts')).storedTypes,
});
`,
};

interface Note {
  readonly _id: string;
  readonly revision: number;
  readonly text: string;
  readonly tags: readonly string[];
}

/** What a project has before an update, and after it. */
interface State {
  readonly emitted: ReadonlyMap<string, string>;
  readonly template: PackagedTemplate;
}

const run = promisify(execFile);

let project: string;
let stored: readonly Note[];
let before: State;
let after: State;
let previous: string;
let ministack: Ministack;
let deployed: Note;

const commit = await previousRelease();
const isKnown = await hasCommit(commit);
const frameworkOf = (tarballs: readonly string[]) => tarballs.find((path) => !path.includes('ingest')) ?? '';

/** As the scripts of the project run it. */
function headwater(...args: readonly string[]) {
  const program = join(project, 'node_modules/headwater/bin/headwater.cjs');
  return run(process.execPath, [program, ...args], { cwd: project });
}

async function stateOf(): Promise<State> {
  await npm(project, ['exec', 'serverless', 'package']);
  const paths = globSync('.generated/**/*.*', { cwd: project }).filter(
    (path) => !/\/bundles\/|\.(?:gz|br|bin)$/.test(path),
  );
  const texts = paths
    .toSorted()
    .map(async (path) => [path, await readFile(join(project, path), 'utf8')] as const);
  return { emitted: new Map(await Promise.all(texts)), template: await readTemplate(project) };
}

async function request(service: LocalService, method: string, path: string, body?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers };
  const response = await service.fetch(`/v1${path}`, { method, ...sent });
  if (response.ok) return response.json();
  throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`);
}

/** @returns the name of the API. */
async function deploy(): Promise<string> {
  const program = join(project, 'node_modules/.bin/serverless');
  const env = { ...process.env, ...ministack.environment, ...quickPolling };
  const { stdout, stderr } = await run(process.execPath, [program, 'deploy'], { cwd: project, env });
  return hostIn(`${stdout}${stderr}`);
}

async function requestDeployed(host: string, method: string, path: string, body?: object): Promise<unknown> {
  const headers = [['Host', host] as const, ['Content-Type', 'application/json'] as const];
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await send(ministack.port, { method, target: `/v1${path}`, headers, ...content });
  if (answer.status < 300) return answer.body;
  throw new Error(`${method} ${path} answers ${answer.status}: ${answer.text}`);
}

async function whileStarted<T>(use: (service: LocalService) => Promise<T>): Promise<T> {
  const service = await startLocal(project);
  try {
    return await use(service);
  } finally {
    service.child.kill('SIGINT');
    await service.exited;
  }
}

test('the release before is in the history', async () => {
  const isToBeFound = process.env['CI'] !== undefined && !(await isShallow());
  expect(isKnown || !isToBeFound, `there is no commit ${commit}`).toBe(true);
});

// A shallow clone, and a copy of the sources, cannot make the release before.
describe.skipIf(!isKnown)('a project of the release before', () => {
  beforeAll(async () => {
    const parent = await mkdtemp(join(tmpdir(), 'headwater-update-'));
    cleanUp(() => rm(parent, { recursive: true, force: true, maxRetries: 10 }));
    project = join(parent, 'notes');
    const sources = await checkOut(commit);
    const program = join(sources, 'lib/headwater/bin/headwater.cjs');
    await run(process.execPath, [program, 'new', 'notes'], { cwd: parent });
    await writeFiles(project, files);
    const tarballs = await Promise.all([packPackages(sources), packPackages()]);
    const [earlier = '', newer = ''] = tarballs.map(frameworkOf);
    previous = earlier;
    await installPackages(project, [previous]);
    await leaveOutUnknown(project);
    await headwater('build');
    before = await stateOf();
    ministack = await startMinistack();
    const body = { text: 'kept on AWS', tags: ['aws'] };
    deployed = (await requestDeployed(await deploy(), 'POST', '/note', body)) as Note;
    stored = await whileStarted(async (service) => {
      const texts = ['milk and bread', 'a letter to Ann', 'bread again'];
      const sent = texts.map((text, index) =>
        request(service, 'POST', '/note', { text, tags: [`t${index}`] }),
      );
      return (await Promise.all(sent)) as Note[];
    });
    await installPackages(project, [newer]);
  }, 1_800_000);

  test('is built, and its types and tests are those of before', async () => {
    await headwater('build');
    await npm(project, ['run', 'types']);
    await npm(project, ['test']);
    after = await stateOf();
  });

  test('has nothing to do', async () => {
    const { stdout } = await headwater('doctor');
    expect(stdout).toMatch(/^Nothing to do: .*\n$/);
  });

  test('loses no emitted file, and has the same routes, roles, models and order of stacks', () => {
    expect([...before.emitted.keys()].filter((path) => !after.emitted.has(path))).toEqual([]);
    const ofContract = [...before.emitted].filter(([path]) => isOfContract(path));
    expect(ofContract.length).toBeGreaterThan(5);
    const now = ofContract.map(([path]) => [path, after.emitted.get(path)]);
    expect(Object.fromEntries(now)).toEqual(Object.fromEntries(ofContract));
  });

  test('has a template without a resource that is lost or replaced, and with the same rights', () => {
    const now = after.template.Resources;
    const was = before.template.Resources;
    expect(Object.keys(was).filter((id) => !Object.hasOwn(now, id))).toEqual([]);
    const changed = Object.keys(was).filter(
      (id) => !isDeepStrictEqual(withoutTexts(now[id]), withoutTexts(was[id])),
    );
    expect(changed.map((id) => ({ was: was[id], now: now[id] }))).toEqual([]);
  });

  test('is deployed over the release before, and finds and changes what that has stored', async () => {
    const host = await deploy();
    expect(await requestDeployed(host, 'GET', `/note/${deployed._id}`)).toEqual(deployed);
    expect(await requestDeployed(host, 'GET', '/note?query=tags:aws')).toEqual({
      total: 1,
      hits: [deployed],
    });
    const changed = await requestDeployed(host, 'PATCH', `/note/${deployed._id}`, { tags: ['cloud'] });
    expect(changed).toMatchObject({ ...deployed, tags: ['cloud'], revision: 2, updated: expect.any(String) });
  });

  test('reads, finds and changes what is stored here', async () => {
    await whileStarted(async (service) => {
      const [first] = stored;
      const read = await Promise.all(stored.map(({ _id }) => request(service, 'GET', `/note/${_id}`)));
      expect(read).toEqual(stored);
      expect(await request(service, 'GET', '/note?query=bread')).toEqual({
        total: 2,
        hits: expect.arrayContaining(stored.filter(({ text }) => text.includes('bread'))),
      });
      const changed = await request(service, 'PATCH', `/note/${first?._id}`, { text: 'milk alone' });
      expect(changed).toMatchObject({
        ...first,
        text: 'milk alone',
        revision: 2,
        updated: expect.any(String),
      });
      expect(await request(service, 'GET', '/note?query=bread')).toMatchObject({ total: 1 });
    });
  });

  test('has a table without damage', async () => {
    const { stdout } = await headwater('verify', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      isComplete: true,
      items: { note: stored.length },
      found: { missing: 0, superfluous: 0, malformed: 0 },
    });
  });

  test('goes back: the release before reads what this one has stored', async () => {
    await installPackages(project, [previous]);
    await headwater('build');
    await whileStarted(async (service) => {
      expect(await request(service, 'GET', '/note?query=alone')).toMatchObject({
        hits: [{ _id: stored[0]?._id, text: 'milk alone', revision: 2 }],
      });
    });
    expect((await headwater('verify')).stdout).not.toBe('');
  });
});

/**
 * What callers and AWS see. Handlers compile against the types of either version; all other emitted files are code, which each
 * version writes in its own way.
 */
function isOfContract(path: string): boolean {
  return /^\.generated\/(?:(?:functions|roles|access|cors|deploy-order)\.json|models\/.*)$/.test(path);
}

/** Texts for people, and the content of archives: CloudFormation changes them in place. */
const changedInPlace = ['AlarmDescription', 'DashboardBody', 'QueryString', 'S3Key'];

function withoutTexts(resource: unknown): unknown {
  const replace = (name: string, value: unknown) => (changedInPlace.includes(name) ? 'may change' : value);
  return JSON.parse(JSON.stringify(resource, replace));
}
