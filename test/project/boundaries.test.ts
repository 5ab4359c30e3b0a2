/** What really ships, by esbuild's metafile and the bundles themselves. */

import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { repository } from '../support/repository.ts';

const ids = [
  'source-list',
  'source-create',
  'source-getById',
  'source-update',
  'source-patch',
  'source-remove',
  'api-docs',
  'default-route',
];
/** Functions of the service itself, which keep no data. */
const own = ['api-docs', 'default-route'];
const generated = join(repository, '.generated');

interface Bundle {
  readonly id: string;
  readonly bytes: number;
  /** Files that have at least a byte in the bundle. */
  readonly inputs: readonly string[];
  readonly text: string;
}

let metafile: Metafile;
let bundles: readonly Bundle[];

beforeAll(async () => {
  metafile = JSON.parse(await readFile(join(generated, 'metafile.json'), 'utf8'));
  bundles = await Promise.all(ids.map(readBundle));
});

async function readBundle(id: string): Promise<Bundle> {
  const output = metafile.outputs[`.generated/bundles/${id}/index.mjs`];
  if (!output) throw new Error(`no bundle of ${id}`);
  const inputs = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const text = await readFile(join(generated, 'bundles', id, 'index.mjs'), 'utf8');
  return { id, bytes: output.bytes, inputs: inputs.map(([path]) => path), text };
}

test('there is one bundle per function, and each within its budget', () => {
  const rows = bundles.map(({ id, bytes, inputs }) => {
    const sdk = inputs.filter((path) => /node_modules\/@(?:aws-sdk|smithy|aws-crypto)\//.test(path)).length;
    return { function: id, KiB: Math.round(bytes / 1024), files: inputs.length, 'of the SDK': sdk };
  });
  console.table(rows);
  expect(Object.keys(metafile.outputs).toSorted()).toEqual(
    ids.map((id) => `.generated/bundles/${id}/index.mjs`).toSorted(),
  );
  // The client alone is 360 KiB; without it a function is wiring, steps and a validator.
  for (const { function: id, KiB } of rows) expect(KiB, id).toBeLessThan(own.includes(id) ? 64 : 430);
});

describe.each(ids)('%s', (id) => {
  const bundle = () => bundles.find((candidate) => candidate.id === id) as Bundle;

  test('holds no code of another operation', () => {
    const others = /^(?:handlers|\.generated\/(?:functions|validators))\/(.*?)\.(?:ts|mjs)$/;
    const found = bundle().inputs.flatMap((path) => others.exec(path)?.[1]?.replace('/', '-') ?? []);
    expect(new Set(found)).toEqual(new Set([id]));
  });

  test('holds no compiler of schemas, and makes no code at run time', () => {
    const ajv = bundle().inputs.filter(
      (path) => path.includes('node_modules/ajv/') && !path.includes('/ajv/dist/runtime/'),
    );
    expect(ajv).toEqual([]);
    expect(bundle().text).not.toMatch(/new Function\b|\beval\(/);
  });

  test('holds nothing of the build and nothing for local use', () => {
    expect(bundle().inputs.filter((path) => /^lib\/(?:build|local)\//.test(path))).toEqual([]);
  });

  test('imports nothing that Lambda does not have', () => {
    const output = metafile.outputs[`.generated/bundles/${id}/index.mjs`];
    const external = output?.imports.filter(({ external }) => external).map(({ path }) => path) ?? [];
    expect(external.filter((path) => !isBuiltin(path))).toEqual([]);
  });
});

test('a function without a body has no parser of bodies, one without data no SDK', () => {
  const has = (id: string, part: string) =>
    bundles.find((bundle) => bundle.id === id)?.inputs.some((path) => path.includes(part));
  const parser = 'node_modules/@middy/http-json-body-parser/';
  expect(ids.filter((id) => has(id, parser))).toEqual(['source-create', 'source-update', 'source-patch']);
  expect(ids.filter((id) => has(id, '@aws-sdk/client-dynamodb/'))).toEqual(
    ids.filter((id) => !own.includes(id)),
  );
  expect(ids.filter((id) => has(id, '@aws-sdk/lib-dynamodb/'))).toEqual([]);
});

describe('layers', () => {
  const allowed: Readonly<Record<string, readonly string[]>> = {
    'lib/plan': [],
    'lib/runtime': ['lib/plan', 'lib/errors.ts'],
    'lib/data': ['lib/domain', 'lib/errors.ts', 'lib/settings.ts'],
    'lib/domain': ['lib/errors.ts'],
    handlers: ['lib/data', 'lib/domain', 'lib/errors.ts'],
    '.generated': ['handlers', 'lib/runtime', 'lib/plan', 'lib/data'],
  };
  const layerOf = (path: string) =>
    [...Object.keys(allowed), 'lib/errors.ts', 'lib/settings.ts'].find(
      (layer) => path === layer || path.startsWith(`${layer}/`),
    );

  test.each(Object.keys(allowed))('%s imports what it may', (layer) => {
    const imports = Object.entries(metafile.inputs).filter(([path]) => layerOf(path) === layer);
    expect(imports.length).toBeGreaterThan(0);
    const targets = imports.flatMap(([, input]) =>
      input.imports.map(({ path }) => layerOf(path)).filter((target) => target !== undefined),
    );
    expect(targets.filter((target) => target !== layer && !allowed[layer]?.includes(target))).toEqual([]);
  });

  test('of the data layer, generated functions import the store of idempotency keys alone', () => {
    const functions = Object.entries(metafile.inputs).filter(([path]) => layerOf(path) === '.generated');
    const targets = functions.flatMap(([, { imports }]) => imports.map(({ path }) => path));
    const ofData = targets.filter((path) => layerOf(path) === 'lib/data');
    expect(new Set(ofData)).toEqual(new Set(['lib/store/idempotency/container-store.ts']));
  });

  test('only lib/data imports the SDK, and only generated functions and the runtime know middy', () => {
    const importersOf = (part: string) => {
      const own = Object.entries(metafile.inputs).filter(
        ([path]) => !path.includes('node_modules') && !path.includes(':'),
      );
      return own
        .filter(([, { imports }]) => imports.some(({ path }) => path.includes(part)))
        .map(([path]) => layerOf(path));
    };
    expect(new Set(importersOf('node_modules/@aws-sdk/'))).toEqual(new Set(['lib/data']));
    expect(new Set(importersOf('node_modules/@middy/'))).toEqual(new Set(['.generated']));
  });
});
