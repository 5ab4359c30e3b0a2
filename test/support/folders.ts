/** The table of folders in lib/ARCHITECTURE.md, and what breaks it. */

import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { repository } from './repository.ts';
import type { SourceFile } from './source-files.ts';

/** All paths are from the root of the project: `lib/compiler/emit`, `lib/errors.ts`, `handlers`. */
export interface FolderRow {
  /** Folders and files that the row is about. */
  readonly paths: readonly string[];
  readonly description: string;
  /** Folders and files that it may import beside its own. */
  readonly mayImport: readonly string[];
  /** npm packages, and modules of Node.js: `node:` stands for all of them. */
  readonly packages: readonly string[];
}

/** The rows of the table, in its order. */
export async function readFolderTable(): Promise<FolderRow[]> {
  const page = await readFile(join(repository, 'lib/ARCHITECTURE.md'), 'utf8');
  const [, table = ''] = /^\| folder .*\n\|[ :|-]+\|\n((?:\|.*\n)+)/m.exec(page) ?? [];
  return table.split('\n').filter(Boolean).map(parseRow);
}

function parseRow(row: string): FolderRow {
  const [, paths = '', description = '', mayImport = '', packages = ''] = row.split('|');
  return {
    paths: codesIn(paths).map(pathOf),
    description: description.trim(),
    mayImport: codesIn(mayImport).map(pathOf),
    packages: codesIn(packages),
  };
}

function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** The table names folders from lib/. */
function pathOf(name: string): string {
  return join('lib', name).replace(/\/$/, '');
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Imports that the table does not allow, as `importer -> imported`. */
export function forbiddenImports(files: readonly SourceFile[], table: readonly FolderRow[]): string[] {
  return files.flatMap(({ path, imports }) => {
    const row = rowOf(path, table);
    return imports.filter((target) => !row || !allows(row, target)).map((target) => `${path} -> ${target}`);
  });
}

export function rowOf(path: string, table: readonly FolderRow[]): FolderRow | undefined {
  return table.find(({ paths }) => paths.some((own) => isWithin(path, own)));
}

function allows({ paths, mayImport, packages }: FolderRow, target: string): boolean {
  if (isOurs(target)) return [...paths, ...mayImport].some((allowed) => isWithin(target, allowed));
  return packages.some((name) => (name === 'node:' && isBuiltin(target)) || isWithin(target, name));
}

function isOurs(target: string): boolean {
  return /^(?:lib|handlers|\.generated)\//.test(target);
}

/**
 * Circles between the parts of a folder, for every folder below `root`: its sub-folders as wholes,
 * and the files directly in it as one part more.
 *
 * @returns circles as `lib/aws: (files) -> budget -> (files)`, the imports of each arrow behind it.
 */
export function folderCircles(files: readonly SourceFile[], root: string): string[] {
  const folders = new Set([root, ...files.map(({ path }) => dirname(path))].flatMap(withParents));
  return [...folders]
    .filter((folder) => isWithin(folder, root))
    .toSorted()
    .flatMap((folder) => circlesWithin(folder, files));
}

function withParents(folder: string): string[] {
  return folder.includes('/') ? [folder, ...withParents(dirname(folder))] : [folder];
}

function circlesWithin(folder: string, files: readonly SourceFile[]): string[] {
  const arrows = new Map<string, Set<string>>();
  for (const { path, imports } of files.filter((file) => isWithin(file.path, folder))) {
    const from = partOf(folder, path);
    const targets = imports
      .filter((target) => isWithin(target, folder))
      .map((target) => partOf(folder, target));
    const known = arrows.get(from) ?? new Set();
    arrows.set(from, known.union(new Set(targets.filter((target) => target !== from))));
  }
  return mutuallyReachable(arrows).map((parts) => `${folder}: ${parts.join(' <-> ')}`);
}

function partOf(folder: string, path: string): string {
  const [first = '', ...rest] = path.slice(folder.length + 1).split('/');
  // Each file of lib/ itself is a part of its own: it has a row in the table.
  return rest.length > 0 || folder === 'lib' ? first : '(files)';
}

/** Sets of parts of which each reaches each other. */
function mutuallyReachable(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reach = new Map([...arrows.keys()].map((part) => [part, reachable(part, arrows)]));
  const circular = [...arrows.keys()].filter((part) => reach.get(part)?.has(part)).toSorted();
  const groups = circular.map((part) =>
    circular.filter((other) => reach.get(part)?.has(other) && reach.get(other)?.has(part)),
  );
  return groups.filter(([first], index) => first === circular[index]);
}

function reachable(part: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>();
  const open = [part];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const target of arrows.get(next) ?? []) {
      if (!found.has(target)) open.push(target);
      found.add(target);
    }
  }
  return found;
}
