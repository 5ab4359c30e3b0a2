/** Checks with TypeScript that each handler matches the types of its operation. */

import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import type { TextPosition } from '../../shared/json/inspect-json.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import type { FunctionPlan } from '../../shared/plan/function-plan.ts';
import {
  aroundPath,
  aroundTypesPath,
  functionPath,
  generatedFolder,
} from '../emit/wiring/generated-files.ts';
import { type Diagnostic, fileDiagnostic } from '../source/diagnostic.ts';
import { acceptedAround, handlerFileOf, modulesOf } from './function-parts.ts';
import {
  type Fingerprints,
  fingerprintsOf,
  isUnchanged,
  type Sources,
  unchangedFiles,
} from './known-files.ts';

/** Emitted sources are checked in this folder, before they replace the sources of the last good build. */
const stagingFolder = `${generatedFolder}/.typecheck`;
const buildInfoFile = 'checked.tsbuildinfo';

const diagnosticPattern = /^(.+)\((\d+),(\d+)\): error (TS\d+): (.*)$/;

interface TypeCheckInput extends Sources {
  readonly functions: readonly FunctionPlan[];
  /** What earlier checks have found; each check updates it. */
  readonly checked: CheckedProject;
  /** Ends the check early, which runs beside a service. */
  readonly signal?: AbortSignal;
}

/**
 * What tsc knows of a project in which it has found no error: it checks what has changed since then, and what depends
 * on that.
 */
export interface CheckedProject {
  buildInfo?: Buffer | undefined;
  /** The state of all files that tsc has read. tsc is not started again until one of them changes. */
  fingerprints?: Fingerprints | undefined;
}

/** What tsc has read, and the packages that it has looked for: paths below the project. */
function checkedFiles(projectFolder: string, buildInfo: Buffer): readonly string[] {
  const { fileNames, packageJsons = [], missingPackageJsons = [] } = JSON.parse(buildInfo.toString());
  // Files of TypeScript's own library have no folder.
  const paths = [...fileNames, ...packageJsons, ...missingPackageJsons].filter((path) => path.includes('/'));
  return paths.map((path) =>
    relative(projectFolder, resolve(projectFolder, stagingFolder, path))
      .replaceAll('\\', '/')
      .replace(`${stagingFolder}/`, `${generatedFolder}/`),
  );
}

/** @returns undefined if the signal has ended it. */
export async function typeCheck(input: TypeCheckInput): Promise<Diagnostic[] | undefined> {
  const { projectFolder, functions, checked, signal } = input;
  if (await isChecked(input)) return [];
  const since = Date.now();
  const staging = join(projectFolder, stagingFolder);
  try {
    await writeStaging(input);
    const output = await runCompiler(projectFolder, staging, signal);
    if (output === undefined) return undefined;
    const diagnostics = toDiagnostics(output, projectFolder, functions);
    // With what it knows of errors, tsc would repeat some that are gone.
    if (diagnostics.length > 0) return diagnostics;
    // Without one, tsc has not read its settings.
    const buildInfo = await readFile(join(staging, buildInfoFile)).catch(() => undefined);
    const read = buildInfo && checkedFiles(projectFolder, buildInfo);
    checked.buildInfo = buildInfo;
    checked.fingerprints = read && (await fingerprintsOf(read, input, since));
    return diagnostics;
  } finally {
    await rm(staging, { recursive: true, force: true });
    // A failed build leaves nothing behind: remove the parent folder, too, if it is empty.
    await rmdir(dirname(staging)).catch(() => undefined);
  }
}

/** A change of a limit, for example, changes only validators, which tsc does not read. */
async function isChecked(input: TypeCheckInput): Promise<boolean> {
  const { fingerprints } = input.checked;
  const roots = input.functions.flatMap(modulesOf).map(({ path }) => `${generatedFolder}/${path}`);
  if (!fingerprints || !roots.every((path) => fingerprints.has(path))) return false;
  return isUnchanged(fingerprints, input);
}

async function writeStaging({ projectFolder, emitted, functions, checked }: TypeCheckInput): Promise<void> {
  const staging = join(projectFolder, stagingFolder);
  const sources = new Map([...emitted].filter(([path]) => !path.endsWith('.mjs')));
  // They are checked where they are: writing the files of 300 operations takes longer than checking them.
  const unchanged = await unchangedFiles(join(projectFolder, generatedFolder), sources);
  const staged = [...sources].filter(([path]) => !unchanged.has(path));
  for (const folder of new Set(['.', ...staged.map(([path]) => dirname(path))]))
    await mkdir(join(staging, folder), { recursive: true });
  await Promise.all(staged.map(([path, content]) => writeFile(join(staging, path), content)));
  const tsconfig = {
    extends: '../../tsconfig.json',
    // Handlers import the types by this name: new files come before unchanged ones.
    compilerOptions: {
      paths: { '#generated/*': ['./*', '../*'] },
      incremental: true,
      tsBuildInfoFile: buildInfoFile,
    },
    include: [],
    files: functions.flatMap(modulesOf).map(({ path }) => (unchanged.has(path) ? `../${path}` : path)),
  };
  if (checked.buildInfo) await writeFile(join(staging, buildInfoFile), checked.buildInfo);
  await writeFile(join(staging, 'tsconfig.json'), JSON.stringify(tsconfig));
}

async function runCompiler(
  projectFolder: string,
  staging: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const packageJson = createRequire(import.meta.url).resolve('typescript/package.json');
  const compiler = join(dirname(packageJson), 'bin', 'tsc');
  // With several threads, each checks what they share: half as much CPU again, and the bundles take longer anyway.
  const options = ['--noEmit', '--pretty', 'false', '--singleThreaded'];
  const args = [compiler, '--project', staging, ...options];
  const process = { cwd: projectFolder, maxBuffer: 2 ** 26, ...omitUndefined({ signal }) };
  const running = promisify(execFile)(execPath, args, process);
  const { pid } = running.child;
  // It runs beside a service, whose requests come first.
  if (signal && pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const result = await running.catch((error) => {
    if (signal?.aborted) return undefined;
    // Diagnostics are on standard output. Without any, the compiler itself has failed.
    if (error.stdout) return error as { readonly stdout: string };
    throw new Error(`The TypeScript compiler failed: ${error.stderr}`, { cause: error });
  });
  return result?.stdout;
}

function toDiagnostics(
  output: string,
  projectFolder: string,
  functions: readonly FunctionPlan[],
): Diagnostic[] {
  // The lines below the first one of a mistake are indented.
  return output.split(/\n(?!\s)/).flatMap((lines) => {
    const [first = '', ...reasons] = lines.split('\n');
    const [, file, row, column, code, message] = diagnosticPattern.exec(first) ?? [];
    if (file === undefined || message === undefined) return [];
    const path = relative(projectFolder, resolve(projectFolder, file)).replaceAll('\\', '/');
    const at = { line: Number(row), column: Number(column) };
    return toDiagnostic(path, at, `${explain([message, ...reasons])} (${code})`, functions);
  });
}

/** The member that is wrong, without the types around it. Types of models would fill a screen: three members show which. */
function explain(lines: readonly string[]): string {
  const isAround = (line: string) => /^\s*Type '.*' (?:is not assignable to|does not satisfy) /.test(line);
  const said = lines.filter((line, index) => index === lines.length - 1 || !isAround(line));
  const text = said.map((line) => line.trim()).join(' ');
  return text.replace(/\{ ((?:[^{};]+; ){3})[^{}]+(?:\{[^{}]*\}[^{}]*)*\}/g, '{ $1… }');
}

/** The file of middlewares whose emitted module this is. @example aroundFileOf('.generated/around/order.ts') // 'handlers/order/around.ts' */
function aroundFileOf(file: string): string | undefined {
  const [, path] = /^\.generated\/(?:\.typecheck\/)?(around(?:\/[^/]+)?\.ts)$/.exec(file) ?? [];
  if (path === undefined) return undefined;
  return path === aroundTypesPath() ? aroundPath() : aroundPath(basename(path, '.ts'));
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
  const hook = aroundFileOf(file);
  if (hook !== undefined) return fileDiagnostic(hook, 'E-HANDLER', found, acceptedAround);
  const handler = plan && handlerFileOf(plan);
  if (!handler) return fileDiagnostic(file, 'E-CODE', found, 'code that passes the type check', at);
  const accepted = `export const handle: Handle, with Handle from "#generated/${handler.typesPath}"`;
  return fileDiagnostic(handler.path, 'E-HANDLER', found, accepted);
}
