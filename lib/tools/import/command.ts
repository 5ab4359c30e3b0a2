/** Common parts of the commands of `npx headwater`. */

import { relative, resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Diagnostic, isError } from '../../build/source/diagnostic.ts';

export interface CommandResult {
  /** 0: success; 1: warnings with --strict, damage, or files that cannot be written; 2: errors in the input or the command line. */
  readonly exitCode: 0 | 1 | 2;
  /** For standard output. */
  readonly output?: string;
  /** For standard error. */
  readonly complaint?: string;
}

/** The reason why a command cannot run: one sentence. */
export class CommandError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** What a command is given beside its options: one path. */
interface Usage {
  /** Completes "npx headwater". */
  readonly usage: string;
  readonly what: 'folder' | 'file';
}

/** @throws CommandError for an unknown option, and unless there is exactly one path. */
export function parseCommandLine<const T extends Options>(
  args: readonly string[],
  options: T,
  { usage, what }: Usage,
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [path, second] = positionals;
    if (path === undefined || path === '') throw new CommandError(`Which ${what}? npx headwater ${usage}`);
    if (second !== undefined)
      throw new CommandError(
        `One ${what} at a time, not also ${JSON.stringify(second)}: npx headwater ${usage}`,
      );
    return { values, path };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    // The rest of parseArgs' message explains how to pass positionals that begin with a dash.
    const [sentence] = (error as Error).message.split('. ');
    throw new CommandError(`${sentence}: npx headwater ${usage}`);
  }
}

/** The diagnostics of a folder, with paths relative to the current folder. */
export function placedIn(folder: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((diagnostic) => ({ ...diagnostic, file: pathFromHere(folder, diagnostic.file) }));
}

export function pathFromHere(folder: string, path: string): string {
  return relative(process.cwd(), resolve(folder, path)).replaceAll('\\', '/') || '.';
}

export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

/** `2 errors, 1 warning`. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(isError).length;
  return `${count(errors, 'error')}, ${count(diagnostics.length - errors, 'warning')}`;
}
