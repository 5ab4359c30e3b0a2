/** Steps that turn texts of documents into times and numbers. */

import type { DataRecord, RecordValue } from '../base/record.ts';
import { valuesByPath } from './document-fields.ts';
import type { Configuration } from './layout/grok-of-layout.ts';
import { agreement } from './layout/layout.ts';
import { formatsOf, timeForms, timeLengthAt } from './layout/times.ts';

interface TypeSteps {
  readonly steps: readonly Configuration[];
  readonly reasons: readonly string[];
}

const maxFields = 200;
const timeName =
  /(?:^|[._@])(?:ts|t|time|timestamp|datetime|date|at|asctime|eventtime)$|time(?:stamp)?(?:_?(?:ms|us|ns))?$|_at$|[a-z]At$/i;

/** Names of texts that may look like numbers. */
const textName = /(?:^|[._])(?:id|version|zip|phone|account)$|_id$/i;

/** Such a value is a date for every reader. */
function isIso(value: RecordValue): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/.test(value)
  );
}

/** @param skips Paths that stay as they are. */
export function typeSteps(
  documents: readonly DataRecord[],
  { skips }: { readonly skips: readonly string[] },
): TypeSteps {
  const columns = valuesByPath(documents);
  const steps: Configuration[] = [];
  const reasons: string[] = [];
  let hasTime = columns.has('@timestamp');
  for (const [path, values] of [...columns].slice(0, maxFields)) {
    if (skips.includes(path) || (hasTime && values.every(isIso))) continue;
    const present = values.filter((value) => value !== null && value !== '' && value !== '-');
    const time = timeOf(path, present);
    if (!time) steps.push(...numberSteps(path, values, present));
    else {
      steps.push(...dateSteps(path, time.formats, !hasTime || path === '@timestamp'));
      hasTime = true;
      if (time.warning) reasons.push(time.warning);
    }
  }
  return { steps, reasons };
}

function timeOf(path: string, values: readonly RecordValue[]) {
  const texts = values.flatMap((value) =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'number' && timeName.test(path)
        ? [String(value)]
        : [],
  );
  const [first] = texts;
  if (first === undefined || texts.length < values.length * agreement) return undefined;
  const form = timeForms.find((one) => timeLengthAt(one, first, 0) === first.length);
  if (!form || form.kind === 'clock' || (form.kind === 'epoch' && !timeName.test(path))) return undefined;
  const fitting = texts.filter((text) => timeLengthAt(form, text, 0) === text.length);
  return fitting.length >= values.length * agreement ? formatsOf(form, fitting) : undefined;
}

function dateSteps(path: string, formats: readonly string[], isFirst: boolean): readonly Configuration[] {
  const target = isFirst ? '@timestamp' : path;
  const date = { type: 'date', field: path, formats, target_field: target, ignore_missing: true };
  return isFirst && path !== target
    ? [date, { type: 'remove', field: [path], ignore_missing: true }]
    : [date];
}

/** Digits with a leading zero are an identifier. */
function numberSteps(
  path: string,
  all: readonly RecordValue[],
  present: readonly RecordValue[],
): readonly Configuration[] {
  const isText = present.length > 0 && present.every((value) => typeof value === 'string');
  if (!isText || textName.test(path)) return [];
  const texts = present as readonly string[];
  const isInteger = texts.every((text) => /^-?(?:0|[1-9]\d{0,17})$/.test(text));
  const isDecimal = texts.every((text) => /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text));
  const isBoolean = texts.every((text) => /^(?:true|false)$/i.test(text));
  const target = isInteger ? 'long' : isDecimal ? 'double' : isBoolean ? 'boolean' : undefined;
  if (!target) return [];
  const convert = { type: 'convert', field: path, target_type: target, ignore_missing: true };
  // What is not there is written as a hyphen or as nothing.
  const empty = [...new Set(all.filter((value) => value === '-' || value === ''))];
  return empty.length > 0 ? [{ type: 'remove_empty', field: [path], values: empty }, convert] : [convert];
}
