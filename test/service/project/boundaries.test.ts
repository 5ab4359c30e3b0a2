/** What really ships, by esbuild's metafile and the bundles themselves. */

import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ServiceAccess } from '../../../lib/headwater/compile/aws/access-json.ts';
import { hasOtherClient } from '../../../lib/headwater/compile/bundle/lean-dependencies.ts';
import {
  authenticatorId,
  authenticatorPath,
} from '../../../lib/headwater/compile/emit/wiring/generated-files.ts';
import { documentedTypes } from '../../../lib/ingest/engine/documented-types.ts';
import { headwater } from '../../support/command.ts';
import {
  readBackground,
  readFunctionIds,
  readOwnOperations,
  serviceFunctions,
} from '../../support/own-operations.ts';
import { repository } from '../../support/repository.ts';

const operations = await readOwnOperations();
/** The default route has a second bundle, which it loads for the first credential. */
const ids = [...(await readFunctionIds()), authenticatorId];
const generated = join(repository, '.generated');
const ofService =
  /^(?:pipeline|source|stream|preprocessor)-|^(?:api-docs|reference|workbench|default-route(?:-authenticator)?)$/;

interface Bundle {
  readonly id: string;
  readonly bytes: number;
  /** Files that have at least a byte in the bundle. */
  readonly inputs: readonly string[];
  readonly text: string;
}

let metafile: Metafile;
let bundles: readonly Bundle[];
/** The sizes that were reached, in KiB. A bundle may have a tenth more or less: then this table changes, for a reason. */
const reached: Readonly<Record<string, number>> = JSON.parse(
  await readFile(join(import.meta.dirname, 'bundle-sizes.json'), 'utf8'),
);
const explainJson = 'headwater~run~http~request~explain-json';
/** The modules that functions load when they need them. */
const lazyIds = Object.keys(reached).filter((id) => id.includes('~'));
const lazyName = (id: string) => id.split('~').at(-1) ?? '';
const bundleOf = (id: string) => `.generated/bundles/${id}/index.mjs`;

beforeAll(async () => {
  metafile = JSON.parse(await readFile(join(generated, 'metafile.json'), 'utf8'));
  bundles = await Promise.all(ids.map(readBundle));
});

async function readBundle(id: string): Promise<Bundle> {
  const output = metafile.outputs[bundleOf(id)];
  if (!output) throw new Error(`no bundle of ${id}`);
  const inputs = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const text = await readFile(join(repository, bundleOf(id)), 'utf8');
  return { id, bytes: output.bytes, inputs: inputs.map(([path]) => path), text };
}

test('there is one bundle per function, per module that functions load when they need it, and for the authenticator of the default route, each of its size', () => {
  expect(Object.keys(metafile.outputs).toSorted()).toEqual([...ids, ...lazyIds].map(bundleOf).toSorted());
  // A resource that a team adds is not in the table.
  const own = ids.filter((id) => ofService.test(id));
  expect([...own, ...lazyIds].toSorted()).toEqual(Object.keys(reached).toSorted());
  const sizes = Object.fromEntries(
    [...own, ...lazyIds].map((id) => [id, (metafile.outputs[bundleOf(id)]?.bytes ?? 0) / 1024]),
  );
  const isOther = ([id, size = 0]: readonly [string, number]) => {
    const known = reached[id] ?? 0;
    return size > 1.1 * known || size < known / 1.1 - 1;
  };
  expect(Object.entries(sizes).filter(isOther)).toEqual([]);
});

test('the list of what ships has the packages whose code or data functions load when they need it', async () => {
  const { output } = await headwater(repository, ['sbom']);
  const { components }: { readonly components: readonly { readonly name: string }[] } = JSON.parse(output);
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['entities', 'saxes', 'tldts', 'uap-core']));
});

test('a function with another client of AWS than DynamoDB keeps the whole of both', () => {
  const outputs = Object.values(metafile.outputs);
  const whole = outputs.filter(({ inputs }) =>
    Object.keys(inputs).some((path) => path.includes('/submodules/event-streams/')),
  );
  expect(whole.length).toBeGreaterThan(0);
  expect(whole).toEqual(outputs.filter(hasOtherClient));
});

describe.each(ids)('%s', (id) => {
  const bundle = () => bundles.find((candidate) => candidate.id === id) as Bundle;

  test('holds no code of another operation', () => {
    const others = /^(?:handlers|\.generated\/(?:functions|validators))\/(.*?)\.(?:ts|mjs)$/;
    const found = bundle().inputs.flatMap((path) => others.exec(path)?.[1]?.replace('/', '-') ?? []);
    // The bundler removes a module that only re-exports another one.
    expect(new Set(found)).toEqual(new Set(id === authenticatorId ? [] : [id]));
  });

  test('holds no compiler of schemas, and makes no code at run time', () => {
    const ajv = bundle().inputs.filter((path) => path.includes('node_modules/ajv/'));
    expect(ajv).toEqual([]);
    expect(bundle().text).not.toMatch(/new Function\b|\beval\(/);
  });

  test('tells nothing of an account: no ARN, no id, no key', () => {
    expect(bundle().text).not.toMatch(/\barn:aws[\w-]*:[a-z]|\b\d{12}\b|\bA(?:KIA|SIA)[A-Z0-9]{8}/);
  });

  test('holds nothing of the build, and nothing for local use', () => {
    expect(
      bundle().inputs.filter((path) =>
        /^lib\/headwater\/(?:compile|config|deploy|testing|tools)\//.test(path),
      ),
    ).toEqual([]);
  });

  test('imports nothing that Lambda does not have', () => {
    const output = metafile.outputs[bundleOf(id)];
    const external = output?.imports.filter(({ external }) => external).map(({ path }) => path) ?? [];
    const own = new Set(lazyIds.map((lazy) => `../${lazy}/index.mjs`));
    expect(external.filter((path) => !isBuiltin(path) && !own.has(path))).toEqual([]);
  });
});

/** All files that a file of the bundles reaches by its imports. */
function reach(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const { path: target } of metafile.inputs[path]?.imports ?? []) reach(target, found);
  return found;
}

describe('a function holds only what its operation uses:', () => {
  const holders = (part: string) =>
    bundles.filter(({ inputs }) => inputs.some((path) => path.includes(part))).map(({ id }) => id);
  const loadersOf = (lazy: string) =>
    ids.filter((id) =>
      metafile.outputs[bundleOf(id)]?.imports.some(({ path }) => path === `../${lazy}/index.mjs`),
    );

  test('the parser of bodies where a body is declared', () => {
    const withBody = operations.filter(({ hasBody }) => hasBody);
    expect(holders('node_modules/@middy/http-json-body-parser/')).toEqual(withBody.map(({ id }) => id));
    expect(loadersOf(explainJson)).toEqual(withBody.map(({ id }) => id));
    // Functions that read records inspect malformed ones.
    const readers = holders('lib/ingest/records/ndjson.ts');
    expect(holders('node_modules/jsonc-parser/').filter((id) => !readers.includes(id))).toEqual([]);
  });

  test('the engine of preprocessors as far as it is used', () => {
    const transformations = holders('lib/ingest/engine/compile.ts');
    const runs = holders('lib/ingest/engine/run.ts');
    // Each of them can load the large types and all patterns of grok, and has none in its bundle.
    const texts = 'lib/ingest/text/';
    const loaders = new Map(
      lazyIds.filter((id) => id.startsWith('lib~')).map((id) => [lazyName(id), loadersOf(id)]),
    );
    const stores = ['pipeline-getByName', 'pipeline-put'];
    const others = new Map([
      // What stores and shows configurations checks and describes them.
      [
        'configured-pipeline',
        [...['create', 'getById', 'update', 'patch'].map((name) => `source-${name}`), ...stores].toSorted(),
      ],
      ['grok-rare-patterns', holders(`${texts}grok-bank.ts`)],
      // A suggestion looks up no address.
      ['database-folder', runs.filter((id) => id !== 'source-suggest')],
      ['format-issues', ['create', 'patch', 'update'].map((name) => `source-${name}`)],
      ['indexed-walk', ['stream-listRecords']],
      ['sample-template', ['stream-deliverStream', 'stream-deliverStreams']],
    ]);
    for (const [name, ids] of loaders)
      expect(ids.toSorted(), name).toEqual((others.get(name) ?? runs).toSorted());
    for (const data of ['client-table.json', 'grok-legacy.json', 'grok-ecs.json'])
      expect(holders(texts + data)).toEqual([]);
    expect(transformations).toEqual(expect.arrayContaining(runs));
    const crud = ['list', 'create', 'getById', 'update', 'patch', 'remove'].map((name) => `source-${name}`);
    expect(runs.filter((id) => crud.includes(id))).toEqual([]);
    expect(transformations.filter((id) => crud.includes(id))).toEqual([]);
    const checks = holders('lib/ingest/engine/check.ts');
    expect(checks.filter((id) => crud.includes(id))).toEqual([]);
    const queries = holders('lib/ingest/engine/match-within.ts');
    const lines = holders('lib/ingest/records/lines.ts');
    expect(holders('lib/ingest/engine/time-limit.ts')).toEqual(
      bundles.map(({ id }) => id).filter((id) => [...runs, ...checks, ...queries, ...lines].includes(id)),
    );
    const tables = holders('lib/ingest/types/').filter((id) => crud.includes(id));
    expect(tables).toEqual([]);
  });

  test('the documentation and the effects of preprocessors where they are shown', () => {
    const says = (texts: readonly string[]) =>
      bundles.filter(({ text }) => texts.some((part) => text.includes(part))).map(({ id }) => id);
    const documentation = documentedTypes.flatMap(({ summary, descriptions, examples }) => [
      summary,
      ...Object.values(descriptions),
      ...examples.map(({ title }) => title).filter((title) => title.length > 20),
    ]);
    expect(says(documentation)).toEqual(['preprocessor-list', 'preprocessor-getByType']);
    const describing = holders('lib/ingest/engine/describe.ts');
    expect(describing).not.toContain('stream-push');
    for (const part of [' to the Community ID of the flow', ' to lower case`', 'Removes HTML from '])
      expect(says([part]), part).toEqual(describing);
  });

  test('what forwards and delivers, where a stage must name the target', async () => {
    const background = await readBackground();
    const idsWith = (variable: string) =>
      background.filter(({ when }) => when === variable).map(({ id }) => id);
    const [forwarders, deliverers] = [idsWith('KINESIS_STREAM'), idsWith('SEARCH_ENDPOINT')];
    expect([forwarders.length, deliverers.length]).toEqual([2, 2]);
    expect(holders('/@aws-sdk/client-kinesis/')).toEqual(forwarders);
    for (const part of ['streams/sink/bulk', 'streams/log/failures/fail-documents'])
      expect(holders(`lib/service/${part}.ts`)).toEqual(deliverers);
    for (const part of ['search-engine/', 'search/engine-index/'])
      expect(holders(`lib/headwater/data/${part}`)).toEqual(deliverers);
    // Lists load their part only where the stage has a search engine for them.
    expect(loadersOf('headwater~data~search~engine-index~stage-index')).toEqual([
      'source-list',
      'stream-list',
      'stream-getOverview',
    ]);
    const both = [...forwarders, ...deliverers].toSorted();
    expect(holders('lib/service/streams/forward/').toSorted()).toEqual(both);
  });

  test('what checks credentials where a descriptor asks for them', async () => {
    const { routes } = JSON.parse(await readFile(join(generated, 'access.json'), 'utf8')) as ServiceAccess;
    const guarded = operations.filter(({ method, path }) =>
      routes.some((route) => route.method === method && route.path === path && route.access.length > 0),
    );
    expect(guarded.length).toBeGreaterThan(10);
    const protectedIds = guarded.map(({ id }) => id);
    for (const part of [
      'lib/headwater/run/access/authenticators.ts',
      'lib/headwater/run/access/key-finder.ts',
    ])
      expect(holders(part)).toEqual([...protectedIds, authenticatorId]);
    // A stage without issuers of tokens never loads it.
    expect(loadersOf('headwater~run~access~token-verifier')).toEqual([...protectedIds, authenticatorId]);
    expect(holders('node_modules/aws-jwt-verify/')).toEqual([]);
    expect(holders('lib/headwater/run/http/steps/authorize.ts')).toEqual([...protectedIds, 'default-route']);
    expect(holders('lib/headwater/run/access/')).toEqual([...protectedIds, authenticatorId]);
  });

  test('the SDK where the handler or the idempotency of the operation keeps data', () => {
    const keepsData = (id: string) =>
      reach(id === authenticatorId ? `.generated/${authenticatorPath}` : `.generated/functions/${id}.ts`).has(
        'lib/headwater/data/store/client.ts',
      );
    const keepers = ids.filter(keepsData);
    expect(keepers.filter((id) => serviceFunctions.includes(id))).toEqual([]);
    expect(holders('@aws-sdk/client-dynamodb/')).toEqual(keepers);
    expect(holders('@aws-sdk/lib-dynamodb/')).toEqual(keepers);
  });
});

describe('imports in the bundles', () => {
  const isOurs = (path: string) => !path.includes('node_modules') && !path.includes(':');
  const importersOf = (part: string) =>
    Object.entries(metafile.inputs).flatMap(([path, { imports }]) =>
      isOurs(path) && imports.some((target) => target.path.includes(part)) ? [path] : [],
    );

  test('emitted functions use the store for idempotency keys alone', () => {
    const emitted = Object.entries(metafile.inputs).filter(([path]) =>
      path.startsWith('.generated/functions/'),
    );
    const targets = emitted.flatMap(([, { imports }]) => imports.map(({ path }) => path));
    const ofStore = targets.filter((path) => path.startsWith('lib/headwater/data/store/'));
    expect(new Set(ofStore)).toEqual(new Set(['lib/headwater/data/store/idempotency/container-store.ts']));
  });

  test('only lib/headwater/data/store imports the SDK, but for the client of Kinesis', () => {
    const importers = importersOf('node_modules/@aws-sdk/');
    expect(importers.length).toBeGreaterThan(0);
    expect(importersOf('node_modules/@aws-sdk/client-kinesis/')).toEqual([
      'lib/service/streams/forward/kinesis.ts',
    ]);
    const others = importers.filter((path) => path !== 'lib/service/streams/forward/kinesis.ts');
    expect(others.filter((path) => !path.startsWith('lib/headwater/data/store/'))).toEqual([]);
  });

  test('only the port of the log of a stream is used outside of it', () => {
    const folder = 'lib/service/streams/log/';
    const port = [
      'failures/fail-documents',
      'failures/take-failures',
      'log-types',
      'read/find-redelivery',
      'read/gap-reading',
      'read/indexed-batches',
      'read/indexed-walk',
      'read/log-state',
      'read/read-log',
      'read/sample-log',
      'write/append-batch',
      'write/begin-log',
      'write/expire-log',
      'write/replace-records',
      'write/request-bindings',
    ];
    const used = Object.entries(metafile.inputs).flatMap(([path, { imports }]) =>
      path.startsWith(folder) ? [] : imports.filter((target) => target.path.startsWith(folder)),
    );
    const names = new Set(used.map(({ path }) => path.slice(folder.length, -'.ts'.length)));
    expect([...names].filter((name) => !port.includes(name))).toEqual([]);
    expect(names.size).toBeGreaterThan(4);
  });

  test('only emitted functions and lib/headwater/run/http import middy', () => {
    const importers = importersOf('node_modules/@middy/');
    expect(importers.length).toBeGreaterThan(0);
    expect(
      importers.filter((path) => !/^(?:\.generated\/functions|lib\/headwater\/run\/http)\//.test(path)),
    ).toEqual([]);
  });
});
