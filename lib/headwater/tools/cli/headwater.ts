#!/usr/bin/env node
/** The commands of `npx headwater`: the framework's own, and the commands that the service declares. */

import { loadService } from '../load-service.ts';
import { runCommand } from './run-command.ts';

const { output, complaint, exitCode } = await runCommand(
  process.argv.slice(2),
  await loadService(process.cwd()),
);
if (output) console.log(output);
if (complaint) console.error(complaint);
process.exitCode = exitCode;
