/** `npx headwater build`: descriptors and handlers in, functions out. */

import { describeAccess } from '../../compile/aws/access-json.ts';
import { describeBudget } from '../../compile/aws/budget/budget-report.ts';
import type { DeployOrder } from '../../compile/aws/deploy-order.ts';
import { type BuildResult, buildUnlessKnown, countRefused, summarize } from '../../compile/pipeline.ts';
import { describeDiagnostic } from '../../compile/source/diagnostic.ts';
import { describeWriteFailure } from '../../compile/write-tree.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { CommandError, type CommandLine } from '../command-line/command-line.ts';
import type { buildCommand } from '../command-line/declared-commands.ts';

export async function buildHere({
  'source-maps': withMaps,
}: CommandLine<typeof buildCommand>): Promise<CommandResult> {
  try {
    return report(await buildUnlessKnown(process.cwd(), { form: withMaps ? 'mapped' : 'minified' }));
  } catch (error) {
    const reason = describeWriteFailure(error);
    if (reason === undefined) throw error;
    throw new CommandError(reason, 1);
  }
}

function report({ diagnostics, budget, service, order, access, tree }: BuildResult): CommandResult {
  const found = diagnostics.map((diagnostic) => `${describeDiagnostic(diagnostic)}\n`);
  const limits = budget ? [`${describeBudget(budget)}\n`] : [];
  if (!service || !order || !access || !tree)
    return {
      output: limits.join('\n'),
      complaint: [...found, `${countRefused(diagnostics)}; nothing was written.`].join('\n'),
      exitCode: 2,
    };
  const rules = describeAccess(access).map((line) => `  ${line}`);
  const output = [
    ...limits,
    ...['Who may call:', ...rules, ''],
    `Built ${summarize(service)}: ${tree.written.length} files written, ${tree.deleted.length} deleted.`,
    ...describeOrder(order),
  ];
  return { output: output.join('\n'), complaint: found.join('\n'), exitCode: 0 };
}

function describeOrder({ stacks }: DeployOrder): string[] {
  if (stacks.length === 1) return [];
  const commands = stacks.map(({ command }, index) => `  ${index + 1}. ${command}`);
  return [`It is deployed as ${stacks.length} stacks, in this order:`, ...commands];
}
