#!/usr/bin/env node
/** `npx headwater`: commands for descriptors from elsewhere, for a deployed service, its table, its access, its log, and those of the service. */

import { service } from '#service';
import { runCommand } from './run-command.ts';

const { output, complaint, exitCode } = await runCommand(process.argv.slice(2), service);
if (output) console.log(output);
if (complaint) console.error(complaint);
process.exitCode = exitCode;
