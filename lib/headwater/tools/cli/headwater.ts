/** The commands of `npx headwater`: the framework's own, and the commands that the project's config has. */

import { describeConfigProblems } from '../../compile/config-diagnostics.ts';
import { loadConfig } from '../../config/load-config.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { runCommand } from './run-command.ts';

const { config, problems } = await loadConfig(process.cwd());
const args = process.argv.slice(2);
// A build and the doctor report these problems among all others.
const { output, complaint, exitCode }: CommandResult =
  problems.length > 0 && !['build', 'doctor'].includes(args[0] ?? '')
    ? { complaint: describeConfigProblems(problems), exitCode: 2 }
    : await runCommand(args, config);
if (output) console.log(output);
if (complaint) console.error(complaint);
process.exitCode = exitCode;
