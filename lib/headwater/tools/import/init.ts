/** `npx headwater init PATH`: makes descriptors and handlers of a project from a foreign API. */

import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { operationsOf } from '../../compile/plan/operations.ts';
import { type PlannedService, planService } from '../../compile/plan/plan-service.ts';
import type { DescriptorFile } from '../../compile/source/descriptor-file.ts';
import {
  type Diagnostic,
  describeDiagnostic,
  isError,
  sortDiagnostics,
} from '../../compile/source/diagnostic.ts';
import { readDescriptors } from '../../compile/source/read-descriptors.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { count } from '../../shared/count.ts';
import { CommandError, type CommandLine } from '../command-line/command-line.ts';
import type { initCommand } from '../command-line/declared-commands.ts';
import { describeSkipped } from './describe-skipped.ts';
import {
  type ForeignDescriptors,
  foreignPlace,
  readForeignDescriptors,
} from './foreign/read-foreign-descriptors.ts';
import { countDiagnostics, placedIn } from './placed-diagnostics.ts';
import { autofix, describeChange } from './scaffold/autofix.ts';
import { descriptorPath, listingPath, scaffold } from './scaffold/scaffold.ts';
import { type SkippedOperations, skipUnsupported } from './scaffold/skip-unsupported.ts';

type Files = ReadonlyMap<string, string | Uint8Array>;

export async function init({ into, ...options }: CommandLine<typeof initCommand>): Promise<CommandResult> {
  const project = resolve(into);
  await requireProject(project);
  return importApi(project, options);
}

type ImportOptions = Pick<CommandLine<typeof initCommand>, 'path' | 'fix' | 'skip-unsupported' | 'mock'>;

/** Writes descriptors and handlers below a folder, which may be empty. If the API is refused, it writes nothing. */
export async function importApi(
  project: string,
  { path, fix, 'skip-unsupported': skips, mock }: ImportOptions,
): Promise<CommandResult> {
  const place = await foreignPlace(path);
  const { folder } = place;
  const own = await findListing(project);
  const original = await readForeignDescriptors(
    place,
    own === undefined ? undefined : (await readOwn(project)).listing,
  );
  const fixed = fix ? await autofix(folder, original) : { foreign: original, texts: new Map(), changes: [] };
  const { changes } = fixed;
  const skipped = skips ? await skipUnsupported(folder, fixed.foreign, fixed.texts) : undefined;
  const { foreign, texts } = skipped ?? fixed;
  const alone = planService(foreign);
  const changed = changes.flatMap(({ diagnostic, ...change }) =>
    placedIn(folder, [diagnostic]).map((placed) => `${describeChange({ diagnostic: placed, ...change })}\n`),
  );
  const left = skipped ? describeSkipped(folder, skipped) : [];
  const report = [...changed, ...left, ...describeAll(placedIn(folder, alone.diagnostics))];
  if (!alone.service) return refuse(report, alone.diagnostics, fix);
  if (skipped && skipped.of > 0 && skipped.operations.length === skipped.of)
    return { complaint: [...left, 'No operation is left; nothing was written.'].join('\n'), exitCode: 2 };
  await refuseToOverwrite(project, foreign);
  const { service, diagnostics } = own ? await checkWithin(project, foreign) : alone;
  if (!service) return refuse(describeAll(placedIn(project, diagnostics.filter(isError))), diagnostics);
  const files = await scaffold({ root: folder, foreign, service, texts, mock });
  if (own) files.delete(listingPath);
  await refuseFiles(project, [...files.keys()]);
  await write(project, files);
  const isEmpty = operationsOf(alone.service).length === 0;
  return {
    complaint: [
      ...report,
      ...(isEmpty ? ['The API has no operation, so there is nothing to serve.'] : []),
    ].join('\n'),
    output: summarize(files, { listing: own, fixed: changes.length, mock, skipped }),
    exitCode: 0,
  };
}

function describeAll(diagnostics: readonly Diagnostic[]): string[] {
  return sortDiagnostics(diagnostics).map((diagnostic) => `${describeDiagnostic(diagnostic)}\n`);
}

function refuse(
  report: readonly string[],
  diagnostics: readonly Diagnostic[],
  isFixed = false,
): CommandResult {
  const fixable = isFixed
    ? 0
    : diagnostics.filter((diagnostic) => isError(diagnostic) && diagnostic.fix).length;
  const hint = fixable > 0 ? [`--fix would fix ${count(fixable, 'error')} in the copies.`] : [];
  const summary = `${countDiagnostics(diagnostics)}; nothing was written.`;
  return { complaint: [...report, summary, ...hint].join('\n'), exitCode: 2 };
}

/** Checks the descriptors together with the project's: two resources may not have the same route. */
async function checkWithin(project: string, foreign: ForeignDescriptors): Promise<PlannedService> {
  const own = await readOwn(project);
  const copies = [...foreign.resources].map(([resource, file]): [string, DescriptorFile] => [
    resource,
    { ...file, path: descriptorPath(resource, file) },
  ]);
  return planService({ ...own, resources: new Map([...own.resources, ...copies]) });
}

function readOwn(project: string): ReturnType<typeof readDescriptors> {
  return readDescriptors(project, 'descriptors');
}

/** Handlers import the framework, so a project has a package.json. */
async function requireProject(project: string): Promise<void> {
  if (await exists(project, 'package.json')) return;
  const advice =
    'run this in a project, name one with --into, or make one with npx headwater new DIR --from PATH';
  throw new CommandError(`${project} is no project: it has no package.json; ${advice}.`, 1);
}

/** @returns the path below the project, or undefined if it has no listing. */
async function findListing(project: string): Promise<string | undefined> {
  return (await descriptorsIn(project)).find((path) => stem(path) === stem(listingPath));
}

async function descriptorsIn(project: string): Promise<string[]> {
  const names = await readdir(join(project, 'descriptors')).catch(() => []);
  return names.map((name) => `descriptors/${name}`);
}

/** Ignores ending and letter case: such files would declare the same resource. */
async function refuseToOverwrite(project: string, { resources }: ForeignDescriptors): Promise<void> {
  const wanted = [...resources].map(([resource, file]) => stem(descriptorPath(resource, file)));
  complainOf((await descriptorsIn(project)).filter((path) => wanted.includes(stem(path))));
}

function stem(path: string): string {
  return path.replace(/\.\w+$/, '').toLowerCase();
}

async function refuseFiles(project: string, paths: readonly string[]): Promise<void> {
  const present = await Promise.all(paths.map((path) => exists(project, path)));
  complainOf(paths.filter((_, index) => present[index]));
}

function complainOf(taken: readonly string[]): void {
  if (taken.length === 0) return;
  const list = taken.map((path) => `  ${path}`).join('\n');
  throw new CommandError(`These files are there already, so nothing was written:\n${list}`, 1);
}

async function exists(project: string, path: string): Promise<boolean> {
  return access(join(project, path)).then(
    () => true,
    () => false,
  );
}

async function write(project: string, files: Files): Promise<void> {
  for (const [path, content] of files) {
    try {
      await mkdir(dirname(join(project, path)), { recursive: true });
      await writeFile(join(project, path), content, { flag: 'wx' });
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      throw new CommandError(`${path} cannot be written (${code ?? message}).`, 1);
    }
  }
}

interface Outcome {
  /** The listing that the project already had. */
  readonly listing: string | undefined;
  /** The number of errors. */
  readonly fixed: number;
  readonly mock: boolean;
  readonly skipped: SkippedOperations | undefined;
}

function summarize(files: Files, { listing, fixed, mock, skipped }: Outcome): string {
  const handlers = [...files.keys()].filter((path) => path.startsWith('handlers/')).length;
  const descriptors = files.size - handlers;
  const result = mock ? 'return an example' : 'return 501';
  return [
    `Wrote ${count(descriptors, 'descriptor')} and ${count(handlers, 'handler')}, which ${result}.`,
    ...(fixed > 0 ? [`${count(fixed, 'error')} of the above fixed in the copies.`] : []),
    ...(skipped && skipped.operations.length > 0
      ? [`${skipped.operations.length} of ${count(skipped.of, 'operation')} left out of the copies.`]
      : []),
    ...(listing === undefined ? [] : [`${listing} already exists; unchanged.`]),
    'Next: npm start',
  ].join('\n');
}
