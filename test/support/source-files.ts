/** The imports and exported names of the project's own files, read from their syntax trees. */

import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAst } from 'vitest/node';
import { repository } from './repository.ts';

export interface SourceFile {
  /** Relative to the root of the project. */
  readonly path: string;
  readonly lines: number;
  /** Imported files relative to the root, and packages by name; type imports included. */
  readonly imports: readonly string[];
  /** Declared and exported names, types included. */
  readonly exports: readonly string[];
}

/** @param folder relative to the root of the project. */
export async function sourceFilesIn(folder: string): Promise<SourceFile[]> {
  const entries = await readdir(join(repository, folder), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(?:m?ts|tsx)$/.test(entry.name))
    // The files of a new project are no modules of this one.
    .filter(({ parentPath }) => !parentPath.includes('/tools/new/template'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(repository.length + 1));
  return Promise.all(
    paths
      .toSorted()
      .map(async (path) => parseSourceFile(path, await readFile(join(repository, path), 'utf8'))),
  );
}

export function parseSourceFile(path: string, text: string): SourceFile {
  const { body } = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  return {
    path,
    lines: text.split('\n').length - 1,
    imports: [...new Set(importsIn(body).map((target) => resolveImport(path, target)))],
    exports: body.flatMap((node) =>
      node.type === 'ExportNamedDeclaration' && node.declaration ? namesIn(node.declaration) : [],
    ),
  };
}

/** Nodes that name another module: `import('./x.ts')` may be an expression or a type. */
const importing = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

function importsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.values(node).flatMap(importsIn);
  if (!('type' in node && importing.has(String(node.type)) && 'source' in node)) return below;
  const { source } = node;
  const isNamed = typeof source === 'object' && source !== null && 'value' in source;
  return isNamed ? [String(source.value), ...below] : below;
}

function resolveImport(path: string, target: string): string {
  if (target.startsWith('#generated/')) return target.replace('#', '.');
  if (target.startsWith('#')) return inPackage(path, target) ?? target.slice(1);
  return target.startsWith('.') ? join(path, '..', target) : (fileOfPackage(target) ?? target);
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly imports?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const manifests = ['lib/headwater', 'lib/ingest'].flatMap((folder) => {
  const manifest = join(repository, folder, 'package.json');
  if (!existsSync(manifest)) return [];
  return [{ folder, ...(JSON.parse(readFileSync(manifest, 'utf8')) as Manifest) }];
});

/** The packages of this repository, by what `exports` of their package.json name. */
const ownPackages = manifests.flatMap(({ folder, name, exports }) => {
  return Object.entries(exports).map(([entry, file]) => ({
    entry: new RegExp(`^${join(name, entry).replace('*', '(.+)')}$`),
    file: join(folder, file).replace('*', '$1'),
  }));
});

function fileOfPackage(target: string): string | undefined {
  const found = ownPackages.find(({ entry }) => entry.test(target));
  return found && target.replace(found.entry, found.file);
}

/** What Node.js imports by a name of the package alone. */
function inPackage(path: string, target: string): string | undefined {
  const own = manifests.find(({ folder }) => path.startsWith(`${folder}/`));
  const file = own?.imports?.[target]?.['node'];
  return own && file && join(own.folder, file);
}

interface Declaration {
  readonly id?: unknown;
  readonly declarations?: readonly { readonly id: unknown }[];
}

function namesIn({ id, declarations = [] }: Declaration): string[] {
  return [id, ...declarations.map((declared) => declared.id)].flatMap((named) =>
    typeof named === 'object' && named !== null && 'name' in named ? [String(named.name)] : [],
  );
}
