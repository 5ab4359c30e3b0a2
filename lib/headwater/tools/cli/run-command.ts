/** Finds the command that a line names, in the framework and in the config of the project. */

import { generatedFolder } from '../../compile/emit/wiring/generated-files.ts';
import type { Config } from '../../config/config.ts';
import { configFile } from '../../config/load-config.ts';
import type { StoredTypes } from '../../data/stored-types.ts';
import type { CommandEntry, CommandResult } from '../../shared/command-declaration.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { nearSpelling } from '../../shared/json/near-spelling.ts';
import {
  argumentTexts,
  asksForHelp,
  CommandError,
  commandEntry,
  helpTable,
} from '../command-line/command-line.ts';
import {
  buildCommand,
  checkCommand,
  clientCommand,
  createKeyCommand,
  deployCommand,
  doctorCommand,
  initCommand,
  listDeadLettersCommand,
  listKeysCommand,
  migrateCommand,
  newCommand,
  printTemplateCommand,
  resendDeadLettersCommand,
  revokeKeyCommand,
  runScheduleCommand,
  sbomCommand,
  searchIndexCommand,
  stackCommand,
  tokenCommand,
  verifyCommand,
} from '../command-line/declared-commands.ts';
import { pagePath } from '../command-line/pages.ts';
import { startCommandFor } from '../local/local-settings.ts';

/**
 * The commands of the framework, then the commands of the project.
 *
 * @throws CommandError if one of these has the name of one of the framework.
 */
export function commandsOf(config: Config): readonly CommandEntry[] {
  const { commands = [] } = config;
  const ours = [
    commandEntry(buildCommand, async () => (await import('./build.ts')).buildProject),
    commandEntry(startCommandFor(config), async () => {
      const { startService } = await import('../local/start.ts');
      return (commandLine) => startService(commandLine, config);
    }),
    commandEntry(newCommand, async () => (await import('../new/new.ts')).newProject),
    commandEntry(doctorCommand, async () => (await import('../doctor/doctor.ts')).doctor),
    commandEntry(checkCommand, async () => (await import('../import/check.ts')).check),
    commandEntry(initCommand, async () => (await import('../import/init.ts')).init),
    commandEntry(clientCommand, async () => {
      const { client } = await import('../client/client.ts');
      return (commandLine) => client(commandLine, config);
    }),
    commandEntry(verifyCommand, async () => {
      const { verify } = await import('./verify.ts');
      const types = await storedTypesOf(config);
      return (commandLine) => verify(commandLine, types);
    }),
    commandEntry(migrateCommand, async () => {
      const { migrate } = await import('./migrate.ts');
      const types = await storedTypesOf(config);
      return (commandLine) => migrate(commandLine, types);
    }),
    commandEntry(searchIndexCommand, async () => {
      const { searchIndex } = await import('./search-index.ts');
      const types = await storedTypesOf(config);
      return (commandLine) => searchIndex(commandLine, types);
    }),
    commandEntry(deployCommand, async () => {
      const { deploy } = await import('../deploy/deploy.ts');
      return (commandLine) => deploy(commandLine, config);
    }),
    commandEntry(
      printTemplateCommand,
      async () => (await import('../deploy/print-template.ts')).printTemplate,
    ),
    commandEntry(runScheduleCommand, async () => (await import('./background.ts')).runScheduleNow),
    commandEntry(listDeadLettersCommand, async () => (await import('./background.ts')).listDeadLetters),
    commandEntry(resendDeadLettersCommand, async () => (await import('./background.ts')).resendDeadLetters),
    commandEntry(stackCommand, async () => (await import('./stack.ts')).stack),
    commandEntry(sbomCommand, async () => (await import('./sbom.ts')).sbom),
    commandEntry(createKeyCommand, async () => (await import('./keys.ts')).createServiceKey),
    commandEntry(listKeysCommand, async () => (await import('./keys.ts')).listServiceKeys),
    commandEntry(revokeKeyCommand, async () => (await import('./keys.ts')).revokeServiceKey),
    commandEntry(tokenCommand, async () => (await import('./token.ts')).token),
  ];
  const names = new Set(ours.map(({ declaration: { name } }) => name));
  const taken = commands.find(({ declaration: { name } }) => names.has(name));
  if (!taken) return [...ours, ...commands];
  const { name } = taken.declaration;
  throw new CommandError(
    `The command "${name}" of ${configFile} has the name of a command of the framework.`,
  );
}

export async function runCommand(args: readonly string[], config: Config): Promise<CommandResult> {
  try {
    return await runNamed(args, commandsOf(config));
  } catch (error) {
    if (error instanceof CommandError) return { complaint: error.message, exitCode: error.exitCode };
    if (!isNotBuilt(error)) throw error;
    const complaint = 'This command needs files of a build, and there are none: run npm run build first.';
    return { complaint, exitCode: 2 };
  }
}

async function runNamed(args: readonly string[], commands: readonly CommandEntry[]): Promise<CommandResult> {
  const isHelp = args[0] === 'help' || asksForHelp(args);
  const words = (args[0] === 'help' ? args.slice(1) : args).filter((word) => !asksForHelp([word]));
  const found = findCommand(words, commands);
  if (!found) return describeMissing(words, isHelp, commands);
  return found.command.run(isHelp ? ['--help'] : found.args);
}

/** @throws CommandError if there are none: a command would find nothing wrong in a table, whatever is in it. */
async function storedTypesOf({ storedTypes }: Config): Promise<StoredTypes> {
  if (storedTypes) return storedTypes();
  const advice = `run this in the folder of the project, or name them as ${pagePath('settings.md')} says`;
  throw new CommandError(`No ${configFile} here says with storedTypes what the table has: ${advice}.`);
}

/** Code of the service may import what the build generates, such as the problems that the listing declares. */
function isNotBuilt(error: unknown): boolean {
  const { code, message } = membersOf(error);
  return code === 'ERR_MODULE_NOT_FOUND' && String(message).includes(`/${generatedFolder}/`);
}

interface FoundCommand {
  readonly command: CommandEntry;
  /** The arguments after its name. */
  readonly args: readonly string[];
}

/** Options may stand before the second word of a name, as in `keys --json list`. */
function findCommand(
  [first = '', ...args]: readonly string[],
  commands: readonly CommandEntry[],
): FoundCommand | undefined {
  const named = (wanted: string) => commands.find(({ declaration: { name } }) => name === wanted);
  const command = named(first);
  if (command) return { command, args };
  const at = args.findIndex((word) => named(`${first} ${word}`));
  const second = named(`${first} ${args[at]}`);
  return second && { command: second, args: args.toSpliced(at, 1) };
}

function describeMissing(
  [first = '', ...others]: readonly string[],
  isHelp: boolean,
  commands: readonly CommandEntry[],
): CommandResult {
  const group = commands.filter(({ declaration: { name } }) => name.startsWith(`${first} `));
  const overview = overviewOf(group.length > 0 ? group : commands);
  const second = others.find((word) => !word.startsWith('-')) ?? '';
  const isOpen = group.length > 0 ? second === '' : first === '';
  const pages = `The pages: ${pagePath('README.md')}`;
  if (isOpen && isHelp) return { output: `${overview}\n\n${pages}`, exitCode: 0 };
  if (isOpen) return { complaint: `Which command?\n\n${overview}`, exitCode: 2 };
  const found = group.length > 0 ? `${first} ${second}` : first;
  const names = commands.map(({ declaration: { name } }) => name);
  const near = nearSpelling(found, names);
  const advice = near === undefined ? '' : ` (did you mean ${near}?)`;
  return { complaint: `Unknown command ${JSON.stringify(found)}${advice}.\n\n${overview}`, exitCode: 2 };
}

export function overviewOf(commands: readonly CommandEntry[]): string {
  const rows = commands.map(({ declaration }) => [
    [declaration.name, ...argumentTexts(declaration)].join(' '),
    declaration.summary,
  ]);
  return [
    'Usage: npx headwater COMMAND',
    helpTable(rows).join('\n'),
    'npx headwater COMMAND --help shows the arguments, the options and the exit codes of a command.',
  ].join('\n\n');
}
