/** Writes preprocessors as an ingest pipeline of Elasticsearch, and says what has no equivalent there. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { type DataRecord, isRecord, type RecordValue } from '../base/record.ts';
import type { RegisteredType } from '../engine/registry.ts';
import { painlessOf, presenceScript } from './from-condition.ts';
import type { ImportNote } from './import-pipeline.ts';
import { Untranslatable } from './painless.ts';
import { documentedOptions, otherValue } from './processor-options.ts';
import { findProcessor, ownTypes, type ProcessorEntry } from './processor-table.ts';

interface Configurations {
  readonly preprocessors?: readonly unknown[] | null | undefined;
  readonly on_failure?: readonly unknown[] | null | undefined;
}

interface ExportedPipeline {
  /** The body of `PUT _ingest/pipeline/{id}`. */
  readonly pipeline: {
    readonly description: string;
    readonly processors: readonly DataRecord[];
    readonly on_failure?: readonly DataRecord[];
  };
  readonly notes: readonly ImportNote[];
}

/** @param content Checked. @example exportPipeline({ preprocessors: [{ type: 'drop', if: 'a:=1' }] }, 'x').pipeline.processors // [{ drop: { if: 'ctx.a == 1' } }] */
export function exportPipeline(
  { preprocessors, on_failure: onFailure }: Configurations,
  description: string,
): ExportedPipeline {
  const notes: ImportNote[] = [];
  const exported = (steps: Configurations['preprocessors'], pointer: string) =>
    (steps ?? []).flatMap((step, index) => exportStep(step, `${pointer}/${index}`, notes));
  const processors = exported(preprocessors, '/preprocessors');
  const handlers = exported(onFailure, '/on_failure');
  const pipeline = { description, processors, ...(handlers.length > 0 ? { on_failure: handlers } : {}) };
  return { pipeline, notes };
}

function exportStep(step: unknown, pointer: string, notes: ImportNote[]): readonly DataRecord[] {
  if (!isRecord(step)) return [];
  const { type, tag } = step;
  const processor = String(type);
  const named = typeof tag === 'string' ? { tag } : {};
  try {
    return [{ [processor]: optionsOf(step, pointer, notes) }];
  } catch (cause) {
    if (!(cause instanceof Untranslatable)) throw cause;
    notes.push({ pointer, processor, ...named, status: 'left_out', reason: cause.message });
    return [];
  }
}

/** @throws Untranslatable */
function optionsOf(step: DataRecord, pointer: string, notes: ImportNote[]): DataRecord {
  const { type, if: condition, on_failure: onFailure, each, ...options } = step;
  const name = String(type);
  const entry = ownTypes.has(name) ? undefined : findProcessor(name);
  if (entry === undefined || typeof entry === 'string')
    throw new Untranslatable(
      name === 'unnest'
        ? 'Elasticsearch cannot make several documents of one.'
        : `Elasticsearch has no such processor as ${name} here; a script of Painless can do it.`,
    );
  if (each === true) throw new Untranslatable('Elasticsearch has no option each; use foreach.');
  const handlers = Array.isArray(onFailure)
    ? onFailure.flatMap((handler, index) => exportStep(handler, `${pointer}/on_failure/${index}`, notes))
    : [];
  const { exported, guards } = ownOptions(entry, options, pointer);
  const scripts = [...guards, ...(typeof condition === 'string' ? [painlessOf(condition)] : [])];
  noteImplied(entry, options, { pointer, processor: name }, notes);
  return {
    ...exported,
    ...(scripts.length > 0 ? { if: conjunctionOf(scripts) } : {}),
    ...(handlers.length > 0 ? { on_failure: handlers } : {}),
  };
}

function conjunctionOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : [first, ...others].map((script) => `(${script})`).join(' && ');
}

/** @throws Untranslatable for an option that the processor does not have, unless a condition does the same. */
function ownOptions({ type, originalOf, implied }: ProcessorEntry, options: DataRecord, pointer: string) {
  const known = documentedOptions(type.type);
  const exported: Record<string, RecordValue> = {};
  const guards: string[] = [];
  for (const [option, value] of Object.entries(options)) {
    const original = originalOf(option);
    if (known?.has(original)) exported[original] = exportOption(type, option, value ?? null, pointer);
    else if (option === 'ignore_missing' && value === true) guards.push(...presenceOf(options));
    else if (!isDefault(type, option, value) && value !== ownMember(implied, option))
      throw new Untranslatable(`Elasticsearch has no option ${option} of ${type.type}.`);
  }
  const other = otherValue(type.type, options);
  if (other !== undefined) throw new Untranslatable(other);
  return { exported, guards };
}

/** Conditions for the fields that a step needs. */
function presenceOf({ field }: DataRecord): readonly string[] {
  return (Array.isArray(field) ? field : [field]).map((one) => presenceScript(String(one)));
}

function isDefault({ options }: RegisteredType, option: string, value: RecordValue | undefined): boolean {
  return value === undefined || ownMember(options, option)?.default === value;
}

/** Elasticsearch always does what an implied option does, and has its own year for a date without one. */
function noteImplied(
  { implied }: ProcessorEntry,
  options: DataRecord,
  place: Pick<ImportNote, 'pointer' | 'processor'>,
  notes: ImportNote[],
): void {
  for (const [option, value] of Object.entries(implied))
    if (ownMember(options, option) !== value)
      notes.push({ ...place, status: 'changed', reason: `Elasticsearch always does what ${option} does.` });
  const { formats } = options;
  if (place.processor === 'date' && Array.isArray(formats) && formats.some((one) => hasNoYear(String(one))))
    notes.push({
      ...place,
      status: 'changed',
      reason: 'Elasticsearch puts a date without a year into the current one.',
    });
}

/** Whether a pattern of Java has a month, or a day of the year, without a year. Names such as UNIX_MS and epoch_millis have neither. */
function hasNoYear(format: string): boolean {
  const letters = format.replace(/'[^']*'/g, '');
  return /[MLD]/.test(letters) && /[a-z]/.test(letters) && !/[yuY]/.test(letters);
}

function exportOption(
  type: RegisteredType,
  option: string,
  value: RecordValue,
  pointer: string,
): RecordValue {
  if (ownMember(type.options, option)?.kind !== 'step') return value;
  const notes: ImportNote[] = [];
  const [inner] = exportStep(value, pointer, notes);
  if (!inner) throw new Untranslatable(notes[0]?.reason ?? 'The step of the loop has no equivalent.');
  return inner;
}
