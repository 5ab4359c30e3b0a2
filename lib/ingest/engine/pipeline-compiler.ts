/** Reads the configuration of a pipeline, step by step, and collects what is wrong with it. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { maxFailureSteps, optionTableOf } from '../base/common-options.ts';
import { type Compile, InvalidOption, type StepFunction } from '../base/definition.ts';
import { Unnested } from '../base/failure.ts';
import { FieldPath } from '../base/field-path.ts';
import { type DataRecord, isRecord, kindInWords, type RecordValue } from '../base/record.ts';
import type { Condition } from '../conditions/condition.ts';
import { checkOptions, type OptionIssue, pointerTo, unknownName } from './check-options.ts';
import {
  failedStep,
  IgnoredFailure,
  type Pipeline,
  type PipelineStep,
  type RunContext,
  runHandlers,
  runStep,
  skipped,
} from './pipeline.ts';
import { findType, preprocessorTypes, type RegisteredType } from './registry.ts';
import { runWithin } from './time-limit.ts';

export const maxSteps = 256;
/** The limit includes the steps of `on_failure` and within steps. */
export const maxStepsInAll = 512;
const maxNesting = 4;

interface Place {
  readonly pointer: string;
  readonly depth: number;
}

export interface StepMakers {
  /** Makes what a step does of checked options. @throws InvalidOption */
  readonly step: (
    type: RegisteredType,
    options: Parameters<Compile>[0],
    inner: StepFunction | undefined,
  ) => StepFunction;
  /** Makes what `if` says. @throws InvalidOption */
  readonly condition: (text: string) => Condition;
}

/** The processor's time for a whole pipeline, in milliseconds: one that is as large as it may be takes 50. */
const checkMs = 800;

/** A pipeline, and what is wrong with its configuration. Takes 800 ms of the processor at most. */
export function readPipeline(makers: StepMakers, configurations: unknown, onFailure: unknown): ReadPipeline {
  let compiler = new PipelineCompiler(makers);
  const read = (): ReadPipeline => {
    compiler = new PipelineCompiler(makers);
    const steps = compiler.compileSteps(configurations, { pointer: '', depth: 0 });
    const handlers = compiler.compileHandlers(onFailure, { pointer: '', depth: 0 }, 0);
    const { size, uses, issues } = compiler;
    return { pipeline: { steps, handlers, size, uses: [...uses] }, issues };
  };
  const message = 'takes too long to check; shorten its texts';
  const [result] = runWithin([configurations], {
    limits: { recordLimitMs: checkMs, budgetMs: checkMs },
    run: read,
    refuse: (): ReadPipeline => ({
      pipeline: { steps: [], handlers: [], size: 0, uses: [] },
      issues: [{ pointer: compiler.pointer, code: 'out_of_limits', message }],
    }),
  });
  return result as ReadPipeline;
}

interface ReadPipeline {
  readonly pipeline: Pipeline;
  readonly issues: readonly OptionIssue[];
}

class PipelineCompiler {
  readonly issues: OptionIssue[] = [];
  /** The step in hand. */
  pointer = '';
  readonly #makers: StepMakers;
  /** The number of steps so far. */
  size = 0;
  readonly uses = new Set<string>();

  constructor(makers: StepMakers) {
    this.#makers = makers;
  }

  compileSteps(configurations: unknown, { pointer, depth }: Place, minimum = 0): readonly PipelineStep[] {
    const limit = depth === 0 ? maxSteps : maxFailureSteps;
    if (!Array.isArray(configurations))
      return this.#refuse(pointer, 'wrong_type', `must be a list, not ${kindInWords(configurations)}`);
    if (configurations.length > limit || configurations.length < minimum)
      return this.#refuse(pointer, 'out_of_limits', `must have ${minimum} to ${limit} steps`);
    this.size += configurations.length;
    if (this.size > maxStepsInAll) {
      const message = `is one list too many: a pipeline has at most ${maxStepsInAll} steps in all`;
      return this.#refuse(pointer, 'out_of_limits', message);
    }
    return configurations.flatMap((configuration: unknown, index) =>
      this.#compileStep(configuration, { pointer: pointerTo(pointer, index), depth }),
    );
  }

  #refuse(pointer: string, code: OptionIssue['code'], message: string): readonly [] {
    this.issues.push({ pointer, code, message });
    return [];
  }

  /** Returns no step for an invalid configuration. */
  #compileStep(configuration: unknown, place: Place): readonly PipelineStep[] {
    const { pointer } = place;
    this.pointer = pointer;
    if (!isRecord(configuration))
      return this.#refuse(pointer, 'wrong_type', `must be an object, not ${kindInWords(configuration)}`);
    const { type: name, on_failure: onFailure, ...members } = configuration;
    const type = typeof name === 'string' ? findType(name) : undefined;
    if (!type) return this.#refuseType(name, pointerTo(pointer, 'type'));
    if (type.unnests && place.depth > 0) {
      const message = 'must be a step of the pipeline itself, not of on_failure or foreach';
      return this.#refuse(pointerTo(pointer, 'type'), 'not_allowed', message);
    }
    const handlers = onFailure === undefined ? undefined : this.compileHandlers(onFailure, place);
    const { options, issues } = checkOptions(optionTableOf(type), members, pointer);
    this.issues.push(...issues);
    const option = Object.keys(type.options).find((one) => ownMember(type.options, one)?.kind === 'step');
    const inner = option && options[option] ? this.#compileInner(options[option], option, place) : [];
    return issues.length > 0 ? [] : this.#assemble(type, options, { handlers, inner, pointer });
  }

  #refuseType(name: RecordValue | undefined, pointer: string): readonly [] {
    const known = preprocessorTypes.map(({ type }) => type);
    if (typeof name !== 'string')
      return this.#refuse(pointer, 'missing_option', `must be one of ${known.join(', ')}`);
    this.issues.push(unknownName({ pointer, code: 'unknown_type', what: 'is an unknown type' }, name, known));
    return [];
  }

  /** Compiles the step within a step. */
  #compileInner(configuration: unknown, option: string, { pointer, depth }: Place): readonly PipelineStep[] {
    const place = { pointer: pointerTo(pointer, option), depth: depth + 1 };
    if (place.depth > maxNesting)
      return this.#refuse(place.pointer, 'out_of_limits', `must be at most ${maxNesting} levels deep`);
    this.size++;
    return this.#compileStep(configuration, place);
  }

  /** @param minimum Of the whole pipeline, the list may be empty. */
  compileHandlers(onFailure: unknown, { pointer, depth }: Place, minimum = 1): readonly PipelineStep[] {
    const place = { pointer: pointerTo(pointer, 'on_failure'), depth: depth + 1 };
    if (place.depth <= maxNesting) return this.compileSteps(onFailure, place, minimum);
    return this.#refuse(place.pointer, 'out_of_limits', `must be at most ${maxNesting} levels deep`);
  }

  #assemble(
    type: RegisteredType,
    options: Readonly<Record<string, unknown>>,
    parts: {
      readonly handlers: readonly PipelineStep[] | undefined;
      readonly inner: readonly PipelineStep[];
      readonly pointer: string;
    },
  ): readonly PipelineStep[] {
    try {
      // The table of the type has checked every option.
      const own = options as Parameters<Compile>[0];
      if (type.type === 'pipeline') this.uses.add(String(options['name']));
      const compiled = this.#makers.step(type, own, innerStep(parts.inner));
      const step = options['each'] === true ? eachStep(compiled, options) : compiled;
      const tag = typeof options['tag'] === 'string' ? options['tag'] : undefined;
      const run = wrapStep(step, {
        condition: typeof options['if'] === 'string' ? this.#makers.condition(options['if']) : undefined,
        ignoresFailure: options['ignore_failure'] === true,
        handlers: parts.handlers,
        type: type.type,
        ...(tag === undefined ? {} : { tag }),
      });
      return [{ type: type.type, ...(tag === undefined ? {} : { tag }), run, grows: type.grows === true }];
    } catch (cause) {
      if (!(cause instanceof InvalidOption)) throw cause;
      return this.#refuse(pointerTo(parts.pointer, cause.option), 'invalid_option', cause.message);
    }
  }
}

/** What every step can have around it. */
interface StepGuards {
  readonly condition: Condition | undefined;
  readonly ignoresFailure: boolean;
  readonly handlers: readonly PipelineStep[] | undefined;
  readonly type: string;
  readonly tag?: string;
}

/** A step without condition and handlers runs as it is. */
function wrapStep(step: StepFunction, wrapping: StepGuards): PipelineStep['run'] {
  const { condition, ignoresFailure, handlers } = wrapping;
  if (!condition && !ignoresFailure && !handlers) return step;
  // One function for all of them: calls are what guards cost.
  return (record, context) => {
    if (condition && !condition(record, context.now)) return skipped;
    const outcome = step(record, context);
    if (outcome === undefined || typeof outcome === 'symbol' || outcome instanceof Unnested) return outcome;
    if (ignoresFailure) return new IgnoredFailure(outcome);
    return handlers
      ? runHandlers(handlers, failedStep(wrapping, outcome, context), record, context)
      : outcome;
  };
}

/** How a step runs the step within it: what it has rescued is no failure of the outer one. */
function innerStep([step]: readonly PipelineStep[]): StepFunction | undefined {
  return (
    step &&
    ((record, context) => {
      // Steps get the context of the run.
      const outcome = runStep(step, record, context as RunContext);
      return outcome === skipped || outcome instanceof IgnoredFailure ? undefined : outcome;
    })
  );
}

/** Applies the step to every value of a list; another value is processed as usual. */
function eachStep(step: StepFunction, options: Readonly<Record<string, unknown>>): StepFunction {
  const { field, target_field: target = field } = options;
  if (!(field instanceof FieldPath && target instanceof FieldPath)) return step;
  if (options['add_to_root'] === true)
    throw new InvalidOption('each', 'cannot be set together with add_to_root');
  return (record, context) => {
    const list = field.get(record);
    if (!Array.isArray(list)) return step(record, context);
    const results: RecordValue[] = [];
    for (const item of list) {
      const scratch: DataRecord = {};
      const outcome = field.set(scratch, item) ?? step(scratch, context);
      if (outcome !== undefined) return outcome;
      results.push(target.get(scratch) ?? null);
    }
    return target.set(record, results);
  };
}
