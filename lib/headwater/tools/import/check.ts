/** `npx headwater check PATH`: checks descriptors in any folder as a build does, without handlers. */

import type { BudgetRow } from '../../compile/aws/budget/budget.ts';
import { describeBudget } from '../../compile/aws/budget/budget-report.ts';
import { planBudget } from '../../compile/aws/budget/check-budget.ts';
import { planService } from '../../compile/plan/plan-service.ts';
import { type Diagnostic, isError, sortDiagnostics } from '../../compile/source/diagnostic.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { count } from '../../shared/count.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import type { CommandLine } from '../command-line/command-line.ts';
import type { checkCommand } from '../command-line/declared-commands.ts';
import { foreignPlace, readForeignDescriptors } from './foreign/read-foreign-descriptors.ts';
import { countDiagnostics, describeRepeated, pathFromHere, placedIn } from './placed-diagnostics.ts';
import { type AffectedReport, describeAffected, reportAffected } from './report-affected.ts';

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
  /** The budget of the service with serverless.yml of the current folder. Absent without it, and if there are errors. */
  readonly budget?: readonly BudgetRow[];
  /** The commands that would deploy the service, in order: one per stack. Present with the budget. */
  readonly commands?: readonly string[];
  /** The operations of OpenAPI documents, and those that cannot be served, by cause. Absent if all can be. */
  readonly affected?: AffectedReport;
  readonly problems: readonly Diagnostic[];
}

export async function check({
  path,
  strict,
  json,
}: CommandLine<typeof checkCommand>): Promise<CommandResult> {
  const report = await checkPath(path);
  const isRefused = report.errors > 0;
  const exitCode = isRefused ? 2 : strict && report.warnings > 0 ? 1 : 0;
  return { output: json ? JSON.stringify(report, null, 2) : describe(report), exitCode };
}

async function checkPath(given: string): Promise<CheckReport> {
  const place = await foreignPlace(given);
  const { folder } = place;
  const foreign = await readForeignDescriptors(place);
  const { service, resources, functions, diagnostics: found } = planService(foreign);
  const deployed = service && (await planBudget(process.cwd(), { service }));
  const diagnostics = [...placedIn(folder, sortDiagnostics(found)), ...(deployed?.diagnostics ?? [])];
  const errors = diagnostics.filter(isError).length;
  return {
    accepted: errors === 0,
    errors,
    warnings: diagnostics.length - errors,
    resources: [...foreign.resources].flatMap(([descriptor, { path }]) => {
      const own = resources.filter((each) => each.descriptor === descriptor).map(({ name }) => name);
      return (own.length > 0 ? own : [descriptor]).map((name) => ({
        name,
        file: pathFromHere(folder, path),
        operations: functions.filter(({ kind, resource }) => kind === 'operation' && resource === name)
          .length,
      }));
    }),
    ...(deployed?.budget
      ? { budget: deployed.budget, commands: deployed.order.stacks.map(({ command }) => command) }
      : {}),
    ...omitUndefined({ affected: reportAffected(foreign, found) }),
    problems: diagnostics,
  };
}

/** A single mistake says what it is. */
function isNotable({ affected }: AffectedReport, diagnostics: readonly Diagnostic[]): boolean {
  return affected > 1 && diagnostics.filter(isError).length > 1;
}

function describe({
  problems: diagnostics,
  resources,
  budget,
  commands = [],
  affected,
}: CheckReport): string {
  // A service that is far from all limits has nothing to decide.
  const isNoteworthy = commands.length > 1 || diagnostics.some(({ code }) => /^.-BUDGET$/.test(code));
  const operations = resources.reduce((sum, resource) => sum + resource.operations, 0);
  const read = `${count(operations, 'operation')} of ${count(resources.length, 'resource')}`;
  return [
    ...describeRepeated(diagnostics),
    ...(affected && isNotable(affected, diagnostics) ? [describeAffected(affected)] : []),
    ...(budget && isNoteworthy ? [describeBudget(budget)] : []),
    ...(commands.length > 1
      ? [`Deployed as ${commands.length} stacks: one or more per resource, and their parent.`]
      : []),
    `${read}: ${countDiagnostics(diagnostics)}.`,
  ].join('\n\n');
}
