/** `npm run dev` with a config that does not load: it waits for the save that mends it. */

import { describeConfigProblems } from '../../compile/config-diagnostics.ts';
import type { ConfigProblem } from '../../config/load-config.ts';
import { readConfig } from '../../config/read-config.ts';
import { waitingForSave, watchProject } from './watch-project.ts';

/** Then begins this process anew, which has loaded the config already. Where that is impossible, it does nothing. */
export async function startAfterSave(problems: readonly ConfigProblem[]): Promise<void> {
  if (process.platform === 'win32' || !process.execve) return;
  const projectFolder = process.cwd();
  const watch = await watchProject(projectFolder);
  for (let left = problems; left.length > 0; left = (await readConfig(projectFolder)).problems) {
    console.error(`${describeConfigProblems(left)}\n\n${waitingForSave}`);
    await watch.next();
  }
  const commandLine = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, commandLine, process.env);
}
