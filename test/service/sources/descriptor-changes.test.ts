/**
 * A property of Source that is added to the descriptor, removed from it or made
 * required: the copy of this project does not build, or it works end to end.
 *
 * @module-tag storage
 */

import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startBuildSession } from '../../../lib/headwater/compile/build-session.ts';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic } from '../../../lib/headwater/compile/source/diagnostic.ts';
import { amount } from '../../support/amount.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { type Answer, loadFunction } from '../../support/emitted-function.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { writeFiles } from '../../support/project.ts';
import { copySourceProject } from '../support/source-project.ts';

type Properties = Record<string, { required?: boolean; type?: string }>;
/** The properties of the two models. */
type Change = (source: Properties, input: Properties) => void;

const fieldsFile = 'lib/service/sources/source-fields.ts';
const defaultsFile = 'lib/service/sources/source-defaults.ts';

// A test builds up to two times, which takes some seconds each.
vi.setConfig({ testTimeout: 300_000 });

/** The tests change a few files of one project: what they have in common is compiled once. */
const session = startBuildSession();
const changedFiles = ['descriptors/source.json', fieldsFile, defaultsFile];

let engine: Engine;
let project: string;
let original: ReadonlyMap<string, string>;
beforeAll(async () => {
  engine = await startEngine();
  project = await copySourceProject();
  const read = changedFiles.map(async (path) => [path, await readFile(join(project, path), 'utf8')] as const);
  original = new Map(await Promise.all(read));
});
beforeEach(() => writeFiles(project, Object.fromEntries(original)));

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const file = join(project, path);
  const text = await readFile(file, 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  await writeFile(file, changed);
}

/** Changes the models of the project. */
async function changeModels(change: Change): Promise<void> {
  await edit('descriptors/source.json', (text) => {
    const declaration = JSON.parse(text);
    const { Source, SourceInput } = declaration.models;
    // An example that does not fit is refused before the code is compiled.
    for (const model of Object.values<object>(declaration.models)) Reflect.deleteProperty(model, 'x-example');
    change(Source.properties, SourceInput.properties);
    return JSON.stringify(declaration);
  });
}

/** The files of the slice that do not fit the descriptor, each with the compiler's first message. */
async function refusals(): Promise<Record<string, string>> {
  const { diagnostics } = await build(project, session);
  expect(diagnostics.every(({ code }) => code === 'E-CODE' || code === 'E-HANDLER')).toBe(true);
  return Object.fromEntries(diagnostics.toReversed().map(({ file, found }) => [file, found]));
}

interface Service {
  create(body: unknown): Promise<Answer>;
  get(id: string): Promise<Answer>;
  update(id: string, body: unknown): Promise<Answer>;
  patch(id: string, body: unknown): Promise<Answer>;
  list(query: string): Promise<Answer>;
}

/** Builds the project and calls its functions, with another table. */
async function start(): Promise<Service> {
  expect((await build(project, session)).diagnostics.map(describeDiagnostic)).toEqual([]);
  Object.assign(process.env, engine.environment, { TABLE_NAME: await engine.makeTable() });
  // Node.js would keep the modules that the functions of the last test have loaded later.
  const copy = await mkdtemp(join(tmpdir(), 'headwater-changed-'));
  cleanUp(() => rm(copy, { recursive: true, force: true }));
  cpSync(join(project, '.generated'), join(copy, '.generated'), { recursive: true });
  const call = (nickname: string) => loadFunction(copy, `source-${nickname}`);
  const [create, get, update, patch, list] = await Promise.all(
    ['create', 'getById', 'update', 'patch', 'list'].map(call),
  );
  if (!create || !get || !update || !patch || !list) throw new Error('A function is missing.');
  const on = (id: string) => ({ url: `/v1/source/${id}`, pathParameters: { id } });
  const sent = (type: string, body: unknown) => ({
    headers: { 'content-type': type },
    body: JSON.stringify(body),
  });
  const json = 'application/json';
  return {
    create: (body) => create({ method: 'POST', url: '/v1/source', ...sent(json, body) }),
    get: (id) => get(on(id)),
    update: (id, body) => update({ method: 'PUT', ...on(id), ...sent(json, body) }),
    patch: (id, body) => patch({ method: 'PATCH', ...on(id), ...sent('application/merge-patch+json', body) }),
    list: (query) => list({ url: `/v1/source?query=${encodeURIComponent(query)}` }),
  };
}

const idOf = ({ body }: Answer) => (body as { _id: string })._id;
const firstField = '    name: {';
const firstDefault = '  name: undefined,\n';
const text = () => ({ type: 'string' });

describe('a property that is added', () => {
  test('to both models does not build until the slice declares it; then it works end to end', async () => {
    await changeModels((source, input) => {
      source['color'] = text();
      input['color'] = text();
    });
    expect(await refusals()).toEqual({
      [defaultsFile]: expect.stringContaining("'color' is missing"),
      [fieldsFile]: expect.stringContaining("'color' is missing"),
    });

    await edit(defaultsFile, (code) => code.replace(firstDefault, `${firstDefault}  color: undefined,\n`));
    const field = "color: { kind: 'keyword', isOptional: true },";
    await edit(fieldsFile, (code) => code.replace(firstField, `${field}\n${firstField}`));
    const service = await start();
    const created = await service.create({ name: 'a', color: 'red' });
    expect(created).toMatchObject({ status: 201, body: { name: 'a', color: 'red' } });
    const id = idOf(created);
    expect((await service.get(id)).body).toEqual(created.body);
    expect(await service.list('color:red')).toMatchObject({ body: { total: 1, hits: [created.body] } });
    expect(await service.update(id, { color: 'blue' })).toMatchObject({ body: { color: 'blue' } });
    expect(await service.patch(id, { tags: ['a'] })).toMatchObject({ body: { color: 'blue', tags: ['a'] } });
    expect(await service.list('color:red')).toMatchObject({ body: { total: 0 } });
    expect((await service.patch(id, { color: null })).body).not.toHaveProperty('color');
    expect((await service.get(id)).body).not.toHaveProperty('color');
  });

  test('and is not searchable is stored all the same', async () => {
    await changeModels((source, input) => {
      source['color'] = text();
      input['color'] = text();
    });
    await edit(defaultsFile, (code) => code.replace(firstDefault, `${firstDefault}  color: undefined,\n`));
    await edit(fieldsFile, (code) => code.replace(firstField, `color: 'not searchable',\n${firstField}`));
    const service = await start();
    const { body } = await service.create({ color: 'red' });
    expect(await service.list('')).toMatchObject({ body: { hits: [{ ...Object(body), color: 'red' }] } });
    expect(await service.list('color:red')).toMatchObject({ status: 400 });
  });

  const halves: readonly [name: string, change: Change, files: readonly string[]][] = [
    ['Source', (source) => Object.assign(source, { color: text() }), [defaultsFile, fieldsFile]],
    [
      'SourceInput as required',
      (_source, input) => Object.assign(input, { color: { ...text(), required: true } }),
      [defaultsFile],
    ],
  ];
  const someHalves = halves.slice(0, amount({ few: 1, many: 1, most: halves.length }));
  test.each(someHalves)(
    'to %s alone does not build',
    { tags: ['property'] },
    async (_name, change, files) => {
      await changeModels(change);
      const refused = await refusals();
      expect(Object.keys(refused)).toEqual(expect.arrayContaining([...files]));
      for (const file of files) expect(refused[file]).toContain("'color' is missing");
    },
  );
});

test('a property that is removed does not build until the slice forgets it; then it works end to end', async () => {
  await changeModels((source, input) => {
    delete source['description'];
    delete input['description'];
  });
  expect(await refusals()).toEqual({
    [defaultsFile]: expect.stringContaining("'description' does not exist"),
    [fieldsFile]: expect.stringContaining("'description' does not exist"),
  });

  await edit(defaultsFile, (code) => code.replace('  description: undefined,\n', ''));
  await edit(fieldsFile, (code) => code.replace(/ +description: \{[^}]*\},\n/, ''));
  const service = await start();
  const created = await service.create({ name: 'a' });
  expect(created).toMatchObject({ status: 201, body: { name: 'a' } });
  expect(await service.create({ name: 'a', description: 'b' })).toMatchObject({ status: 400 });
  expect(await service.list('name:a')).toMatchObject({ body: { total: 1, hits: [created.body] } });
  expect(await service.list('description:b')).toMatchObject({ status: 400 });
});

describe('a property that is made required', () => {
  test('in Source does not build until it has a default; then each source has it', async () => {
    await changeModels((source) => Object.assign(source['name'] ?? {}, { required: true }));
    expect(await refusals()).toEqual({
      [defaultsFile]: expect.stringContaining("'undefined' is not assignable to type 'string'"),
    });

    await edit(defaultsFile, (code) => code.replace(firstDefault, "  name: 'unnamed',\n"));
    const service = await start();
    const created = await service.create({});
    expect(created).toMatchObject({ status: 201, body: { name: 'unnamed' } });
    const id = idOf(created);
    expect(await service.update(id, { name: 'a' })).toMatchObject({ body: { name: 'a' } });
    expect(await service.patch(id, { name: null })).toMatchObject({ body: { name: 'unnamed' } });
    expect(await service.list('name:unnamed')).toMatchObject({ body: { hits: [{ name: 'unnamed' }] } });
  });

  const inputs: readonly [name: string, change: Change][] = [
    ['SourceInput', (_source, input) => Object.assign(input['name'] ?? {}, { required: true })],
    [
      'both models',
      (source, input) => {
        Object.assign(source['name'] ?? {}, { required: true });
        Object.assign(input['name'] ?? {}, { required: true });
      },
    ],
  ];
  test.each(inputs.slice(0, amount({ few: 1, many: 1, most: inputs.length })))(
    'in %s does not build until the slice says so; then each source has it',
    { tags: ['property'] },
    async (_name, change) => {
      await changeModels(change);
      expect(await refusals()).toEqual({
        [defaultsFile]: expect.stringContaining("'undefined' is not assignable to type 'unique symbol'"),
      });

      const importRequired =
        "import { required } from '../../headwater/data/search/documents/document-content.ts';\n";
      const withRequired = (code: string) => code.replace(firstDefault, '  name: required,\n');
      await edit(defaultsFile, (code) => importRequired + withRequired(code));
      const service = await start();
      expect(await service.create({})).toMatchObject({ status: 400 });
      const created = await service.create({ name: 'a' });
      expect(created).toMatchObject({ status: 201, body: { name: 'a' } });
      const id = idOf(created);
      expect(await service.update(id, {})).toMatchObject({ status: 400 });
      expect(await service.patch(id, { name: null })).toMatchObject({
        status: 400,
        body: { errors: [{ in: 'body', pointer: '/name', code: 'required', message: 'is required' }] },
      });
      expect(await service.patch(id, { tags: ['b'] })).toMatchObject({ body: { name: 'a', tags: ['b'] } });
      expect(await service.get(id)).toMatchObject({ body: { name: 'a', tags: ['b'] } });
      expect(await service.list('b')).toMatchObject({ body: { hits: [{ name: 'a' }] } });
    },
  );

  test('of clients does not build while it has a default', async () => {
    await changeModels((source, input) => {
      Object.assign(source['tags'] ?? {}, { required: true });
      Object.assign(input['tags'] ?? {}, { required: true });
    });
    expect(await refusals()).toEqual({ [defaultsFile]: expect.stringContaining('unique symbol') });
  });
});
