/** Texts with `{{path}}`: paths only, without sections. */

import { writeJson } from '../../headwater/shared/json/lossless-json.ts';
import { InvalidOption, type StepContext } from './definition.ts';
import { type FieldPath, findPath } from './field-path.ts';
import { copyValue, type DataRecord, isRecord, type RecordValue, readMember, textOf } from './record.ts';

type TextTemplate = (record: DataRecord, context: StepContext) => string;
type ValueTemplate = (record: DataRecord, context: StepContext) => RecordValue;

/** The white space around a path is not part of the expression, which takes quadratic time with it. */
const tag = /\{\{\{([^{}]*)\}\}\}|\{\{&?([^{}]*)\}\}/g;

/**
 * `{{path}}` is replaced by the value as text, escaped as in JSON, and by nothing when it is absent. `{{{path}}}` and
 * `{{&path}}` are not escaped.
 *
 * @throws InvalidOption for a tag without an end, and for sections.
 */
export function compileTemplate(text: string, option: string): TextTemplate {
  const parts: (string | TextTemplate)[] = [];
  let end = 0;
  for (const match of text.matchAll(tag)) {
    const [all, raw, path = raw ?? ''] = match;
    const before = literal(text.slice(end, match.index), option);
    if (raw === undefined && before.endsWith('{')) throw new InvalidOption(option, 'has {{{ without }}}');
    const read = reference(path.trim(), option);
    parts.push(before, raw === undefined && !all.startsWith('{{&') ? escaping(read) : read);
    end = match.index + all.length;
  }
  parts.push(literal(text.slice(end), option));
  const used = parts.filter((part) => part !== '');
  if (used.every((part) => typeof part === 'string')) return () => text;
  return (record, context) => {
    let result = '';
    for (const part of used) {
      result += typeof part === 'string' ? part : part(record, context);
      // The document is too large already.
      if (result.length > context.maxSize) break;
    }
    return result;
  };
}

function literal(text: string, option: string): string {
  if (text.includes('{{')) throw new InvalidOption(option, 'has {{ without a path and }} after it');
  return text;
}

/** As in Elasticsearch, whose templates make JSON. */
function escaping(read: TextTemplate): TextTemplate {
  return (record, context) => JSON.stringify(read(record, context)).slice(1, -1);
}

/** What `foreach` sets in the record while it runs. */
const loopMember = /^_ingest\._(?:value|key)(?![^.[])/;

function reference(path: string, option: string): TextTemplate {
  if (/^[#^/!>]/.test(path)) throw new InvalidOption(option, `has {{${path}}}: only paths are supported`);
  if (path.startsWith('_ingest.') && !loopMember.test(path))
    return (_, context) => ingestText(path.slice(8), context);
  const parsed: FieldPath | string = path === '' ? 'a path cannot be empty' : findPath(path);
  if (typeof parsed === 'string') throw new InvalidOption(option, `has {{${path}}}: ${parsed}`);
  const hasDots = path.includes('.');
  return (record) => {
    // A member with dots in its name comes first.
    const named = hasDots ? readMember(record, path) : undefined;
    const value = named === undefined ? parsed.get(record) : named;
    return value === undefined || value === null ? '' : mustacheText(value);
  };
}

/** Elasticsearch shows a list as a map of its indexes. */
function mustacheText(value: RecordValue): string {
  return Array.isArray(value)
    ? `{${value.map((inner, index) => `${index}=${textOf(inner)}`).join(', ')}}`
    : textOf(value);
}

function ingestText(name: string, { now, failed, running }: StepContext): string {
  switch (name) {
    case 'timestamp':
      return new Date(now).toISOString();
    case 'on_failure_message':
      return failed?.failure.message ?? '';
    case 'on_failure_processor_type':
      return failed?.type ?? '';
    case 'on_failure_processor_tag':
      return failed?.tag ?? '';
    case 'on_failure_pipeline':
      return failed?.pipeline ?? '';
    case 'pipeline':
      return running?.at(-1) ?? '';
    default:
      return '';
  }
}

/** Applies to the texts within the value; other values are copied for each record. */
export function compileValue(value: RecordValue, option: string): ValueTemplate {
  if (typeof value === 'string') return compileTemplate(value, option);
  if (Array.isArray(value)) {
    const items = value.map((item) => compileValue(item, option));
    return (record, context) => items.map((item) => item(record, context));
  }
  if (!isRecord(value)) return () => value;
  if (!writeJson(value).includes('{{')) return () => copyValue(value);
  const members = Object.entries(value).map(
    ([name, inner]) => [compileTemplate(name, option), compileValue(inner ?? null, option)] as const,
  );
  return (record, context) =>
    Object.fromEntries(members.map(([name, inner]) => [name(record, context), inner(record, context)]));
}
