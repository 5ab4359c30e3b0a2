/** The whole build: descriptors and handlers in; functions out, or all diagnostics and nothing written that runs. */

import { join } from 'node:path';
import { count } from '../shared/count.ts';
import { omitUndefined } from '../shared/json/omit.ts';
import type { FunctionPlan } from '../shared/plan/function-plan.ts';
import type { PagePlan } from '../shared/plan/page-files.ts';
import type { ServicePlan } from '../shared/plan/service-plan.ts';
import type { ProjectNames } from '../shared/project-names.ts';
import { type ServiceAccess, serviceAccess } from './aws/access-json.ts';
import { awsFiles } from './aws/aws-files.ts';
import type { BudgetRow } from './aws/budget/budget.ts';
import { checkBundles, planBudget } from './aws/budget/check-budget.ts';
import { type DeployOrder, deployOrderPath } from './aws/deploy-order.ts';
import { awsUses } from './aws/resources/aws-uses.ts';
import { findRecord, forgetRecord, writeRecord } from './build-record.ts';
import { type BuildSession, startBuildSession } from './build-session.ts';
import { type BundleForm, type Bundles, bundle } from './bundle/bundle.ts';
import { archive, bundleIdsOf, dataFilesOf } from './bundle/function-parts.ts';
import { typeCheck } from './bundle/type-check.ts';
import { warnOfUnusedHandlers } from './bundle/unused-handlers.ts';
import { declare, emittedFiles } from './declared-service.ts';
import { referenceFiles } from './emit/reference/reference-files.ts';
import {
  archivePath,
  bundlePath,
  type EmittedFiles,
  generatedFolder,
  isForHandlers,
  jsonText,
  metafilePath,
  pageMetafilePath,
} from './emit/wiring/generated-files.ts';
import { operationsOf } from './plan/operations.ts';
import { whileLocked } from './project-lock.ts';
import { type Diagnostic, isError, sortDiagnostics } from './source/diagnostic.ts';
import { type DerivedFile, type WrittenTree, writeChanged, writeTree } from './write-tree.ts';

export interface BuildResult {
  /** Sorted. If one of them is an error, nothing was written but types. */
  readonly diagnostics: readonly Diagnostic[];
  /** The code was refused, and what it imports of `.generated/` was written: an editor shows the types of all handlers. */
  readonly hasTypes?: boolean;
  /** Present if the code compiles and the project has a serverless.yml. */
  readonly budget?: readonly BudgetRow[];
  readonly service?: ServicePlan;
  readonly order?: DeployOrder;
  readonly access?: ServiceAccess;
  readonly tree?: WrittenTree;
  /** Nobody has checked the types of what was built. */
  readonly isUnchecked?: true;
}

export interface BuildExtras {
  /** By default `minified`. With readable bundles, there is nothing to deploy. */
  readonly form?: BundleForm;
  /** By default, a type error fails the build. `later`: the build does not wait for `checkTypes`. */
  readonly types?: 'first' | 'later';
}

/**
 * @param projectFolder The folder with descriptors/, handlers/ and lib/. The build writes its .generated/.
 * @param session The results of earlier builds of the same project; unchanged parts are not built again.
 * @throws Error only for causes outside the input: a folder that cannot be written, a broken installation.
 */
export async function build(
  projectFolder: string,
  session = startBuildSession(),
  extras: BuildExtras = {},
): Promise<BuildResult> {
  const since = Date.now();
  const declared = await declare(projectFolder, session);
  const { service, settings, missing } = declared;
  if (!service) return refusal(declared.diagnostics);

  const source = { service, cors: settings.cors, config: settings, files: declared.files };
  const planned = await planBudget(projectFolder, source);
  // Types and bundles take longest, and only add to what is deployed.
  if (planned.diagnostics.some(({ code }) => code === 'E-BUDGET'))
    return refusal([...declared.diagnostics, ...planned.diagnostics], planned.budget);

  session.onPlanned?.(service);
  const { functions, pages } = service;
  const { names } = settings;
  const emitted = emittedFiles(service, declared, session);
  const compiled = await compile({
    projectFolder,
    emitted,
    functions,
    pages,
    names,
    missing,
    session,
    ...extras,
  });
  const found = [...declared.diagnostics, ...compiled.diagnostics];
  const refuseCode = (refused: BuildResult) => withTypes(projectFolder, emitted, refused);
  if (!compiled.bundles || found.some(isError))
    return refuseCode(refusal([...found, ...planned.diagnostics]));

  const checked = checkBundles(source, planned, compiled.bundles);
  const unused = await warnOfUnusedHandlers(projectFolder, functions, compiled.bundles.metafile);
  const diagnostics = [...found, ...unused, ...checked.diagnostics];
  if (diagnostics.some(isError)) return refuseCode(refusal(diagnostics, checked.budget));

  const reference = await referenceFiles(service);
  const access = serviceAccess(service, settings.public);
  const deployed = awsFiles({ ...planned, ...checked, access, uses: awsUses(functions, settings) });
  const files = new Map([...emitted, ...reference, ...compiled.pages, ...deployed]);
  const tree = await write(projectFolder, { files, bundles: compiled.bundles, functions, ...extras });
  const { budget, order } = checked;
  const result: BuildResult = {
    diagnostics: sortDiagnostics(diagnostics),
    service,
    order,
    access,
    tree,
    ...omitUndefined({ budget }),
    ...(extras.types === 'later' ? { isUnchecked: true } : {}),
  };
  session.last = { since, result, extras, emitted };
  return result;
}

interface Output extends BuildExtras {
  readonly files: Map<string, string | Uint8Array>;
  readonly bundles: Bundles;
  readonly functions: readonly FunctionPlan[];
}

async function write(projectFolder: string, { files, bundles, functions, form }: Output) {
  const isForDeployment = form !== 'readable';
  // Whatever deploys reads this file first.
  if (!isForDeployment) files.delete(deployOrderPath);
  await forgetRecord(projectFolder);
  const tree = withBundles(files, bundles, isForDeployment ? functions : []);
  return writeTree(join(projectFolder, generatedFolder), tree);
}

/** Writes what handlers import, if it can: the errors of the code matter more. */
async function withTypes(
  projectFolder: string,
  emitted: EmittedFiles,
  refused: BuildResult,
): Promise<BuildResult> {
  const types = new Map([...emitted].filter(([path]) => isForHandlers(path)));
  const writing = writeChanged(join(projectFolder, generatedFolder), types);
  const hasTypes = await writing.then(
    () => true,
    () => false,
  );
  return { ...refused, hasTypes };
}

/** Nothing is written. */
function refusal(diagnostics: readonly Diagnostic[], budget?: readonly BudgetRow[]): BuildResult {
  return { diagnostics: sortDiagnostics(diagnostics), ...omitUndefined({ budget }) };
}

/** As `build`, but in a project that the last build has left as it is now, it writes nothing and repeats the result. */
export async function buildUnlessKnown(
  projectFolder: string,
  extras: BuildExtras = {},
  session = startBuildSession(),
): Promise<BuildResult> {
  return whileLocked(projectFolder, async () => {
    const known = await findRecord(projectFolder, extras);
    if (known) return { ...known, tree: { written: [], deleted: [] } };
    const result = await build(projectFolder, session, extras);
    await recordBuild(projectFolder, session);
    return result;
  });
}

/** Records the last build of the session, for `buildUnlessKnown` of any process. */
export async function recordBuild(projectFolder: string, session: BuildSession): Promise<void> {
  const { last } = session;
  if (last) await writeRecord(projectFolder, last.extras, { session, ...last });
}

/**
 * Checks the types of what the session has built with `types: 'later'`. Waits for other builds of the project, as they wait
 * for it.
 *
 * @param signal ends the check early.
 * @returns undefined after such an end.
 */
export async function checkTypes(
  projectFolder: string,
  session: BuildSession,
  signal: AbortSignal,
): Promise<readonly Diagnostic[] | undefined> {
  return whileLocked(projectFolder, async () => {
    const { last } = session;
    if (!last?.result.service || signal.aborted) return undefined;
    const { result, emitted } = last;
    const { functions } = last.result.service;
    const found = await typeCheck({ projectFolder, emitted, functions, checked: session.checked, signal });
    if (!found) return undefined;
    if (found.length === 0) {
      const { isUnchecked: _, ...checked } = result;
      session.last = { ...last, result: checked };
    }
    return sortDiagnostics(found);
  });
}

interface Compilation extends BuildExtras {
  readonly projectFolder: string;
  readonly emitted: EmittedFiles;
  readonly functions: readonly FunctionPlan[];
  readonly pages: readonly PagePlan[];
  readonly names: ProjectNames;
  /** Handlers that do not exist: reported already, and nothing can be bundled without them. */
  readonly missing: readonly Diagnostic[];
  readonly session: BuildSession;
}

interface Compiled {
  readonly bundles?: Bundles;
  /** The files of pages, and what their bundles contain. */
  readonly pages: ReadonlyMap<string, string | Uint8Array>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Type-checks, unless that has time, and bundles at the same time. */
async function compile(compilation: Compilation): Promise<Compiled> {
  const { missing, session, form = 'minified', types = 'first', ...sources } = compilation;
  const [typeDiagnostics = [], bundled, pages] = await Promise.all([
    types === 'first' ? typeCheck({ ...sources, checked: session.checked }) : [],
    missing.length > 0 ? { diagnostics: [] } : bundle({ ...sources, known: session.bundles, form }),
    session.pages.of(sources, sources.pages),
  ]);
  const isMissing = new Set(missing.map(({ file }) => file));
  const found = typeDiagnostics.filter(({ code, file }) => code !== 'E-HANDLER' || !isMissing.has(file));
  const all = [...withoutRepeats(found, bundled.diagnostics), ...pages.diagnostics];
  const ofPages = new Map<string, string | Uint8Array>(pages.files);
  if (sources.pages.length > 0) ofPages.set(pageMetafilePath, jsonText({ outputs: pages.outputs }));
  return { ...bundled, pages: ofPages, diagnostics: all };
}

/** Drops duplicates: tsc and esbuild both report an import that cannot be resolved. */
function withoutRepeats(
  typeDiagnostics: readonly Diagnostic[],
  bundleDiagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return typeDiagnostics.length > 0 ? typeDiagnostics : bundleDiagnostics;
}

/** @param archived The functions that have archives. */
function withBundles(
  emitted: ReadonlyMap<string, string | Uint8Array>,
  { files, metafile }: Bundles,
  archived: readonly FunctionPlan[],
): Map<string, string | Uint8Array | DerivedFile> {
  const sources = new Map<string, string | Uint8Array>([...emitted, ...files]);
  const contentOf = (path: string) => sources.get(path) ?? '';
  const tree = new Map<string, string | Uint8Array | DerivedFile>(sources);
  tree.set(metafilePath, jsonText(metafile));
  for (const plan of archived) {
    const from = [...bundleIdsOf(plan, metafile).map(bundlePath), ...dataFilesOf(plan, sources.keys())];
    const make = () => archive(new Map(from.map((path) => [`${generatedFolder}/${path}`, contentOf(path)])));
    tree.set(archivePath(plan.id), { from, make });
  }
  return tree;
}

/** `5 operations of 1 resource`, for the last line of a build. */
export function summarize(service: ServicePlan): string {
  const { functions, resources } = service;
  const background = (['schedule', 'consumer'] as const).flatMap((noun) => {
    const number = functions.filter(({ kind }) => kind === noun).length;
    return number > 0 ? [count(number, noun)] : [];
  });
  const operations = `${count(operationsOf(service).length, 'operation')} of ${count(resources.length, 'resource')}`;
  return [operations, ...background].join(', ');
}

/** Why a build was refused: `1 error`, or warnings with the setting `strict`. */
export function countRefused(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(isError).length;
  if (errors > 0) return count(errors, 'error');
  return `${count(diagnostics.length, 'warning')}, which the setting "strict" refuses`;
}
