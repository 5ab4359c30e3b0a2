/** `npm run build`: exit code 0, or 2 when the input has errors and nothing was written. */

import { build, summarize } from './pipeline.ts';
import { describeProblem, isError } from './problem.ts';

const { problems, service, tree } = await build(process.cwd());
for (const problem of problems) console.error(`${describeProblem(problem)}\n`);
const errorCount = problems.filter(isError).length;
if (service && tree) {
  console.log(
    `Built ${summarize(service)}: ${tree.written.length} files written, ${tree.deleted.length} deleted.`,
  );
} else {
  console.error(`${errorCount} ${errorCount === 1 ? 'error' : 'errors'}; nothing was written.`);
  process.exitCode = 2;
}
