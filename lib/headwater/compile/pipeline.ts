/** The whole build: descriptors and handlers in; functions out, or all diagnostics and nothing written. */

import { join } from 'node:path';
import { pagePlansOf } from '../config/pages.ts';
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
import { findRecord, forgetRecord, writeRecord } from './build-record.ts';
import { type BuildSession, startBuildSession } from './build-session.ts';
import { type ResolvedSettings, readBuildSettings } from './build-settings.ts';
import { builtByPath, builtByText } from './built-by.ts';
import { type BundleForm, type Bundles, bundle } from './bundle/bundle.ts';
import { archive, bundleIdsOf, checkHandlers, dataFilesOf } from './bundle/function-parts.ts';
import { typeCheck } from './bundle/type-check.ts';
import { warnOfUnusedHandlers } from './bundle/unused-handlers.ts';
import { clientSource } from './emit/client/client-source.ts';
import { referenceFiles } from './emit/reference/reference-files.ts';
import { emit } from './emit/wiring/emit.ts';
import {
  archivePath,
  bundlePath,
  clientPath,
  type EmittedFiles,
  generatedFolder,
  jsonText,
  metafilePath,
  pageMetafilePath,
} from './emit/wiring/generated-files.ts';
import { operationsOf } from './plan/operations.ts';
import { planService } from './plan/plan-service.ts';
import { whileLocked } from './project-lock.ts';
import { type Diagnostic, isError, sortDiagnostics } from './source/diagnostic.ts';
import { readDescriptors } from './source/read-descriptors.ts';
import { type DerivedFile, type WrittenTree, writeTree } from './write-tree.ts';

export interface BuildResult {
  /** Sorted. If one of them is an error, nothing was written. */
  readonly diagnostics: readonly Diagnostic[];
  /** Present if the code compiles and the project has a serverless.yml. */
  readonly budget?: readonly BudgetRow[];
  readonly service?: ServicePlan;
  readonly order?: DeployOrder;
  readonly access?: ServiceAccess;
  readonly tree?: WrittenTree;
}

export interface BuildExtras {
  /** By default `minified`. With readable bundles, there is nothing to deploy. */
  readonly form?: BundleForm;
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
  const declared = await declare(projectFolder, session);
  const { service, settings, missing } = declared;
  if (!service) return refusal(declared.diagnostics);

  const source = { service, cors: settings.cors, config: settings, files: declared.files };
  const planned = await planBudget(projectFolder, source);
  // Types and bundles take longest, and only add to what is deployed.
  if (planned.diagnostics.some(({ code }) => code === 'E-BUDGET'))
    return refusal([...declared.diagnostics, ...planned.diagnostics], planned.budget);

  const { functions, pages } = service;
  const { names } = settings;
  const emitted = emittedFiles(service, settings, session);
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
  if (!compiled.bundles || found.some(isError)) return refusal([...found, ...planned.diagnostics]);

  const checked = checkBundles(source, planned, compiled.bundles);
  const unused = await warnOfUnusedHandlers(projectFolder, functions, compiled.bundles.metafile);
  const diagnostics = [...found, ...unused, ...checked.diagnostics];
  if (diagnostics.some(isError)) return refusal(diagnostics, checked.budget);

  const reference = await referenceFiles(service);
  const access = serviceAccess(service, settings.public);
  const deployed = awsFiles({ ...planned, ...checked, access });
  const files = new Map([...emitted, ...reference, ...compiled.pages, ...deployed]);
  const isForDeployment = extras.form !== 'readable';
  // Whatever deploys reads this file first.
  if (!isForDeployment) files.delete(deployOrderPath);
  await forgetRecord(projectFolder);
  const tree = await writeTree(
    join(projectFolder, generatedFolder),
    withBundles(files, compiled.bundles, isForDeployment ? functions : []),
  );
  const { budget, order } = checked;
  return {
    diagnostics: sortDiagnostics(diagnostics),
    service,
    order,
    access,
    tree,
    ...omitUndefined({ budget }),
  };
}

/** Nothing is written. */
function refusal(diagnostics: readonly Diagnostic[], budget?: readonly BudgetRow[]): BuildResult {
  return { diagnostics: sortDiagnostics(diagnostics), ...omitUndefined({ budget }) };
}

/** Reads settings, descriptors and the names of handlers. There is no service if settings or descriptors are refused. */
async function declare(projectFolder: string, session: BuildSession) {
  const { settings, diagnostics: settingDiagnostics, modules } = await readBuildSettings(projectFolder);
  session.config = modules;
  const areSettingsSound = !settingDiagnostics.some(isError);
  const descriptors = await readDescriptors(projectFolder, 'descriptors');
  const planned = planService(
    descriptors,
    omitUndefined({
      allowedOrigins: settings.cors?.origins,
      pages: pagePlansOf(settings.pages),
      verdicts: session.verdicts,
    }),
  );
  const missing = await checkHandlers(projectFolder, planned.functions);
  // The listing accepts risks by their names, so nobody overlooks them.
  const isRefused = settings.strict && planned.diagnostics.some(({ code }) => code !== 'W-RISK');
  return {
    settings,
    files: descriptors.resources,
    service: areSettingsSound && !isRefused ? planned.service : undefined,
    missing,
    diagnostics: [...settingDiagnostics, ...planned.diagnostics, ...missing],
  };
}

/** Pages and tests import the client; functions have nothing of it, nor of the version. */
function emittedFiles(
  service: ServicePlan,
  settings: ResolvedSettings,
  { validators }: BuildSession,
): EmittedFiles {
  const runtime = { answers: 'headwater/client', calls: 'headwater/client' };
  return new Map([
    ...emit(service, settings, validators),
    [clientPath, clientSource(service, settings.names, runtime)],
    [builtByPath, builtByText],
  ]);
}

/** As `build`, but in a project that the last build has left as it is now, it writes nothing and repeats the result. */
export async function buildUnlessKnown(
  projectFolder: string,
  extras: BuildExtras = {},
): Promise<BuildResult> {
  return whileLocked(projectFolder, async () => {
    const known = await findRecord(projectFolder, extras);
    if (known) return { ...known, tree: { written: [], deleted: [] } };
    const since = Date.now();
    const session = startBuildSession();
    const result = await build(projectFolder, session, extras);
    if (result.tree) await writeRecord(projectFolder, extras, { session, result, since });
    return result;
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

/** Type-checks and bundles at the same time. */
async function compile({ missing, session, form = 'minified', ...sources }: Compilation): Promise<Compiled> {
  const [typeDiagnostics, bundled, pages] = await Promise.all([
    typeCheck({ ...sources, checked: session.checked }),
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

/** Why nothing was written: `1 error`, or warnings with the setting `strict`. */
export function countRefused(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(isError).length;
  if (errors > 0) return count(errors, 'error');
  return `${count(diagnostics.length, 'warning')}, which the setting "strict" refuses`;
}
