/** `npm run build`: exit code 0; 2 when the input has errors, 1 when nothing can be written. */

import { type BuildResult, build, countErrors, summarize } from './pipeline.ts';
import { describeProblem } from './problem.ts';
import { describeWriteFailure } from './write-failure.ts';

try {
  process.exitCode = report(await build(process.cwd()));
} catch (error) {
  console.error(describeWriteFailure(error) ?? error);
  process.exitCode = 1;
}

function report({ problems, service, tree }: BuildResult): number {
  for (const problem of problems) console.error(`${describeProblem(problem)}\n`);
  if (!service || !tree) {
    console.error(`${countErrors(problems)}; nothing was written.`);
    return 2;
  }
  console.log(
    `Built ${summarize(service)}: ${tree.written.length} files written, ${tree.deleted.length} deleted.`,
  );
  return 0;
}
