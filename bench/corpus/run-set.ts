/** Checks one folder of descriptors, builds a mock service from it, and calls its operations. bench/corpus.ts runs it. */

import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from '../../lib/headwater/compile/pipeline.ts';
import { operationsIn, operationsOf } from '../../lib/headwater/compile/plan/operations.ts';
import { planService } from '../../lib/headwater/compile/plan/plan-service.ts';
import { type Diagnostic, isError } from '../../lib/headwater/compile/source/diagnostic.ts';
import { openAccess } from '../../lib/headwater/shared/access-settings.ts';
import type { OperationPlan } from '../../lib/headwater/shared/plan/operation-plan.ts';
import type { Models } from '../../lib/headwater/shared/plan/schema.ts';
import type { ServicePlan } from '../../lib/headwater/shared/plan/service-plan.ts';
import { exampleOf } from '../../lib/headwater/tools/import/examples/example.ts';
import {
  type ForeignDescriptors,
  readForeignDescriptors,
} from '../../lib/headwater/tools/import/foreign/read-foreign-descriptors.ts';
import { autofix } from '../../lib/headwater/tools/import/scaffold/autofix.ts';
import { scaffold } from '../../lib/headwater/tools/import/scaffold/scaffold.ts';
import { skipUnsupported } from '../../lib/headwater/tools/import/scaffold/skip-unsupported.ts';
import { loadFunction } from '../../test/support/emitted-function.ts';
import { repository } from '../../test/support/repository.ts';
import { startDatabase } from './database.ts';
import { requestsFor } from './requests.ts';

export interface SetResult {
  readonly files: number;
  readonly declarations: number;
  /** The number of called operations. */
  readonly operations: number;
  /** Operations that were left out because they cannot be served. */
  readonly skipped: number;
  readonly warnings: number;
  /** Files with errors, with their distinct codes. */
  readonly refused: readonly { readonly file: string; readonly codes: readonly string[] }[];
  readonly right: number;
  readonly wrong: readonly string[];
  /** The error of a build that failed without diagnostics in the descriptors. */
  readonly failure?: string;
}

// The bench checks everything else: nobody has credentials of these services.
process.env['ACCESS'] = openAccess;

const [folder = '.', options = '{}'] = process.argv.slice(2);
const { fix, 'skip-unsupported': skips, most } = JSON.parse(options);
process.send?.(await runSet(resolve(folder)), () => process.exit());

async function runSet(root: string): Promise<SetResult> {
  const given = await readForeignDescriptors({ folder: root });
  const fixed = fix ? await autofix(root, given) : { foreign: given, texts: new Map<string, string>() };
  const skipped = skips ? await skipUnsupported(root, fixed.foreign, fixed.texts) : undefined;
  const { foreign, texts } = skipped ?? fixed;
  const all = planService(foreign).diagnostics;
  const { service, descriptors, refused } = withoutRefused(foreign);
  const result = {
    files: foreign.resources.size + (Object.keys(foreign.listing.value as object).length > 0 ? 1 : 0),
    declarations: foreign.resources.size + foreign.diagnostics.filter(({ code }) => code === 'E-JSON').length,
    operations: 0,
    skipped: skipped?.operations.length ?? 0,
    warnings: all.filter((diagnostic) => !isError(diagnostic)).length,
    refused: [...refused].map(([file, codes]) => ({ file, codes: [...codes] })),
    right: 0,
    wrong: [],
  };
  if (!service || operationsOf(service).length === 0) return result;
  const project = await makeProject(
    await scaffold({ root, foreign: descriptors, service, texts, mock: true }),
  );
  try {
    const { diagnostics, tree } = await build(project);
    if (!tree) return { ...result, failure: describeErrors(diagnostics) };
    return { ...result, ...(await callSome(project, service)) };
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}

/** Removes files with errors until no errors are left. */
function withoutRefused(foreign: ForeignDescriptors) {
  const refused = new Map<string, Set<string>>();
  let descriptors = foreign;
  for (;;) {
    const { service, diagnostics } = planService(descriptors);
    if (service) return { service, descriptors, refused };
    for (const { file, code } of diagnostics.filter(isError))
      refused.set(file, (refused.get(file) ?? new Set()).add(code));
    const { listing } = descriptors;
    descriptors = {
      listing: refused.has(listing.path)
        ? { ...listing, value: {} }
        : unlisted(listing, refused, descriptors),
      resources: new Map([...descriptors.resources].filter(([, { path }]) => !refused.has(path))),
      diagnostics: descriptors.diagnostics.filter((diagnostic) => !isError(diagnostic)),
    };
  }
}

function unlisted(
  listing: ForeignDescriptors['listing'],
  refused: ReadonlyMap<string, unknown>,
  { resources }: ForeignDescriptors,
): ForeignDescriptors['listing'] {
  const value = listing.value as { readonly apis?: readonly ({ readonly path?: string } | null)[] };
  const gone = [...resources].flatMap(([name, { path }]) =>
    refused.has(path) ? `/api-docs.json/${name}` : [],
  );
  const apis = value.apis?.filter((api) => api?.path === undefined || !gone.includes(api.path));
  return { ...listing, value: { ...value, ...(apis ? { apis } : {}) } };
}

async function makeProject(files: ReadonlyMap<string, string | Uint8Array>): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'headwater-corpus-'));
  for (const part of ['node_modules', 'lib']) await symlink(join(repository, part), join(project, part));
  for (const part of ['package.json', 'tsconfig.json']) await cp(join(repository, part), join(project, part));
  for (const [path, content] of files) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), content);
  }
  return project;
}

/** Calls at most as many operations as `--most` says, from all parts of the service. */
async function callSome(project: string, service: ServicePlan) {
  const all = service.resources.flatMap((resource) =>
    operationsIn(resource).map((plan) => ({ plan, models: resource.models })),
  );
  const step = Math.max(1, all.length / Number(most));
  const called = all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  if (called.some(({ plan }) => plan.runtime.isIdempotent)) await startDatabase();
  const answers: (string | undefined)[] = [];
  for (const { plan, models } of called) answers.push(...(await call(project, plan, models)));
  return {
    operations: called.length,
    right: answers.filter((answer) => answer === undefined).length,
    wrong: answers.filter((answer) => answer !== undefined),
  };
}

/** @returns undefined for each right response, and a description of each wrong one. */
async function call(project: string, plan: OperationPlan, models: Models): Promise<(string | undefined)[]> {
  // Documents of others may declare bodies of problems that are not this project's.
  const send = await loadFunction(project, plan.runtime.id, { isDescribed: !skips });
  const hasMock = !plan.result || 'value' in exampleOf(plan.result, models);
  const success = hasMock ? plan.runtime.successStatus : 501;
  const answers: (string | undefined)[] = [];
  for (const { what, request, expected = success } of await requestsFor(plan, models)) {
    const { status, body } = await send(request);
    const line = `${plan.runtime.id}: ${what}: expected ${expected}, got ${status}: ${JSON.stringify(body ?? '')}`;
    answers.push(status === expected ? undefined : line.slice(0, 400));
  }
  return answers;
}

function describeErrors(diagnostics: readonly Diagnostic[]): string {
  const [first] = diagnostics.filter(isError);
  return first ? `${first.file}:${first.line}: ${first.code} ${first.found}` : 'no diagnostic was reported';
}
