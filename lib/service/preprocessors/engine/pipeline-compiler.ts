/** Reads the configuration of a pipeline, step by step, and collects what is wrong with it. */

import { maxFailureSteps, optionTableOf } from '../base/common-options.ts';
import { InvalidOption, type Processor, type StepFunction } from '../base/definition.ts';
import { isRecord, kindInWords, type RecordValue } from '../base/record.ts';
import { checkOptions } from './check-options.ts';
import { type OptionIssue, pointerTo, unknownName } from './option-issue.ts';
import type { PipelineStep } from './pipeline.ts';
import { findType, preprocessorTypes, type RegisteredType } from './registry.ts';
import { runWithin } from './time-limit.ts';
import { eachStep, readWrapping, wrapStep } from './wrap-step.ts';

const maxSteps = 32;
/** The limit includes the steps of `on_failure`. */
const maxStepsInAll = maxSteps * (1 + maxFailureSteps);
const maxNesting = 4;

interface Place {
  readonly pointer: string;
  readonly depth: number;
}

/** Makes what a step does of checked options. @throws InvalidOption */
type StepMaker = (type: RegisteredType, options: Parameters<Processor['compile']>[0]) => StepFunction;

/** The processor's time for a whole pipeline, in milliseconds: one that is as large as it may be takes 50. */
const checkMs = 800;

/** The steps of a pipeline, and what is wrong with its configuration. Takes 800 ms of the processor at most. */
export function readSteps(makeStep: StepMaker, configurations: unknown): ReadSteps {
  let pointer = '';
  const read = (): ReadSteps => {
    const compiler = new PipelineCompiler(makeStep, (place) => {
      pointer = place;
    });
    const steps = compiler.compileSteps(configurations, { pointer: '', depth: 0 });
    return { steps, issues: compiler.issues };
  };
  const message = 'takes too long to check; shorten its texts';
  const [result] = runWithin([configurations], {
    limits: { recordLimitMs: checkMs, budgetMs: checkMs },
    run: read,
    refuse: (): ReadSteps => ({ steps: [], issues: [{ pointer, code: 'out_of_limits', message }] }),
  });
  return result as ReadSteps;
}

interface ReadSteps {
  readonly steps: readonly PipelineStep[];
  readonly issues: readonly OptionIssue[];
}

class PipelineCompiler {
  readonly issues: OptionIssue[] = [];
  readonly #makeStep: StepMaker;
  readonly #onStep: (pointer: string) => void;
  #steps = 0;

  /** @param onStep Called when a step begins. */
  constructor(makeStep: StepMaker, onStep: (pointer: string) => void) {
    this.#makeStep = makeStep;
    this.#onStep = onStep;
  }

  compileSteps(configurations: unknown, { pointer, depth }: Place): readonly PipelineStep[] {
    const limit = depth === 0 ? maxSteps : maxFailureSteps;
    if (!Array.isArray(configurations)) {
      this.#report({
        pointer,
        code: 'wrong_type',
        message: `must be a list, not ${kindInWords(configurations)}`,
      });
      return [];
    }
    if (configurations.length > limit || (depth > 0 && configurations.length === 0)) {
      this.#report({
        pointer,
        code: 'out_of_limits',
        message: `must have ${depth > 0 ? 1 : 0} to ${limit} steps`,
      });
      return [];
    }
    this.#steps += configurations.length;
    if (this.#steps > maxStepsInAll) {
      const message = `is one list too many: a pipeline has at most ${maxStepsInAll} steps in all`;
      this.#report({ pointer, code: 'out_of_limits', message });
      return [];
    }
    return configurations.flatMap((configuration: unknown, index) => {
      const step = this.#compileStep(configuration, { pointer: pointerTo(pointer, index), depth });
      return step ? [step] : [];
    });
  }

  #report(issue: OptionIssue): void {
    this.issues.push(issue);
  }

  #compileStep(configuration: unknown, place: Place): PipelineStep | undefined {
    const { pointer } = place;
    this.#onStep(pointer);
    if (!isRecord(configuration)) {
      this.#report({
        pointer,
        code: 'wrong_type',
        message: `must be an object, not ${kindInWords(configuration)}`,
      });
      return undefined;
    }
    const { type: name, on_failure: onFailure, ...members } = configuration;
    const type = typeof name === 'string' ? findType(name) : undefined;
    if (!type) {
      this.#reportType(name, pointerTo(pointer, 'type'));
      return undefined;
    }
    const handlers = onFailure === undefined ? undefined : this.#compileHandlers(onFailure, place);
    const { options, issues } = checkOptions(optionTableOf(type), members, pointer);
    this.issues.push(...issues);
    if (issues.length > 0) return undefined;
    return this.#assemble(type, options, { handlers, pointer });
  }

  #reportType(name: RecordValue | undefined, pointer: string): void {
    const known = preprocessorTypes.map(({ type }) => type);
    if (typeof name === 'string')
      this.#report(unknownName({ pointer, code: 'unknown_type', what: 'is an unknown type' }, name, known));
    else this.#report({ pointer, code: 'missing_option', message: `must be one of ${known.join(', ')}` });
  }

  #compileHandlers(onFailure: unknown, { pointer, depth }: Place): readonly PipelineStep[] {
    const place = { pointer: pointerTo(pointer, 'on_failure'), depth: depth + 1 };
    if (place.depth <= maxNesting) return this.compileSteps(onFailure, place);
    this.#report({ ...place, code: 'out_of_limits', message: `must be at most ${maxNesting} levels deep` });
    return [];
  }

  #assemble(
    type: RegisteredType,
    options: Readonly<Record<string, unknown>>,
    parts: { readonly handlers: readonly PipelineStep[] | undefined; readonly pointer: string },
  ): PipelineStep | undefined {
    try {
      // The table of the type has checked every option.
      const own = options as Parameters<Processor['compile']>[0];
      const compiled = this.#makeStep(type, own);
      const step = options['each'] === true ? eachStep(compiled, options) : compiled;
      const tag = typeof options['tag'] === 'string' ? options['tag'] : undefined;
      const run = wrapStep(step, {
        ...readWrapping(options),
        handlers: parts.handlers,
        type: type.type,
        tag,
      });
      return {
        type: type.type,
        ...(tag === undefined ? {} : { tag }),
        run,
        grows: type.grows === true,
      };
    } catch (cause) {
      if (!(cause instanceof InvalidOption)) throw cause;
      const pointer = pointerTo(parts.pointer, cause.option);
      this.#report({ pointer, code: 'invalid_option', message: cause.message });
      return undefined;
    }
  }
}
