/** `npm run build [-- --source-maps]`. Exit codes: 0 success; 1 files that cannot be written; 2 errors in the input. */

import { describeAccess } from '../../compile/aws/access-json.ts';
import { describeBudget } from '../../compile/aws/budget/budget-report.ts';
import type { DeployOrder } from '../../compile/aws/deploy-order.ts';
import { type BuildResult, buildUnlessKnown, countRefused, summarize } from '../../compile/pipeline.ts';
import { describeDiagnostic } from '../../compile/source/diagnostic.ts';
import { describeWriteFailure } from '../../compile/write-tree.ts';

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const unknown = args.find((arg) => arg !== '--source-maps');
  if (unknown !== undefined) {
    console.error(`Unknown option ${JSON.stringify(unknown)}: npm run build [-- --source-maps]`);
    return 2;
  }
  try {
    return report(await buildUnlessKnown(process.cwd(), { form: args.length > 0 ? 'mapped' : 'minified' }));
  } catch (error) {
    console.error(describeWriteFailure(error) ?? error);
    return 1;
  }
}

function report({ diagnostics, budget, service, order, access, tree }: BuildResult): number {
  for (const diagnostic of diagnostics) console.error(`${describeDiagnostic(diagnostic)}\n`);
  if (budget) console.log(`${describeBudget(budget)}\n`);
  if (!service || !order || !access || !tree) {
    console.error(`${countRefused(diagnostics)}; nothing was written.`);
    return 2;
  }
  console.log(
    `Who may call:\n${describeAccess(access)
      .map((line) => `  ${line}`)
      .join('\n')}\n`,
  );
  console.log(
    `Built ${summarize(service)}: ${tree.written.length} files written, ${tree.deleted.length} deleted.`,
  );
  reportOrder(order);
  return 0;
}

function reportOrder({ stacks }: DeployOrder): void {
  if (stacks.length === 1) return;
  const commands = stacks.map(({ command }, index) => `  ${index + 1}. ${command}`);
  console.log(`It is deployed as ${stacks.length} stacks, in this order:\n${commands.join('\n')}`);
}
