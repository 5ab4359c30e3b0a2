/** The imports and exported names of the project's own files, read from their syntax trees. */

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
  // The framework does not know what stands behind this name: each project has a service of its own there. So it is a
  // package of that row, and what the service imports of the framework makes no circle.
  if (target === '#service') return target;
  if (target.startsWith('#generated/')) return target.replace('#', '.');
  if (target.startsWith('#lib/')) return target.replace('#lib', 'lib/headwater');
  if (target.startsWith('#')) return target.slice(1);
  return target.startsWith('.') ? join(path, '..', target) : target;
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
