/** Checks with TypeScript that each handler matches the types of its operation. */

import { execFile } from 'node:child_process';
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import type { TextPosition } from '../../shared/json/inspect-json.ts';
import type { FunctionPlan } from '../../shared/plan/function-plan.ts';
import { type EmittedFiles, functionPath, generatedFolder } from '../emit/wiring/generated-files.ts';
import { type Diagnostic, fileDiagnostic } from '../source/diagnostic.ts';
import type { CheckedModules, ModuleImports } from './checked-modules.ts';
import { modulesOf } from './function-parts.ts';
import { handlerFileOf } from './handler-file.ts';
import { type KnownFiles, listFiles } from './known-files.ts';

/** Emitted sources are checked in this folder, before they replace the sources of the last good build. */
const stagingFolder = `${generatedFolder}/.typecheck`;

const diagnosticPattern = /^(.+)\((\d+),(\d+)\): error (TS\d+): (.*)$/;

const importPattern = /^ +(?:Imported|Referenced) via .* from file '(.+?)'(?: with packageId .*)?$/;

interface TypeCheckInput {
  readonly projectFolder: string;
  readonly emitted: EmittedFiles;
  readonly functions: readonly FunctionPlan[];
  /** The files of the folder of generated files. */
  readonly known: KnownFiles;
  /** Modules of earlier checks; kept up to date. */
  readonly checked: CheckedModules;
}

/** A function is not checked again if nothing that it imports has changed since a check without errors. */
export async function typeCheck(input: TypeCheckInput): Promise<Diagnostic[]> {
  const { checked, functions } = input;
  const modules = functions.flatMap(modulesOf).map(({ path }) => `${generatedFolder}/${path}`);
  const stale = await checked.findStale(modules, input);
  if (stale.length === 0) return [];
  const since = Date.now();
  const { diagnostics, importsOf } = await checkModules(input, stale);
  if (diagnostics.length > 0) return diagnostics;
  const concernsAll = await checked.remember(importsOf, input, since);
  return concernsAll && stale.length < modules.length ? typeCheck(input) : [];
}

interface TypeCheckResult {
  readonly diagnostics: Diagnostic[];
  readonly importsOf: ModuleImports;
}

async function checkModules(input: TypeCheckInput, modules: readonly string[]): Promise<TypeCheckResult> {
  const { projectFolder, functions } = input;
  const staging = join(projectFolder, stagingFolder);
  try {
    await writeStaging(input, modules);
    const output = await runCompiler(projectFolder, staging);
    return {
      diagnostics: toDiagnostics(output, projectFolder, functions),
      importsOf: readImports(output, projectFolder),
    };
  } finally {
    await rm(staging, { recursive: true, force: true });
    // A failed build leaves nothing behind: remove the parent folder, too, if it is empty.
    await rmdir(dirname(staging)).catch(() => undefined);
  }
}

async function writeStaging(
  { projectFolder, emitted, known }: TypeCheckInput,
  modules: readonly string[],
): Promise<void> {
  const staging = join(projectFolder, stagingFolder);
  const checked = new Map([...emitted].filter(([path]) => !path.endsWith('.mjs')));
  const unchanged = await findUnchanged(join(projectFolder, generatedFolder), checked, known);
  const staged = [...checked].filter(([path]) => !unchanged.has(path));
  for (const folder of new Set(['.', ...staged.map(([path]) => dirname(path))]))
    await mkdir(join(staging, folder), { recursive: true });
  await Promise.all(staged.map(([path, content]) => writeFile(join(staging, path), content)));
  const tsconfig = {
    extends: '../../tsconfig.json',
    // Handlers import the types by this name: new files come before unchanged ones.
    compilerOptions: { paths: { '#generated/*': ['./*', '../*'] } },
    include: [],
    files: modules
      .map((path) => path.slice(generatedFolder.length + 1))
      .map((path) => (unchanged.has(path) ? `../${path}` : path)),
  };
  await writeFile(join(staging, 'tsconfig.json'), JSON.stringify(tsconfig));
}

/**
 * Files that the last build has written already are checked where they are:
 * writing the files of 300 operations takes longer than checking them.
 */
async function findUnchanged(
  generated: string,
  checked: EmittedFiles,
  known: KnownFiles,
): Promise<ReadonlySet<string>> {
  const present = (await listFiles(generated)).map(async (path) => {
    const content = checked.get(path);
    return content !== undefined && (await known.holds(join(generated, path), content)) ? [path] : [];
  });
  return new Set((await Promise.all(present)).flat());
}

function runCompiler(projectFolder: string, staging: string): Promise<string> {
  const packageJson = createRequire(import.meta.url).resolve('typescript/package.json');
  const compiler = join(dirname(packageJson), 'bin', 'tsc');
  return new Promise((done, fail) => {
    const args = [compiler, '--project', staging, '--noEmit', '--pretty', 'false', '--explainFiles'];
    execFile(process.execPath, args, { cwd: projectFolder, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      // Diagnostics are on standard output. Without any, the compiler itself has failed.
      if (error && !stdout) fail(new Error(`The TypeScript compiler failed: ${stderr}`, { cause: error }));
      else done(stdout);
    });
  });
}

function toDiagnostics(
  output: string,
  projectFolder: string,
  functions: readonly FunctionPlan[],
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const line of output.split('\n')) {
    const [, file, row, column, code, message] = diagnosticPattern.exec(line) ?? [];
    const last = diagnostics.at(-1);
    if (file !== undefined) {
      const path = relative(projectFolder, resolve(projectFolder, file)).replaceAll('\\', '/');
      const at = { line: Number(row), column: Number(column) };
      diagnostics.push(toDiagnostic(path, at, `${message} (${code})`, functions));
    } else if (!/^\s+\S/.test(line)) {
      // The lines that follow explain the files.
      break;
    } else if (last) {
      diagnostics[diagnostics.length - 1] = { ...last, found: `${last.found} ${line.trim()}` };
    }
  }
  return diagnostics;
}

/** `--explainFiles` names each file that was read, and below it the files that import it. */
function readImports(output: string, projectFolder: string): ModuleImports {
  const importsOf = new Map<string, string[]>();
  let imported = '';
  for (const line of output.split('\n')) {
    const [, importer] = importPattern.exec(line) ?? [];
    if (/^\S/.test(line)) imported = modulePath(line, projectFolder);
    const importing = importer === undefined ? imported : modulePath(importer, projectFolder);
    if (isOfPackage(importing)) continue;
    const imports = importsOf.get(importing) ?? [];
    if (importer !== undefined && !isOfPackage(imported)) imports.push(imported);
    importsOf.set(importing, imports);
  }
  return importsOf;
}

/** Packages change with their lock file. */
function isOfPackage(path: string): boolean {
  return path.split('/').includes('node_modules');
}

function modulePath(path: string, projectFolder: string): string {
  const below = relative(projectFolder, resolve(projectFolder, path)).replaceAll('\\', '/');
  return below.replace(`${stagingFolder}/`, `${generatedFolder}/`);
}

/** tsc reports a mismatch in the wiring, but the handler has to change. */
function toDiagnostic(
  file: string,
  at: TextPosition,
  found: string,
  functions: readonly FunctionPlan[],
): Diagnostic {
  const plan = functions.find(({ id }) =>
    [stagingFolder, generatedFolder].some((folder) => file === `${folder}/${functionPath(id)}`),
  );
  const handler = plan && handlerFileOf(plan);
  if (!handler) return fileDiagnostic(file, 'E-CODE', found, 'code that passes the type check', at);
  const accepted = `export const handle: Handle, with Handle from "#generated/${handler.typesPath}"`;
  return fileDiagnostic(handler.path, 'E-HANDLER', found, accepted);
}
