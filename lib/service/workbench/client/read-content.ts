/** Reads what a person, or a link, gives as a pipeline or as a format: anything may be there. */

import { isRecord } from '@headwater/ingest/values';
import { isExpected } from '../../samples/expected-documents.ts';
import type { PipelineContent, StepConfiguration } from '../engine/protocol.ts';
import type { InputFormat, Pin } from './bench.ts';

export const formatTitles = {
  text: 'text: each line is a message',
  ndjson: 'ndjson: an object a line',
  json: 'json: a list of objects, or one a line',
  csv: 'csv: rows with names of columns',
} as const satisfies Record<InputFormat['format'], string>;

/** @returns undefined unless the lists have objects with types. The engine finds other mistakes. */
export function readGivenPipeline(value: unknown): PipelineContent | undefined {
  if (!isMembers(value)) return undefined;
  const { preprocessors = [], on_failure: onFailure = [] } = value;
  return isSteps(preprocessors) && isSteps(onFailure) ? { preprocessors, on_failure: onFailure } : undefined;
}

export function isSteps(value: unknown): value is readonly StepConfiguration[] {
  return Array.isArray(value) && value.every(isStep);
}

export function isStep(value: unknown): value is StepConfiguration {
  return isMembers(value) && typeof value['type'] === 'string';
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns the members that views can show. */
export function readFormat(value: unknown): InputFormat | undefined {
  if (!isMembers(value)) return undefined;
  const { format, csv, multiline } = value;
  if (typeof format !== 'string' || !Object.hasOwn(formatTitles, format)) return undefined;
  const hasColumns = isMembers(csv) && (csv['columns'] === undefined || isTextList(csv['columns']));
  return {
    format: format as InputFormat['format'],
    ...(hasColumns ? { csv } : {}),
    ...(isMembers(multiline) ? { multiline } : {}),
  };
}

/** @returns those that can be run, of a list of anything. */
export function readPins(value: unknown): readonly Pin[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (one): one is Pin => isMembers(one) && isRecord(one['record']) && isExpected(one['expected']),
  );
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
