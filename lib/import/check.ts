/** `npx headwater check DIR`: checks descriptors in any folder as a build does, without handlers. */

import { resolve } from 'node:path';
import { planService } from '../compiler/plan/plan-service.ts';
import { describeProblem, isError, type Problem, sortProblems } from '../compiler/source/problem.ts';
import {
  type CommandResult,
  count,
  countProblems,
  parseCommandLine,
  pathFromHere,
  placedIn,
} from './command.ts';
import { readForeignDescriptors } from './foreign/read-foreign-descriptors.ts';

const options = { json: { type: 'boolean' }, strict: { type: 'boolean' } } as const;

/** The output of `--json`. */
export interface CheckReport {
  readonly accepted: boolean;
  readonly errors: number;
  readonly warnings: number;
  readonly resources: readonly {
    readonly name: string;
    readonly file: string;
    /** The number of operations that could be read. */
    readonly operations: number;
  }[];
  readonly problems: readonly Problem[];
}

export async function check(args: readonly string[]): Promise<CommandResult> {
  const { values, folder } = parseCommandLine(args, options, 'check DIR [--strict] [--json]');
  const report = await checkFolder(folder);
  const isRefused = report.errors > 0;
  const exitCode = isRefused ? 2 : values.strict && report.warnings > 0 ? 1 : 0;
  return { output: values.json ? JSON.stringify(report, null, 2) : describe(report), exitCode };
}

async function checkFolder(folder: string): Promise<CheckReport> {
  const foreign = await readForeignDescriptors(resolve(folder));
  const { functions, problems } = planService(foreign);
  const errors = problems.filter(isError).length;
  return {
    accepted: errors === 0,
    errors,
    warnings: problems.length - errors,
    resources: [...foreign.resources].map(([name, { path }]) => ({
      name,
      file: pathFromHere(folder, path),
      operations: functions.filter(({ kind, resource }) => kind === 'operation' && resource === name).length,
    })),
    problems: placedIn(folder, sortProblems(problems)),
  };
}

function describe({ problems, resources }: CheckReport): string {
  const operations = resources.reduce((sum, resource) => sum + resource.operations, 0);
  const read = `${count(operations, 'operation')} of ${count(resources.length, 'resource')}`;
  return [...problems.map(describeProblem), `${read}: ${countProblems(problems)}.`].join('\n\n');
}
