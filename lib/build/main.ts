/** `npm run build`: exit code 0, or 2 when the input has errors and nothing was written. */

import { build, countErrors, summarize } from './pipeline.ts';
import { describeProblem } from './problem.ts';

const { problems, service, tree } = await build(process.cwd());
for (const problem of problems) console.error(`${describeProblem(problem)}\n`);
if (service && tree) {
  console.log(
    `Built ${summarize(service)}: ${tree.written.length} files written, ${tree.deleted.length} deleted.`,
  );
} else {
  console.error(`${countErrors(problems)}; nothing was written.`);
  process.exitCode = 2;
}
