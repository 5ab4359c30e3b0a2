/** Turns an ingest pipeline of Elasticsearch into preprocessors, and says of each processor what became of it. */

import { type DataRecord, isRecord, type RecordValue } from '../base/record.ts';
import { checkPipeline } from '../engine/check.ts';
import { runWithin } from '../engine/time-limit.ts';
import { loadGrokBank } from '../text/grok-bank.ts';
import { emptyRemoval } from './empty-script.ts';
import { type Painless, parseStatements, type Statement, Untranslatable } from './painless.ts';
import { findProcessor } from './processor-table.ts';
import { conditionOf, conditionOfPart, plainPath } from './to-condition.ts';
import { expressionOf } from './to-expression.ts';

/** What became of a processor that is not translated exactly. */
export interface ImportNote {
  /** RFC 6901, in the pipeline. */
  readonly pointer: string;
  readonly processor: string;
  readonly tag?: string;
  /** `changed`: a part is not translated. */
  readonly status: 'changed' | 'left_out';
  /** Why, and what would be needed: sentences. */
  readonly reason: string;
}

export interface ImportedPipeline {
  /** Each can be stored. */
  readonly preprocessors: readonly DataRecord[];
  /** Absent if there are no steps. */
  readonly on_failure?: readonly DataRecord[];
  /** The processors of the pipeline, without those of `on_failure`. */
  readonly processors: number;
  readonly notes: readonly ImportNote[];
}

/** Why a pipeline is not imported at all. */
export class RefusedImport {
  readonly code: 'required' | 'max_items' | 'out_of_limits';
  /** Completes the sentence that begins with `/processors`. */
  readonly message: string;

  constructor(code: RefusedImport['code'], message: string) {
    this.code = code;
    this.message = message;
  }
}

/** With the processors in `on_failure` and `foreach`. A source has at most 512 steps. */
const maxProcessors = 1_000;

/** The processor's time for a whole pipeline, in milliseconds: as for the check of the preprocessors that it becomes. */
const importMs = 800;

/**
 * @param pipeline With a list of `processors`, as Elasticsearch returns it; the body of `_simulate` with one is accepted.
 * @example importPipeline({ processors: [{ trim: { field: 'a' } }] }) // { preprocessors: [{ type: 'trim', field: 'a' }], … }
 */
export async function importPipeline(pipeline: unknown): Promise<ImportedPipeline | RefusedImport> {
  try {
    await loadGrokBank(pipeline);
  } catch (cause) {
    // A file may have any number of levels; a body has 64.
    if (!(cause instanceof RangeError)) throw cause;
    return new RefusedImport('out_of_limits', 'has too many levels');
  }
  const [imported] = runWithin<unknown, ImportedPipeline | RefusedImport>([pipeline], {
    limits: { recordLimitMs: importMs, budgetMs: importMs },
    run: importWhole,
    refuse: () => new RefusedImport('out_of_limits', 'takes too long to import; import its parts one by one'),
  });
  return imported as ImportedPipeline | RefusedImport;
}

function importWhole(pipeline: unknown): ImportedPipeline | RefusedImport {
  const inner = isRecord(pipeline) && isRecord(pipeline['pipeline']) ? pipeline['pipeline'] : pipeline;
  const processors = isRecord(inner) ? inner['processors'] : undefined;
  if (!isRecord(inner) || !Array.isArray(processors))
    return new RefusedImport('required', 'is required: a list of processors');
  try {
    return importProcessors(processors, inner);
  } catch (cause) {
    if (cause instanceof RefusedImport) return cause;
    throw cause;
  }
}

/** @throws RefusedImport */
function importProcessors(processors: readonly RecordValue[], inner: DataRecord): ImportedPipeline {
  const importer = new Importer();
  const preprocessors = importer.steps(processors, '/processors');
  const { on_failure: handlers } = inner;
  const onFailure = Array.isArray(handlers) ? importer.steps(handlers, '/on_failure') : [];
  return {
    preprocessors,
    ...(onFailure.length > 0 ? { on_failure: onFailure } : {}),
    processors: processors.length,
    notes: importer.notes,
  };
}

interface Place {
  readonly pointer: string;
  readonly processor: string;
  readonly tag?: string;
}

/** A processor of Elasticsearch has fewer than 30. */
const maxOptions = 64;

class Importer {
  readonly notes: ImportNote[] = [];
  #count = 0;

  note({ pointer, processor, tag }: Place, status: ImportNote['status'], reason: string): void {
    this.notes.push({ pointer, processor, ...(tag === undefined ? {} : { tag }), status, reason });
  }

  steps(processors: readonly RecordValue[], pointer: string): DataRecord[] {
    return processors.flatMap((processor, index) => this.#step(processor, `${pointer}/${index}`));
  }

  /** A script may become several steps. */
  #step(processor: RecordValue, pointer: string): readonly DataRecord[] {
    if (++this.#count > maxProcessors)
      throw new RefusedImport(
        'max_items',
        `must have at most ${maxProcessors.toLocaleString('en')} processors, those in on_failure and foreach included`,
      );
    const [[name, options] = ['', null]] = isRecord(processor) ? Object.entries(processor) : [];
    const tag = isRecord(options) && typeof options['tag'] === 'string' ? { tag: options['tag'] } : {};
    const place = { pointer: `${pointer}/${name}`, processor: name, ...tag };
    if (!isRecord(options))
      return this.#leaveOut({ pointer, processor: name }, 'A processor is an object with its options.');
    if (Object.keys(options).length > maxOptions)
      return this.#leaveOut(place, `A processor has at most ${maxOptions} options.`);
    try {
      return this.#checked(this.#translate(options, place), place);
    } catch (cause) {
      if (!(cause instanceof Untranslatable)) throw cause;
      return this.#leaveOut(place, cause.message);
    }
  }

  #leaveOut(place: Place, reason: string): readonly [] {
    this.note(place, 'left_out', reason);
    return [];
  }

  /** The steps, unless the service refuses one of them. */
  #checked(steps: readonly DataRecord[], place: Place): readonly DataRecord[] {
    const issues = checkPipeline(steps);
    if (issues.length === 0) return steps;
    const reasons = issues.map(({ pointer, message }) => `${pointer.split('/').at(-1)} ${message}.`);
    return this.#leaveOut(place, [...new Set(reasons)].join(' '));
  }

  #translate(options: DataRecord, place: Place): readonly DataRecord[] {
    const { processor } = place;
    const guards = this.#guards(options, place);
    if (processor === 'script') return this.#script(options, place, guards);
    const entry = findProcessor(processor);
    if (typeof entry === 'string') throw new Untranslatable(entry);
    const step: DataRecord = { type: entry.type.type };
    for (const [name, value] of Object.entries(options).filter(isOfType)) {
      const own = entry.optionOf(name);
      if (own === null) this.note(place, 'changed', `The option ${name} is not supported.`);
      else if (own !== undefined)
        step[own] = own === 'processor' ? this.#inner(value, place) : withoutFunction(value ?? null);
    }
    if (processor === 'set' && step['copy_from'] === '_ingest.timestamp') {
      const { copy_from: _, ...others } = step;
      return [{ ...others, value: '{{_ingest.timestamp}}', ...guards }];
    }
    return [{ ...step, ...entry.implied, ...guards }];
  }

  #script(options: DataRecord, place: Place, guards: DataRecord): readonly DataRecord[] {
    const steps = scriptSteps(options, guards);
    if (steps.some(({ type }) => type === 'remove_empty'))
      this.note(place, 'changed', 'Objects and lists without values are removed, too.');
    if (steps.some(({ source }) => typeof source === 'string' && source.includes(' / ')))
      this.note(
        place,
        'changed',
        'Integers are divided exactly, not cut to an integer: write floor(…) around it.',
      );
    return steps;
  }

  /** The step of a `foreach`. */
  #inner(value: RecordValue | undefined, { pointer }: Place): DataRecord {
    const before = this.notes.length;
    const [step, second] = this.#step(value ?? null, `${pointer}/processor`);
    if (step && !second) return step;
    const [reason] = this.notes.splice(before);
    throw new Untranslatable(reason?.reason ?? 'A loop has one step.');
  }

  /** The options of every processor. */
  #guards(options: DataRecord, place: Place): DataRecord {
    const {
      if: condition,
      on_failure: onFailure,
      tag,
      description,
      ignore_failure: ignoresFailure,
    } = options;
    const handlers = Array.isArray(onFailure) ? this.steps(onFailure, `${place.pointer}/on_failure`) : [];
    const hasLost = Array.isArray(onFailure) && onFailure.length > 0 && handlers.length === 0;
    return {
      ...(typeof condition === 'string'
        ? { if: withReason('The condition', () => conditionOf(condition)) }
        : {}),
      ...(typeof tag === 'string' ? { tag: tag.slice(0, 64) } : {}),
      ...(typeof description === 'string' ? { description } : {}),
      ...(ignoresFailure === true || hasLost ? { ignore_failure: true } : {}),
      ...(handlers.length > 0 ? { on_failure: handlers } : {}),
    };
  }
}

/** An empty target is the document itself, as an absent one. */
function isOfType([name, value]: readonly [string, unknown]): boolean {
  return !(name in guardOptions || (name === 'target_field' && value === ''));
}

const guardOptions = { if: true, on_failure: true, tag: true, description: true, ignore_failure: true };

/** Packages of Elastic name their own pipelines by a function, as in `{{ IngestPipeline "third-party" }}`. */
function withoutFunction(value: RecordValue): RecordValue {
  const called = typeof value === 'string' ? /^\{\{ *IngestPipeline "([^"]+)" *\}\}$/.exec(value) : null;
  return called?.[1] ?? value;
}

/** @throws Untranslatable with a sentence. */
function withReason<Result>(what: string, translate: () => Result): Result {
  try {
    return translate();
  } catch (cause) {
    if (cause instanceof Untranslatable)
      throw new Untranslatable(`${what} has ${cause.message}, which has no equivalent.`);
    throw cause;
  }
}

/** The assignments of a script, one step each. */
function scriptSteps({ source, params }: DataRecord, guards: DataRecord): readonly DataRecord[] {
  if (typeof source !== 'string') throw new Untranslatable('Stored scripts are not supported.');
  const removal = emptyRemoval(source);
  if (removal) return [{ ...removal, ...guards }];
  if (/removeIf|entrySet\(\)|\.values\(\)/.test(source))
    throw new Untranslatable(
      'The script loops over members; remove_empty removes null, empty and other texts.',
    );
  const statements = withReason('The script', () => parseStatements(source, isRecord(params) ? params : {}));
  const steps = withReason('The script', () =>
    statements.flatMap((statement) => statementSteps(statement, guards)),
  );
  // A later step would run in other circumstances than the first.
  if (steps.length > 1 && typeof guards['if'] === 'string' && !isStable(guards['if'], steps))
    throw new Untranslatable('The script changes a field of its own condition before its end.');
  return steps;
}

function isStable(condition: string, steps: readonly DataRecord[]): boolean {
  const names = steps.map(({ target_field: target, field }) => String(target ?? field));
  return !names.some((name) => condition.includes(`${name}:`) || condition.includes(`${name}.`));
}

function statementSteps(statement: Statement, guards: DataRecord): readonly DataRecord[] {
  switch (statement.kind) {
    case 'assign': {
      const target = plainPath(statement.path);
      const { value } = statement;
      const literal = literalOf(value);
      if (literal !== undefined) return [{ type: 'set', field: target, value: literal, ...guards }];
      const source = expressionOf(value).replace(/^\((.*)\)$/, (all, inner: string) =>
        /^[^()]*$/.test(inner) ? inner : all,
      );
      // A copy of an absent field is null in Elasticsearch, and none here.
      const copies = value.kind === 'path' ? { ignore_missing: true } : {};
      return [{ type: 'script', source, target_field: target, ...copies, ...guards }];
    }
    case 'remove':
      return [{ type: 'remove', field: plainPath(statement.path), ignore_missing: true, ...guards }];
    case 'if':
      return branchSteps(statement, guards);
  }
}

function literalOf(script: Painless): RecordValue | undefined {
  if (script.kind === 'value') return script.value ?? undefined;
  if (script.kind !== 'list') return undefined;
  const items = script.items.map(literalOf);
  return items.some((item) => item === undefined) ? undefined : (items as RecordValue[]);
}

/** The steps of both branches have conditions, so no step may change a field of them. */
function branchSteps(
  { condition, then, otherwise }: Extract<Statement, { readonly kind: 'if' }>,
  guards: DataRecord,
): readonly DataRecord[] {
  const own = conditionOfPart(condition);
  const stepsOf = (statements: readonly Statement[], holds: string) => {
    const { if: outer } = guards;
    const inner = { ...guards, if: typeof outer === 'string' ? `(${outer}) AND ${holds}` : holds };
    return statements.flatMap((statement) => statementSteps(statement, inner));
  };
  const isOne = otherwise.length === 0 && guards['if'] === undefined;
  const steps = [...stepsOf(then, isOne ? own : `(${own})`), ...stepsOf(otherwise, `NOT (${own})`)];
  if (steps.length > 1 && !isStable(own, steps))
    throw new Untranslatable('a condition whose fields its statements change');
  return steps;
}
