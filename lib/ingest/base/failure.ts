/** Why a step failed: a value, not an exception, since failing records are ordinary. */

import { type DataRecord, kindInWords, type RecordValue } from './record.ts';

/** The codes of failures, with their meaning in the documentation. */
export const failureCodes = {
  malformed_record: 'The record itself cannot be read.',
  missing_field: 'The field is absent.',
  null_value: 'The field is null.',
  wrong_type: 'The value has a type that the step cannot process.',
  wrong_path: 'A part of the path is not an object or list, or an index is out of range.',
  field_exists: 'The target field already exists.',
  no_match: 'The value does not match the pattern.',
  not_convertible: 'The value cannot be converted.',
  invalid_date: 'No format matches the date.',
  invalid_json: 'The value is not valid JSON.',
  invalid_csv: 'The line is not valid CSV.',
  invalid_xml: 'The value is not well-formed XML.',
  no_value_split: 'A part has no separator between key and value.',
  invalid_uri: 'The value is not a URI.',
  missing_pipeline: 'There is no pipeline of this name.',
  pipeline_cycle: 'A pipeline runs itself, directly or through others.',
  pipeline_limit:
    'The steps reach too many pipelines, or pipelines with too many steps or bytes, or are nested too deep.',
  failed: 'The step `fail` was reached.',
  record_timeout: 'The record took more than 250 ms of the processor.',
  output_too_large: 'The document is larger than 1 MiB, or than 16 times its record.',
  deadline_exceeded: 'The records before this one took all the time of the request.',
} as const;

export type FailureCode = keyof typeof failureCodes;

export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  /** The path of the value, as written in the configuration. */
  readonly path?: string;
  /** The offending value as text, at most 200 characters. */
  readonly value?: string;
  /** The step that failed, if it is in a pipeline that a step runs. */
  readonly within?: StepInPipeline;
}

interface StepInPipeline {
  /** The name. */
  readonly pipeline: string;
  /** RFC 6901, from the preprocessors of that pipeline. */
  readonly pointer: string;
  readonly type: string;
  readonly tag?: string;
}

/** Ends the pipeline and discards the record. */
export const dropped = Symbol('dropped');

/** Ends the pipeline: the record is as it is now. */
export const terminated = Symbol('terminated');

/** A record becomes several, and each goes on by itself. */
export class Unnested {
  readonly records: readonly DataRecord[];

  constructor(records: readonly DataRecord[]) {
    this.records = records;
  }
}

export type Outcome = Failure | Unnested | typeof dropped | typeof terminated | undefined;

const maxValueLength = 200;

export function failure(
  code: FailureCode,
  message: string,
  about: { readonly path?: string; readonly value?: RecordValue | undefined } = {},
): Failure {
  const { path, value } = about;
  return {
    code,
    message,
    ...(path === undefined ? {} : { path }),
    ...(value === undefined ? {} : { value: cut(value) }),
  };
}

/** @param what Completes the sentence that begins with the path of the field. */
export function fieldFailure(
  code: FailureCode,
  { text: path }: { readonly text: string },
  what: string,
  value?: RecordValue,
): Failure {
  return failure(code, `${path} ${what}.`, { path, value });
}

/** @example wrongType('a.b', 5, 'a string') // "must be a string, not a number" */
export function wrongType(path: string, value: RecordValue, expected: string): Failure {
  if (value === null) return failure('null_value', `${path} must be ${expected}, not null.`, { path });
  return failure('wrong_type', `${path} must be ${expected}, not ${kindInWords(value)}.`, { path, value });
}

/** At most 200 characters. A large value is not written out as a whole. */
function cut(value: RecordValue): string {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? `a list of ${value.length} values` : 'an object';
  return cutText(String(value), maxValueLength);
}

/** Never half a surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}
