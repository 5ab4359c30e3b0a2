/** The options of `npm start` and `npm run dev`. */

import type { Config } from '../../config/config.ts';
import { configFile } from '../../config/load-config.ts';
import type { CommandDeclaration, ValueType } from '../../shared/command-declaration.ts';
import { CommandError, type CommandLine, oneOf, wholeNumber } from '../command-line/command-line.ts';

export const defaultDataFolder = '.data';

const hostName: ValueType<string> = {
  accepts: 'a name without port, such as dev.example.com',
  read: (text) => (/^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(text) ? text : undefined),
};

export const startCommand = {
  name: 'start',
  program: 'npm start --',
  summary: 'builds the service, and runs it on this machine',
  options: {
    port: {
      placeholder: 'NUMBER',
      description: 'the port of the service',
      default: '3000',
      type: wholeNumber(1, 65_535),
    },
    data: { placeholder: 'FOLDER', description: 'the folder of the database', default: defaultDataFolder },
    gateway: {
      placeholder: 'GATEWAY',
      description: 'strict shapes events and responses as AWS does; offline is serverless-offline',
      default: 'offline',
      type: oneOf('offline', 'strict'),
    },
    auth: { description: 'protected operations need a token or a key' },
    'check-responses': {
      description: 'a response that differs from its descriptor becomes a 500, which says where',
    },
    'allow-host': {
      placeholder: 'NAME',
      description: 'a further name that the header Host may have, beside localhost; may be repeated',
      isRepeatable: true,
      type: hostName,
    },
    inspect: {
      placeholder: 'PORT',
      impliedValue: '9229',
      description: 'a debugger can attach to the functions at this port, or 9229; 0 is any free port',
      type: wholeNumber(0, 65_534),
    },
    watch: { description: 'build and serve each change, as npm run dev does' },
  },
  exitCodes: { 0: 'stopped', 1: 'it cannot start', 2: 'errors in the descriptors or in the command line' },
} as const satisfies CommandDeclaration;

export type LocalSettings = CommandLine<typeof startCommand>;

/** The command with the options that the project adds. @throws CommandError if one of them exists already. */
export function startCommandFor({ startOptions = {} }: Config) {
  const taken = Object.keys(startOptions).find((name) => Object.hasOwn(startCommand.options, name));
  if (taken !== undefined)
    throw new CommandError(
      `The start option "${taken}" of ${configFile} has the name of an option of the framework.`,
    );
  return { ...startCommand, options: { ...startCommand.options, ...startOptions } };
}

/** The variables of functions that options of the project set. */
export function variablesIn(
  { startOptions = {} }: Config,
  settings: object,
): Readonly<Record<string, string>> {
  const values = new Map<string, unknown>(Object.entries(settings));
  const set = Object.entries(startOptions).filter(([name]) => values.get(name) !== undefined);
  const pairs = set.flatMap(([name, { variable, flag }]) => [
    [variable, values.get(name)],
    ...(flag === undefined ? [] : [[flag, 'on']]),
  ]);
  return Object.fromEntries(pairs);
}
