#!/usr/bin/env node
/** `npx headwater`: commands for descriptors from elsewhere. */

import { check } from './check.ts';
import { CommandError, type CommandResult } from './command.ts';
import { init } from './init.ts';

const help = `Usage: npx headwater COMMAND

  check DIR [--strict] [--json]        reports the problems of the Swagger 1.x files in a folder
  init DIR [--fix] [--mock] [--into FOLDER]
                                       makes descriptors and handlers of a project from them

DIR is any folder of Swagger 1.1 or 1.2, JSON or YAML, with or without a listing.

  --strict       exit with code 1 for warnings, too
  --json         print one JSON document instead of text
  --fix          fix errors in the copies, where a program can
  --mock         handlers return an example of their result instead of 501
  --into FOLDER  the project; by default the current folder

Exit codes: 0 success; 1 warnings with --strict, or files that cannot be written; 2 errors
in the descriptors or in the command line.`;

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<CommandResult>>> = {
  check,
  init,
};

const [name = '', ...args] = process.argv.slice(2);
const result = await run();
if (result.output) console.log(result.output);
if (result.complaint) console.error(result.complaint);
process.exitCode = result.exitCode;

async function run(): Promise<CommandResult> {
  if (name === 'help' || [name, ...args].some((arg) => arg === '--help' || arg === '-h'))
    return { output: help, exitCode: 0 };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const found = name === '' ? 'No command' : `Unknown command ${JSON.stringify(name)}`;
    return { complaint: `${found}; the commands are check and init.\n\n${help}`, exitCode: 2 };
  }
  try {
    return await command(args);
  } catch (error) {
    if (error instanceof CommandError) return { complaint: error.message, exitCode: error.exitCode };
    throw error;
  }
}
