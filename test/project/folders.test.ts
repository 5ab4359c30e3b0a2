/** The folders of the project keep to the tables in lib/ARCHITECTURE.md and in the page of the service. */

import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type FolderRow,
  folderCircles,
  forbiddenImports,
  isWithin,
  readFolderTable,
  rowOf,
} from '../support/folders.ts';
import { repository } from '../support/repository.ts';
import { parseSourceFile, type SourceFile, sourceFilesIn } from '../support/source-files.ts';

let table: readonly FolderRow[];
let written: readonly SourceFile[];

beforeAll(async () => {
  table = await readFolderTable();
  written = (await Promise.all(['lib', 'handlers'].map(sourceFilesIn))).flat();
});

test('the table has rows, each with folders and a description', () => {
  expect(table.length).toBeGreaterThan(15);
  expect(table.filter(({ paths, description }) => paths.length === 0 || description === '')).toEqual([]);
});

test('every file of lib/ has a row, and every row has a file', async () => {
  expect(written.filter(({ path }) => !rowOf(path, table)).map(({ path }) => path)).toEqual([]);
  const emitted = await sourceFilesIn('.generated');
  const folders = [...written, ...emitted].map(({ path }) => path);
  const served = (await readdir(join(repository, '.generated/served'))).map(
    (name) => `.generated/served/${name}`,
  );
  const hasFile = (own: string) => [...folders, ...served].some((path) => isWithin(path, own));
  // A service may declare neither problems of its own nor pages.
  const optional = ['.generated/problems.ts', '.generated/client.ts'];
  const empty = table.flatMap(({ paths }) => paths.filter((own) => !hasFile(own)));
  expect(empty.filter((path) => !optional.includes(path))).toEqual([]);
});

test('the row of a folder names its sub-folders', () => {
  const unnamed = written.filter(({ path }) => {
    const row = rowOf(path, table);
    const own = row?.paths.find((candidate) => isWithin(path, candidate)) ?? '';
    const between = dirname(path).slice(own.length + 1);
    return between !== '' && !isWithin(path, 'handlers') && !row?.description.includes(`\`${between}/\``);
  });
  expect(unnamed.map(({ path }) => path)).toEqual([]);
});

test('a row imports only rows above it', () => {
  const upward = table.flatMap((row, index) => {
    const above = table.slice(0, index).flatMap(({ paths }) => paths);
    const isAbove = (target: string) =>
      above.some((path) => isWithin(target, path) || isWithin(path, target));
    return row.mayImport.filter((target) => !isAbove(target)).map((target) => `${row.paths} -> ${target}`);
  });
  expect(upward).toEqual([]);
});

test('every import of lib/ and handlers/ is in the table, types included', () => {
  expect(forbiddenImports(written, table)).toEqual([]);
});

test('every import of an emitted file is in the table, types included', async () => {
  const parts = [
    '.generated/functions',
    '.generated/authenticators',
    '.generated/models',
    '.generated/types',
  ];
  const emitted = (await Promise.all(parts.map(sourceFilesIn))).flat();
  expect(emitted.length).toBeGreaterThan(2);
  expect(forbiddenImports(emitted, table)).toEqual([]);
});

test('the service and the handlers import the framework by its public entries alone', () => {
  const inside = written
    .filter(({ path }) => isWithin(path, 'lib/service') || isWithin(path, 'handlers'))
    .flatMap(({ path, imports }) => imports.map((target) => ({ path, target })))
    .filter(({ target }) => isWithin(target, 'lib/headwater') && !isWithin(target, 'lib/headwater/entries'));
  expect(inside.map(({ path, target }) => `${path} -> ${target}`)).toEqual([]);
});

test('no two parts of a folder import each other, at any level', () => {
  expect(folderCircles(written, 'lib')).toEqual([]);
});

test('no file of lib/ and handlers/ is over 400 lines', () => {
  const long = written.filter(({ lines }) => lines > 400);
  expect(long.map(({ path }) => path)).toEqual([]);
});

test('no emitted function is over 45 lines', async () => {
  const folders = [
    '.generated',
    'test/headwater/compile/golden/bare/generated',
    'test/headwater/compile/golden/features/generated',
  ];
  const functions = (await Promise.all(folders.map((folder) => sourceFilesIn(`${folder}/functions`)))).flat();
  expect(functions.length).toBeGreaterThan(10);
  expect(functions.filter(({ lines }) => lines > 45).map(({ path }) => path)).toEqual([]);
});

test('no exported name is declared in two files of lib/, types included', () => {
  // The types of preprocessors export the same names, as handlers do, and so do the modules for two hosts.
  const shared = ['lib/ingest/types', 'lib/ingest/platform'];
  const isUnique = (path: string) =>
    isWithin(path, 'lib') && !shared.some((folder) => isWithin(path, folder));
  const files = Map.groupBy(
    written
      .filter(({ path }) => isUnique(path))
      .flatMap(({ path, exports }) => exports.map((name) => ({ name, path }))),
    ({ name }) => name,
  );
  const twice = [...files.values()].filter(
    (declarations) => new Set(declarations.map(({ path }) => path)).size > 1,
  );
  expect(twice.map(([first]) => first?.name).toSorted()).toEqual([]);
});

describe('the checks find', () => {
  const row = (path: string, mayImport: string[] = [], packages: string[] = []): FolderRow => ({
    paths: [path],
    description: path,
    mayImport,
    packages,
  });
  const file = (path: string, ...imports: string[]): SourceFile => ({ path, imports, lines: 1, exports: [] });

  test('an import that the row does not name', () => {
    const rows = [row('lib/low', [], ['node:fs']), row('lib/high', ['lib/low/part'], ['node:', '@x/y'])];
    const files = [
      file('lib/low/a.ts', 'lib/low/b.ts', 'node:fs', 'node:path', 'lib/high/a.ts'),
      file('lib/high/a.ts', 'lib/low/part/a.ts', 'node:path', '@x/y/deep', 'lib/low/a.ts', '@x/yz', 'node'),
      file('lib/other.ts', 'lib/other-too.ts'),
    ];
    expect(forbiddenImports(files, rows)).toEqual([
      'lib/low/a.ts -> node:path',
      'lib/low/a.ts -> lib/high/a.ts',
      'lib/high/a.ts -> lib/low/a.ts',
      'lib/high/a.ts -> @x/yz',
      'lib/high/a.ts -> node',
      'lib/other.ts -> lib/other-too.ts',
    ]);
  });

  test('an import that only the row of a single file names', () => {
    const rows = [row('lib/cli'), row('lib/cli/main.ts', [], ['watcher'])];
    const files = [file('lib/cli/main.ts', 'watcher'), file('lib/cli/other.ts', 'watcher')];
    expect(forbiddenImports(files, rows)).toEqual(['lib/cli/other.ts -> watcher']);
  });

  test('circles between folders, between a folder and one within it, and over several', () => {
    const files = [
      file('lib/a/x.ts', 'lib/b/x.ts'),
      file('lib/b/x.ts', 'lib/c/d/x.ts'),
      file('lib/c/y.ts', 'lib/a/z.ts', 'lib/c/d/x.ts'),
      file('lib/c/d/x.ts', 'lib/c/y.ts', 'lib/headwater/shared/errors.ts'),
      file('lib/headwater/shared/errors.ts'),
    ];
    expect(folderCircles(files, 'lib')).toEqual(['lib: a <-> b <-> c', 'lib/c: (files) <-> d']);
  });

  test('every kind of import and export, and none in the text of a template', () => {
    const text = `import a, { b } from './a.ts';
import type { C } from '../c.ts';
import 'headwater/json';
import 'headwater/internal/steps/chain';
export type { E } from '#generated/e.ts';
export * from 'f';
export type G = import('node:g').G;
export const h = () => import('./h.ts'), i = \`
import { none } from './none.ts';
export const none = 1;
\`;
export interface J {}
export class K {}
export async function l() {}
`;
    expect(parseSourceFile('lib/x/y.ts', text)).toEqual({
      path: 'lib/x/y.ts',
      lines: 14,
      imports: [
        'lib/x/a.ts',
        'lib/c.ts',
        'lib/headwater/entries/json.ts',
        'lib/headwater/run/http/steps/chain.ts',
        '.generated/e.ts',
        'f',
        'node:g',
        'lib/x/h.ts',
      ],
      exports: ['G', 'h', 'i', 'J', 'K', 'l'],
    });
  });
});
