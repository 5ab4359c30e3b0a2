/** What modules import and export by which names. TypeScript reads the files, and resolves nothing. */

import { join } from 'node:path';
import {
  isExportDeclaration,
  isImportDeclaration,
  isNamedExports,
  isNamedImports,
  isStringLiteral,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/async';

export interface ModuleImport {
  readonly specifier: string;
  /** Where the text between the quotes begins. */
  readonly offset: number;
  /** Undefined for a whole module, which `import * as` and `import()` take. */
  readonly names: readonly string[] | undefined;
}

/** @returns the imports and the re-exports of each file, by its absolute path. */
export function importsOf(paths: readonly string[]): Promise<ReadonlyMap<string, readonly ModuleImport[]>> {
  return readModules(paths, ({ imports, text }) =>
    imports.flatMap((node) => (isStringLiteral(node) ? importAt(node, text) : [])),
  );
}

/** @returns the names that each file exports in lists, by its absolute path. */
export function exportsOf(paths: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  return readModules(paths, ({ statements }) =>
    [...statements].flatMap((statement) => {
      const clause = isExportDeclaration(statement) ? statement.exportClause : undefined;
      return clause && isNamedExports(clause) ? [...clause.elements].map(({ name }) => name.text) : [];
    }),
  );
}

function importAt(literal: Node & { readonly text: string }, text: string): ModuleImport {
  const quote = text[literal.end - 1] ?? '';
  const offset = text.lastIndexOf(quote, literal.end - 2) + 1;
  return { specifier: literal.text, offset, names: namesOf(literal.parent) };
}

function namesOf(declaration: Node): readonly string[] | undefined {
  const named = ({ propertyName, name }: { propertyName?: { text: string }; name: { text: string } }) =>
    (propertyName ?? name).text;
  if (isImportDeclaration(declaration)) {
    const { importClause: clause } = declaration;
    const bindings = clause?.namedBindings;
    if (clause?.name || !bindings || !isNamedImports(bindings)) return undefined;
    return [...bindings.elements].map(named);
  }
  const clause = isExportDeclaration(declaration) ? declaration.exportClause : undefined;
  return clause && isNamedExports(clause) ? [...clause.elements].map(named) : undefined;
}

/** TypeScript reads projects: this one has the files alone, and no library. */
async function readModules<T>(
  paths: readonly string[],
  read: (source: SourceFile) => T,
): Promise<ReadonlyMap<string, T>> {
  if (paths.length === 0) return new Map();
  const config = join(import.meta.dirname, 'tsconfig.json');
  const compilerOptions = { noResolve: true, noLib: true, types: [], noEmit: true };
  const settings = JSON.stringify({ compilerOptions, files: paths });
  const api = new API({
    fs: {
      readFile: (path) => (path === config ? settings : undefined),
      fileExists: (path) => (path === config ? true : undefined),
    },
  });
  try {
    const snapshot = await api.updateSnapshot({ openProject: config });
    const program = snapshot.getProject(config)?.program;
    const sources = paths.map(async (path) => [path, await program?.getSourceFile(path)] as const);
    const found = await Promise.all(sources);
    return new Map(found.flatMap(([path, source]) => (source ? [[path, read(source)] as const] : [])));
  } finally {
    await api.close();
  }
}
