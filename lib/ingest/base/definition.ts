/**
 * What a file of `types/` exports (`TypeModule`): the definition with its table of options, from which the types of all other
 * exports follow.
 */

import type { CommonOption } from './common-descriptions.ts';
import type { DatabaseFiles } from './database-files.ts';
import type { Failure, FailureCode, Outcome } from './failure.ts';
import type { FieldPath } from './field-path.ts';
import type { DataRecord, RecordValue } from './record.ts';

/** The TypeScript type of an option, by the kind that its table names. */
interface OptionKinds {
  readonly string: string;
  readonly boolean: boolean;
  readonly integer: number;
  /** The path of a field, parsed. */
  readonly path: FieldPath;
  readonly paths: readonly FieldPath[];
  readonly strings: readonly string[];
  /** Names and texts. */
  readonly texts: Readonly<Record<string, string>>;
  readonly objects: readonly DataRecord[];
  /** Any value of JSON, null excluded. */
  readonly value: RecordValue;
  /** The configuration of a step within the step; `compile` gets the step itself. */
  readonly step: DataRecord;
}

interface OptionOfKind<Kind extends keyof OptionKinds> {
  readonly kind: Kind;
  readonly required?: true;
  /** As it is written in a configuration. */
  readonly default?: RecordValue;
  /** The texts that are accepted; letter case makes no difference when `ignoresCase` is set. */
  readonly allowed?: readonly string[];
  readonly ignoresCase?: true;
  /** Characters of a text, or of each text of a list. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** The smallest and the largest integer. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Values of a list, or members of a map. */
  readonly minItems?: number;
  readonly maxItems?: number;
  /** A single value is accepted in place of a list. */
  readonly acceptsSingle?: true;
}

export type OptionDefinition = { [Kind in keyof OptionKinds]: OptionOfKind<Kind> }[keyof OptionKinds];

export type OptionTable = Readonly<Record<string, OptionDefinition>>;

/** The checked values of the options of a table. */
type OptionsOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends
    | { readonly required: true }
    | { readonly default: unknown }
    ? OptionKinds[Table[Name]['kind']]
    : OptionKinds[Table[Name]['kind']] | undefined;
};

/** What a step knows of the record's run that it is part of. */
export interface StepContext {
  /** When the run began, in milliseconds since 1970. */
  readonly now: number;
  /** The largest size of the document, in characters of JSON, about. */
  readonly maxSize: number;
  /** In the steps of `on_failure`: what failed. */
  failed?: FailedStep | undefined;
  /** The pipelines that steps run by their names. */
  readonly pipelines?: ReadonlyMap<string, StepFunction> | undefined;
  /** The names of those that run now, the innermost last. */
  running?: readonly string[];
}

export interface FailedStep {
  readonly failure: Failure;
  readonly type: string;
  readonly tag?: string | undefined;
  /** The name of the pipeline, unless it is the source's own. */
  readonly pipeline?: string | undefined;
}

/** Changes the record, which belongs to the run. */
export type StepFunction = (record: DataRecord, context: StepContext) => Outcome;

export interface TypeExample {
  readonly title: string;
  readonly configuration: DataRecord;
  readonly input: DataRecord;
  /** Absent when the record is dropped or fails. */
  readonly output?: DataRecord;
  /** The documents of its parts, if the record becomes several. */
  readonly outputs?: readonly DataRecord[];
  readonly failure?: FailureCode;
}

export type Category = 'parse' | 'transform' | 'enrich' | 'control';

/** The definition of a type: its name, its options, and where its steps may be. Every function that reads configurations has it. */
export interface PreprocessorType<Table extends OptionTable = OptionTable, Name extends string = string> {
  readonly type: Name;
  readonly options: Table;
  /** A step may multiply the size of a document: it is checked after the step, not only at the end. */
  readonly grows?: true;
  /** `each` applies the type to every value of a list. */
  readonly allowsEach?: true;
  /** Makes several records of one, so it cannot be within another step. */
  readonly unnests?: true;
}

/** What the catalogue and the documents say. It is a constant of its own, so that only their functions contain it. */
export interface Documentation<Definition extends PreprocessorType = PreprocessorType> {
  readonly category: Category;
  /** A sentence. */
  readonly summary: string;
  /** Sentences about the options; those of options that many types have are in `commonDescriptions`. */
  readonly descriptions: Descriptions<keyof Definition['options']>;
  /** All codes that a step can fail with, apart from the codes of every type. */
  readonly failures: readonly FailureCode[];
  /** Executed by the tests. */
  readonly examples: readonly TypeExample[];
}

type Descriptions<Name extends PropertyKey> = Readonly<
  Record<Exclude<Name, CommonOption>, string> & Partial<Record<Name & CommonOption, string>>
>;

/** What a step of a configuration does, in words and in paths. */
export interface Effect<Definition extends PreprocessorType = PreprocessorType> {
  /** A sentence. */
  describe(options: OptionsOf<Definition['options']>): string;
  /** The paths that are read. */
  inputs(options: OptionsOf<Definition['options']>): readonly string[];
  /** The paths that are written; `prefix.*` for names that come from the data. */
  outputs(options: OptionsOf<Definition['options']>): readonly string[];
}

/** The exports of a file of `types/`. `engine/types.table.ts` has all such modules. */
export interface TypeModule<Definition extends PreprocessorType = PreprocessorType> {
  readonly definition: Definition;
  readonly documentation: Documentation<Definition>;
  readonly effect: Effect<Definition>;
  readonly compile: Compile<Definition> | LateCompile<Definition>;
  /** Absent if the option table checks everything. */
  readonly check?: Check<Definition>;
}

interface Functions<Definition extends PreprocessorType> {
  /**
   * @param inner The step that an option of the kind `step` configures.
   * @throws InvalidOption when the options do not fit together.
   */
  compile(options: OptionsOf<Definition['options']>, inner?: StepFunction): StepFunction;
  /** @throws InvalidOption as `compile`. */
  check(options: OptionsOf<Definition['options']>): void;
}

export type Compile<Definition extends PreprocessorType = PreprocessorType> =
  Functions<Definition>['compile'];

/** In place of `compile`, for a type whose code is large. */
export interface LateCompile<Definition extends PreprocessorType = PreprocessorType> {
  /**
   * Loads the code, and what a step needs besides.
   *
   * @param configuration Of a step, as it was sent: not checked yet.
   */
  load(
    configuration: Readonly<Record<string, unknown>>,
    databases: DatabaseFiles | undefined,
  ): Promise<Compile<Definition>>;
}

/**
 * What remains to check after the option table, for functions that only store configurations: `compile` itself if it is
 * small.
 */
export type Check<Definition extends PreprocessorType = PreprocessorType> = Functions<Definition>['check'];

/** An option with a value that no table can refuse, such as an invalid pattern. */
export class InvalidOption extends Error {
  readonly option: string;

  /** @param message Completes the sentence that begins with the name of the option. */
  constructor(option: string, message: string) {
    super(message);
    this.option = option;
  }
}

/** What is wrong with a pattern or a format, in words that complete "the pattern …". */
export class InvalidPattern extends Error {}

/**
 * Turns what is wrong with a pattern into what is wrong with an option.
 *
 * @param pattern Shown in the message, where the option has several patterns.
 * @throws InvalidOption
 */
export function withOption<Result>(option: string, compile: () => Result, pattern?: string): Result {
  try {
    return compile();
  } catch (cause) {
    if (!(cause instanceof InvalidPattern)) throw cause;
    const shown = pattern === undefined ? '' : `${JSON.stringify(pattern)} `;
    throw new InvalidOption(option, shown + cause.message);
  }
}

/** Infers the name, and the types of the options from their table. */
export function defineType<const Name extends string, const Table extends OptionTable>(
  definition: PreprocessorType<Table, Name>,
): PreprocessorType<Table, Name> {
  return definition;
}
