/** A command of a program: what is declared of it, and what it answers. `tools/command-line/` reads the declaration. */

export interface CommandDeclaration {
  /** One word, or two such as `keys create`. */
  readonly name: string;
  /** What is typed before the arguments, if not "npx headwater" and the name. */
  readonly program?: string;
  /** One line that completes "This command". */
  readonly summary: string;
  /** By the noun that messages use, such as `folder`, in the order of the command line. */
  readonly arguments?: Readonly<Record<string, ArgumentDeclaration>>;
  /** By the name that follows `--`. */
  readonly options?: Readonly<Record<string, OptionDeclaration>>;
  /** What the exit codes mean, where it is not what `commonExitCodes` says. */
  readonly exitCodes?: Readonly<Record<number, string>>;
}

export interface ArgumentDeclaration {
  readonly placeholder: string;
  readonly description: string;
  readonly isOptional?: true;
}

export interface OptionDeclaration {
  /** Stands for the value. An option without it is a switch. */
  readonly placeholder?: string;
  readonly description: string;
  /** The value of an option that stands alone. Another one follows `=`. */
  readonly impliedValue?: string;
  /** Without it, every text is a value. */
  readonly type?: ValueType<unknown>;
  readonly default?: string;
  readonly isRequired?: true;
  readonly isRepeatable?: true;
}

export interface ValueType<T> {
  /** Completes "--port takes". */
  readonly accepts: string;
  /** Returns undefined for a text that is not accepted. */
  readonly read: (text: string) => T | undefined;
}

export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  /** For standard output. */
  readonly output?: string;
  /** For standard error. */
  readonly complaint?: string;
}

/** A command whose code is loaded when it runs. */
export interface CommandEntry {
  readonly declaration: CommandDeclaration;
  /** @throws CommandError */
  readonly run: (args: readonly string[]) => Promise<CommandResult>;
}
