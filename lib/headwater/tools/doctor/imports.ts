/** Imports of a copied framework, which are imports of the package's entries now. */

import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { membersOf } from '../../shared/json/is-object.ts';
import { copiedModules, hasCopy, isCopied } from './copy.ts';
import type { Finding, Project, ProjectCheck } from './finding.ts';
import { exportsOf, importsOf, type ModuleImport } from './module-names.ts';

const packageFolder = join(import.meta.dirname, '../..');

export const checkImports: ProjectCheck = async (project) => {
  const isCopy = hasCopy(project);
  const paths = globSync('**/*.{ts,tsx,mts}', {
    cwd: project.folder,
    exclude: (path) => /(?:^|\/)(?:node_modules|\.[^/]*)$/.test(path),
  })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isCopy || !isCopied(path))
    .toSorted();
  const imports = await importsOf(paths.map((path) => join(project.folder, path)));
  const found = paths.flatMap((path) =>
    (imports.get(join(project.folder, path)) ?? [])
      .filter(({ specifier }) => isOfCopy(path, specifier, isCopy ? undefined : project))
      .map((each) => ({ path, ...each })),
  );
  if (found.length === 0) return [];
  const entries = await readEntries();
  return found.map((each) => findingOf(each, entries));
};

/** @param project of which a module with this path is its own, if there is one. */
function isOfCopy(path: string, specifier: string, project: Project | undefined): boolean {
  const target = specifier.startsWith('#lib/')
    ? specifier.slice(1)
    : posix.join(posix.dirname(path), specifier);
  const isPath = /^(?:\.|#lib\/)/.test(specifier);
  return isPath && copiedModules.test(target) && project?.read(target) === undefined;
}

/** Entry -> the names that it exports. */
type Entries = ReadonlyMap<string, readonly string[]>;

async function readEntries(): Promise<Entries> {
  const { exports }: { exports: Readonly<Record<string, unknown>> } = JSON.parse(
    readFileSync(join(packageFolder, 'package.json'), 'utf8'),
  );
  const files = Object.entries(exports).flatMap(([name, target]) => {
    // A module has its declarations in the package, and itself in the repository.
    const file = typeof target === 'string' ? target : String(membersOf(target)['types']);
    return /^\.\/entries\/.*\.ts$/.test(file)
      ? [[`headwater${name.slice(1)}`, join(packageFolder, file)] as const]
      : [];
  });
  const names = await exportsOf(files.map(([, file]) => file));
  return new Map(files.map(([entry, file]) => [entry, names.get(file) ?? []]));
}

function findingOf(found: ModuleImport & { readonly path: string }, entries: Entries): Finding {
  const { path, specifier, offset, names } = found;
  const entry =
    names && [...entries].find(([, exported]) => names.every((name) => exported.includes(name)))?.[0];
  const finding = { file: path, offset, found: `an import of ${specifier}` };
  if (entry !== undefined) {
    const edits = [{ file: path, offset, length: specifier.length, content: entry }];
    return { ...finding, change: `'${entry}'`, edits };
  }
  return { ...finding, change: describePlaces(names, entries) };
}

function describePlaces(names: readonly string[] | undefined, entries: Entries): string {
  const all = 'docs/entries.md of the package headwater lists what it exports';
  if (!names) return `imports of single names, from entries of the package; ${all}`;
  const places = names.map((name) => {
    const [entry] = [...entries].find(([, exported]) => exported.includes(name)) ?? [];
    return entry === undefined ? `no entry has ${name}` : `${name} from '${entry}'`;
  });
  return `${places.join(', ')}; ${all}`;
}
