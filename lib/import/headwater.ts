#!/usr/bin/env node
/** `npx headwater`: commands for descriptors that come from elsewhere. */

import { check } from './check.ts';
import { CommandError, type CommandResult } from './command.ts';
import { init } from './init.ts';

const help = `Usage: npx headwater COMMAND

  check DIR [--strict] [--json]        says what is wrong with the Swagger 1.x files in a folder
  init DIR [--fix] [--mock] [--into FOLDER]
                                       makes them descriptors and handlers of a project

DIR is any folder of Swagger 1.1 or 1.2, JSON or YAML, with or without a listing.

  --strict       warnings count as errors do: exit code 1
  --json         one JSON document in place of text
  --fix          errors that a program can mend are mended, in the copies
  --mock         handlers answer with an example of their result instead of 501
  --into FOLDER  the project; else the current folder

Exit codes: 0 done; 1 warnings with --strict, or nothing could be written; 2 errors in
the descriptors, or a command that is not understood.`;

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
