/** The command line of a program: its declaration, how it is read, and the help that it prints. */

import { parseArgs } from 'node:util';
import type {
  CommandDeclaration,
  CommandEntry,
  CommandResult,
  OptionDeclaration,
  ValueType,
} from '../../shared/command-declaration.ts';
import { nearSpelling } from '../../shared/json/near-spelling.ts';
import { table, wrap } from './terminal.ts';

type ArgumentValue<A> = A extends { readonly isOptional: true } ? string | undefined : string;

type SingleValue<O> = O extends { readonly type: ValueType<infer T> } ? T : string;

type OptionValue<O> = O extends { readonly placeholder: string }
  ? O extends { readonly isRepeatable: true }
    ? readonly SingleValue<O>[]
    : O extends { readonly default: string } | { readonly isRequired: true }
      ? SingleValue<O>
      : SingleValue<O> | undefined
  : boolean;

export type OptionValues<Options> = { readonly [name in keyof Options]: OptionValue<Options[name]> };

export type CommandLine<D extends CommandDeclaration> = OptionValues<D['options']> & {
  readonly [name in keyof D['arguments']]: ArgumentValue<D['arguments'][name]>;
};

/** The reason why a command cannot run: one sentence. */
export class CommandError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Mistakes in the command line, and questions for help, do not wait until the code is loaded. */
export function commandEntry<const D extends CommandDeclaration>(
  declaration: D,
  load: () => Promise<(commandLine: CommandLine<D>) => Promise<CommandResult>>,
): CommandEntry {
  return {
    declaration,
    run: async (args) => {
      if (asksForHelp(args)) return { output: helpOf(declaration), exitCode: 0 };
      const commandLine = parseCommandLine(declaration, args);
      const command = await load();
      return command(commandLine);
    },
  };
}

export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

export function wholeNumber(lowest: number, highest: number): ValueType<number> {
  return {
    accepts: `a whole number from ${lowest} to ${highest}`,
    read: (text) => {
      const value = Number(text);
      return /^\d+$/.test(text) && value >= lowest && value <= highest ? value : undefined;
    },
  };
}

export function oneOf<const T extends string>(...choices: readonly T[]): ValueType<T> {
  return { accepts: choices.join(' or '), read: (text) => choices.find((choice) => choice === text) };
}

/** @throws CommandError for the first mistake. */
export function parseCommandLine<const D extends CommandDeclaration>(
  declaration: D,
  args: readonly string[],
): CommandLine<D> {
  const { texts, positionals } = splitCommandLine(declaration, args);
  const values: Record<string, unknown> = readArguments(declaration, positionals);
  for (const [name, option] of Object.entries(declaration.options ?? {}))
    values[name] = readOption(declaration, [name, option], texts.get(name) ?? []);
  // Each declared name has the value that its declaration asks for.
  return values as CommandLine<D>;
}

interface SplitCommandLine {
  /** The values of each option that is there; of a switch, an empty text. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly positionals: readonly string[];
}

function splitCommandLine(declaration: CommandDeclaration, args: readonly string[]): SplitCommandLine {
  const declared = new Map(Object.entries(declaration.options ?? {}));
  const options = [...declared].map(([name, { placeholder, impliedValue }]) => {
    const standsAlone = placeholder === undefined || impliedValue !== undefined;
    const type: 'boolean' | 'string' = standsAlone ? 'boolean' : 'string';
    return [name, { type }] as const;
  });
  // Not strict: the messages of parseArgs name neither the command nor the option that is meant.
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(options),
    strict: false,
    tokens: true,
  });
  const texts = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue = false } = token;
    const option = declared.get(name);
    if (!option) throw misused(declaration, `Unknown option '${rawName}'${suggestion(name, declared)}`);
    const complaint = complaintAbout(option, value, inlineValue);
    if (complaint !== undefined) throw misused(declaration, `${rawName} takes ${complaint}`);
    texts.set(name, [...(texts.get(name) ?? []), value ?? option.impliedValue ?? '']);
  }
  return { texts, positionals: tokens.flatMap((token) => (token.kind === 'positional' ? token.value : [])) };
}

function suggestion(name: string, declared: ReadonlyMap<string, unknown>): string {
  const near = nearSpelling(name, [...declared.keys(), 'help']);
  return near === undefined ? '' : ` (did you mean --${near}?)`;
}

/** Completes "--port takes". An option that follows another one is no value, unless it is written `--data=--folder`. */
function complaintAbout(
  { placeholder, impliedValue, type }: OptionDeclaration,
  value: string | undefined,
  isInline: boolean,
): string | undefined {
  if (placeholder === undefined) return value === undefined ? undefined : 'no value';
  if (impliedValue !== undefined) return undefined;
  const accepts = type?.accepts ?? placeholder;
  if (value === undefined) return `${accepts}, but nothing follows it`;
  return !isInline && /^-./.test(value) ? `${accepts}, but ${value} follows it` : undefined;
}

function readArguments(
  declaration: CommandDeclaration,
  positionals: readonly string[],
): Record<string, string | undefined> {
  const declared = Object.entries(declaration.arguments ?? {});
  const missing = declared.find(([, { isOptional }], index) => !isOptional && !positionals[index]);
  if (missing) throw misused(declaration, `Which ${missing[0]}?`, '');
  const superfluous = positionals[declared.length];
  if (superfluous !== undefined) {
    const last = declared.at(-1)?.[0];
    const found = JSON.stringify(superfluous);
    const sentence =
      last === undefined ? `Unexpected argument ${found}` : `One ${last} at a time, not also ${found}`;
    throw misused(declaration, sentence);
  }
  return Object.fromEntries(declared.map(([name], index) => [name, positionals[index]]));
}

function readOption(
  declaration: CommandDeclaration,
  [name, option]: readonly [name: string, option: OptionDeclaration],
  texts: readonly string[],
): unknown {
  if (option.placeholder === undefined) return texts.length > 0;
  const values = texts.map((text) => readValue(name, option, text));
  if (option.isRepeatable) return values;
  if (values.length > 0) return values.at(-1);
  if (option.isRequired) throw misused(declaration, `--${name} ${option.placeholder} is required`);
  return option.default === undefined ? undefined : readValue(name, option, option.default);
}

function readValue(name: string, { type }: OptionDeclaration, text: string): unknown {
  if (!type) return text;
  const value = type.read(text);
  if (value !== undefined) return value;
  throw new CommandError(`--${name} takes ${type.accepts}, not ${JSON.stringify(text)}.`);
}

function misused(declaration: CommandDeclaration, sentence: string, end = ':'): CommandError {
  return new CommandError(`${sentence}${end} ${usageOf(declaration)}`);
}

/** @example usageOf(checkCommand) // 'npx headwater check DIR [--strict] [--json]' */
export function usageOf(declaration: CommandDeclaration): string {
  const { name, program = `npx headwater ${name}`, options = {} } = declaration;
  const optionTexts = Object.entries(options).map(([name, option]) => {
    const text = optionText(name, option);
    return option.isRequired ? text : `[${text}]`;
  });
  return [program, ...argumentTexts(declaration), ...optionTexts].join(' ');
}

/** @example argumentTexts(checkCommand) // ['DIR'] */
export function argumentTexts({ arguments: declared = {} }: CommandDeclaration): string[] {
  return Object.values(declared).map(({ placeholder, isOptional }) =>
    isOptional ? `[${placeholder}]` : placeholder,
  );
}

function optionText(name: string, { placeholder, impliedValue }: OptionDeclaration): string {
  if (placeholder === undefined) return `--${name}`;
  return impliedValue === undefined ? `--${name} ${placeholder}` : `--${name}[=${placeholder}]`;
}

/** In characters. */
const helpWidth = 100;

const commonExitCodes = { 0: 'success', 2: 'errors in the input or in the command line' };

export function helpOf(declaration: CommandDeclaration): string {
  const { summary, arguments: declared = {}, options = {}, exitCodes } = declaration;
  const rows = [
    ...Object.values(declared).map(({ placeholder, description }) => [placeholder, description]),
    ...Object.entries(options).map(([name, option]) => [
      optionText(name, option),
      option.default === undefined
        ? option.description
        : `${option.description}; by default ${option.default}`,
    ]),
    ['-h, --help', 'show this help'],
  ];
  const codes = Object.entries({ ...commonExitCodes, ...exitCodes }).map(([code, text]) => `${code} ${text}`);
  return [
    wrap(`Usage: ${usageOf(declaration)}`, helpWidth, '  ').join('\n'),
    wrap(`This command ${summary}.`, helpWidth).join('\n'),
    helpTable(rows).join('\n'),
    wrap(`Exit codes: ${codes.join('; ')}.`, helpWidth).join('\n'),
  ].join('\n\n');
}

/** Indented rows of a name and a description, which continues below itself. */
export function helpTable(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([name = '']) => name.length));
  const lines = rows.flatMap(([name = '', description = '']) =>
    wrap(description, helpWidth - width - 4).map((line, index) => [index === 0 ? name : '', line]),
  );
  return table(lines).map((line) => `  ${line}`);
}
