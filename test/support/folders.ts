/** The tables of folders in lib/ARCHITECTURE.md and in the pages of its parts, and the imports that violate them. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { repository } from './repository.ts';
import type { SourceFile } from './source-files.ts';

/** All paths are relative to the root of the project: `lib/headwater/compile/emit/wiring`, `lib/headwater/shared/errors.ts`, `handlers`. */
export interface FolderRow {
  /** Folders and files that the row describes. */
  readonly paths: readonly string[];
  readonly description: string;
  /** Other folders and files that they may import. */
  readonly mayImport: readonly string[];
  /** The npm packages and Node.js modules that they may import; `node:` is every Node.js module. */
  readonly packages: readonly string[];
}

/** The rows of a part with a page of its own stand in place of its row in lib/ARCHITECTURE.md. */
export async function readFolderTable(): Promise<FolderRow[]> {
  const rows = await Promise.all(
    (await rowsIn('lib')).map(async (row) => {
      const [part = ''] = row.paths;
      return existsSync(join(repository, part, 'ARCHITECTURE.md')) ? rowsIn(part) : [row];
    }),
  );
  return rows.flat();
}

/** The table of ARCHITECTURE.md in a folder, whose rows name folders relative to it. */
async function rowsIn(folder: string): Promise<FolderRow[]> {
  const page = await readFile(join(repository, folder, 'ARCHITECTURE.md'), 'utf8');
  const [, table = ''] = /^\| folder .*\n\|[ :|-]+\|\n((?:\|.*\n)+)/m.exec(page) ?? [];
  return table
    .split('\n')
    .filter(Boolean)
    .map((row) => parseRow(row, folder));
}

function parseRow(row: string, folder: string): FolderRow {
  const [, paths = '', description = '', mayImport = '', packages = ''] = row.split('|');
  const pathsIn = (cell: string) => codesIn(cell).map((name) => join(folder, name).replace(/\/$/, ''));
  return {
    paths: pathsIn(paths),
    description: description.trim(),
    mayImport: pathsIn(mayImport),
    packages: codesIn(packages),
  };
}

function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
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

/** A row that names the file itself takes precedence over the row of its folder. */
export function rowOf(path: string, table: readonly FolderRow[]): FolderRow | undefined {
  return (
    table.find(({ paths }) => paths.includes(path)) ??
    table.find(({ paths }) => paths.some((own) => isWithin(path, own)))
  );
}

function allows({ paths, mayImport, packages }: FolderRow, target: string): boolean {
  if (isOurs(target)) return [...paths, ...mayImport].some((allowed) => isWithin(target, allowed));
  return packages.some((name) => (name === 'node:' && isBuiltin(target)) || isWithin(target, name));
}

function isOurs(target: string): boolean {
  return /^(?:lib|handlers|\.generated)\//.test(target);
}

/**
 * Import cycles between the parts of each folder below `root`. The parts of a folder are its
 * sub-folders and, together, the files directly in it.
 *
 * @returns cycles such as `lib/headwater/deploy: (files) -> budget -> (files)`, each arrow followed by its imports.
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
  // A file directly in lib/ is its own part, since it has a row in the table.
  return rest.length > 0 || folder === 'lib' ? first : '(files)';
}

/** Sets of parts that all reach each other. */
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
