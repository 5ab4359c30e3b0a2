/** `npx headwater build`: what the build has found and made. */

import { describeAccess } from '../../compile/aws/access-json.ts';
import { describeBudget } from '../../compile/aws/budget/budget-report.ts';
import type { DeployOrder } from '../../compile/aws/deploy-order.ts';
import { type BuildResult, buildUnlessKnown, countRefused, summarize } from '../../compile/pipeline.ts';
import { describeDiagnostic } from '../../compile/source/diagnostic.ts';
import { describeWriteFailure } from '../../compile/write-tree.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { CommandError, type CommandLine } from '../command-line/command-line.ts';
import type { buildCommand } from '../command-line/declared-commands.ts';
import { pagePath } from '../command-line/pages.ts';

/** @throws CommandError if the files cannot be written. */
export async function buildProject(options: CommandLine<typeof buildCommand>): Promise<CommandResult> {
  try {
    return report(
      await buildUnlessKnown(process.cwd(), { form: options['source-maps'] ? 'mapped' : 'minified' }),
    );
  } catch (cause) {
    const sentence = describeWriteFailure(cause);
    throw sentence === undefined ? cause : new CommandError(sentence, 1, { cause });
  }
}

function report({ diagnostics, budget, service, order, access, tree, hasTypes }: BuildResult): CommandResult {
  const found = diagnostics.map(describeDiagnostic);
  const size = budget ? [describeBudget(budget)] : [];
  if (!service || !order || !access || !tree)
    return {
      output: size.join(''),
      complaint: [
        ...found,
        `${countRefused(diagnostics)}; nothing was written${hasTypes ? ' but the types of handlers' : ''}.`,
        `${pagePath('descriptor-problems.md')} explains the codes.`,
      ].join('\n\n'),
      exitCode: 2,
    };
  const built = `Built ${summarize(service)}: ${tree.written.length} files written, ${tree.deleted.length} deleted.`;
  const callers = ['Who may call:', ...describeAccess(access).map((line) => `  ${line}`)].join('\n');
  return {
    output: [...size, callers, [built, ...describeOrder(order)].join('\n')].join('\n\n'),
    complaint: found.join('\n\n'),
    exitCode: 0,
  };
}

function describeOrder({ stacks }: DeployOrder): readonly string[] {
  if (stacks.length === 1) return [];
  const commands = stacks.map(({ command }, index) => `  ${index + 1}. ${command}`);
  return [`It is deployed as ${stacks.length} stacks, in this order:`, ...commands];
}
