#!/usr/bin/env node
/** `npx headwater`: commands for descriptors from elsewhere, for sources, and for a deployed service: its table, its access, its log. */

import { CommandError, type CommandResult } from '../import/command.ts';

const help = `Usage: npx headwater COMMAND

  check DIR [--strict] [--json]        reports the problems of the Swagger 1.x files in a folder
  init DIR [--fix] [--mock] [--into FOLDER]
                                       makes descriptors and handlers of a project from them
  client OUT.ts                        writes a typed client of the service in the current folder
  preview SOURCE.json [SAMPLE] [--check] [--all] [--json]
                                       shows what a source makes of records, step by step
  verify [--stage STAGE | --table NAME] [--repair] [--json]
                                       reads a whole table, and reports what is wrong with it
  work [--stage STAGE] [--json]        lists replays of all owners that run or have failed
  stack [FILE]                         shows the lines of the source that stacks in a log stand for
  keys create --owner OWNER [--scopes "SCOPE SCOPE"] [--expires TIME]
  keys list
  keys revoke ID                       makes, shows and revokes the keys of a service, of a STAGE, too
  token [--scopes "SCOPE SCOPE"] [--subject NAME] [--expires TIME]
                                       prints a token for the service of npm start -- --auth

DIR is any folder of Swagger 1.1 or 1.2, JSON or YAML, with or without a listing.

FILE is a part of the log of functions, by default standard input.

SAMPLE is a file of records, by default standard input: JSON, or a text in the format of the source.

  --strict       exit with code 1 for warnings, too
  --json         print one JSON document instead of text
  --fix          fix errors in the copies, where a program can
  --mock         handlers return an example of their result instead of 501
  --into FOLDER  the project; by default the current folder

  --check        exit with code 1 unless the documents are those that the sample expects
  --all          show all records, not the first ten

  --stage STAGE  the table that the stack of this stage names, with the credentials of the
                 environment; by default the local database
  --table NAME   a table itself, such as one that is restored
  --region REGION
                 of the stage or the table; by default as serverless.yml has it
  --data FOLDER  the local database, by default .data
  --repair       repair what is safe to repair while the service goes on
  --to-layout N  repair, and store documents of older versions anew; there is layout 1
  --units N      use at most about N read units a second
  --segments N   read N segments of the table at the same time, by default 4
  --resume FILE  keep in FILE how far it has come, and go on from there if FILE exists

  --owner OWNER  whose data the key reads and writes
  --scopes ...   what the key or the token allows, e.g. "source:read source:write"
  --expires TIME after 30m, 12h or 90d; by default a key does not expire, and a token lives an hour

Exit codes: 0 success; 1 warnings with --strict, damage that is left, documents that differ with
--check, or files that cannot be written; 2 errors in the input or in the command line.`;

type Command = (args: readonly string[]) => Promise<CommandResult>;

/** Each is loaded when it is needed: a build and a database take time and memory. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import('../import/check.ts')).check,
  init: async () => (await import('../import/init.ts')).init,
  client: async () => (await import('../client/client.ts')).client,
  preview: async () => (await import('./preview.ts')).preview,
  verify: async () => (await import('./verify.ts')).verify,
  work: async () => (await import('./work.ts')).work,
  stack: async () => (await import('./stack.ts')).stack,
  keys: async () => (await import('./keys.ts')).keys,
  token: async () => (await import('./token.ts')).token,
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
    return {
      complaint: `${found}; the commands are check, init, client, preview, verify, work, stack, keys and token.\n\n${help}`,
      exitCode: 2,
    };
  }
  try {
    const start = await command();
    return await start(args);
  } catch (error) {
    if (error instanceof CommandError) return { complaint: error.message, exitCode: error.exitCode };
    throw error;
  }
}
