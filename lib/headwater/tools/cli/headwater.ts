/** The commands of `npx headwater`: the framework's own, and the commands that the project's config has. */

import { describeConfigProblems } from '../../compile/config-diagnostics.ts';
import { loadConfig } from '../../config/load-config.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { runCommand } from './run-command.ts';

const { config, problems } = await loadConfig(process.cwd());
const args = process.argv.slice(2);
// A build and the doctor report these problems among all others.
const isRefused = problems.length > 0 && !['build', 'doctor'].includes(args[0] ?? '');
if (isRefused && args[0] === 'start' && args.includes('--watch')) {
  const { startAfterSave } = await import('../local/start-after-save.ts');
  await startAfterSave(problems);
}
const { output, complaint, exitCode }: CommandResult = isRefused
  ? { complaint: describeConfigProblems(problems), exitCode: 2 }
  : await runCommand(args, config);
if (output) console.log(output);
if (complaint) console.error(complaint);
process.exitCode = exitCode;
