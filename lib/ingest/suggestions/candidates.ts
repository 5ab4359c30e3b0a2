/** The detectors: each proposes what a source may be, the most specific first. */

import type { DataRecord } from '../base/record.ts';
import type { RecordFormat } from '../records/csv-format.ts';
import { logfmtPairs } from '../text/logfmt.ts';
import { csvCandidate } from './csv-candidate.ts';
import { knownFormats } from './known-formats.ts';
import { type Configuration, grokOfLayout } from './layout/grok-of-layout.ts';
import { agreement } from './layout/layout.ts';
import { maxRead, readLayout } from './layout/read-layout.ts';
import { findMultiline } from './multiline.ts';
import type { SourceCandidate, SuggestionEngine, SuggestionInput } from './suggest.ts';
import { typeSteps } from './type-steps.ts';
import { w3cCandidate } from './w3c-candidate.ts';

/** As many records as the detectors look at. */
const maxShown = 200;

export function* candidatesOf(input: SuggestionInput, engine: SuggestionEngine): Generator<SourceCandidate> {
  if (!('text' in input)) {
    yield* ofRecords(input.records, input.format, engine);
    return;
  }
  const { text } = input;
  const lines = linesOf(text);
  if (lines.length === 0) return;
  const json = jsonFormat(text, lines);
  const sent = json && engine.read(text, json);
  const records = readable(sent);
  if (json && records.length > 0) yield* ofRecords(records, json, engine);
  if (records.length === 0 || sent?.includes(undefined)) {
    const whole = [w3cCandidate(text, engine), csvCandidate(text, lines, engine)];
    yield* whole.filter((candidate) => candidate !== undefined);
    yield* ofLines(text, lines, engine);
  }
}

function* ofLines(
  text: string,
  lines: readonly string[],
  engine: SuggestionEngine,
): Generator<SourceCandidate> {
  const multiline = findMultiline(lines);
  const format: RecordFormat = { format: 'text', ...(multiline ? { multiline } : {}) };
  const records = readable(engine.read(text, format));
  const reasons = multiline ? ['Lines that do not begin with a time belong to the record before them.'] : [];
  for (const { source, ...candidate } of ofTexts(records, 'message', engine))
    yield {
      ...candidate,
      field: 'message',
      source: { ...format, preprocessors: source.preprocessors },
      reasons: [...reasons, ...candidate.reasons],
    };
}

function readable(records: readonly (DataRecord | undefined)[] | undefined): readonly DataRecord[] {
  return (records ?? []).filter((record) => record !== undefined).slice(0, maxShown);
}

function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  let from = text.startsWith('\ufeff') ? 1 : 0;
  while (from < text.length && lines.length < maxShown) {
    const found = text.indexOf('\n', from);
    const end = found === -1 ? text.length : found;
    const line = text.slice(from, end).replace(/\r$/, '');
    if (line.trim() !== '') lines.push(line);
    from = end + 1;
  }
  return lines;
}

function jsonFormat(text: string, lines: readonly string[]): RecordFormat | undefined {
  if (/^\s*\[\s*\{/.test(text.slice(0, 200))) return { format: 'json' };
  const objects = lines.filter((line) => /^\s*\{.*\}\s*$/.test(line));
  return objects.length > 0 && objects.length >= lines.length * agreement ? { format: 'ndjson' } : undefined;
}

/** Names of members that hold the line of a log. */
const lineNames = ['message', 'log', 'msg', 'line', 'text', 'raw'];

/** Objects: their texts are converted, and the member with a line of a log is read. */
function* ofRecords(
  records: readonly DataRecord[],
  format: RecordFormat,
  engine: SuggestionEngine,
): Generator<SourceCandidate> {
  const shown = records.slice(0, maxShown);
  const own = typeSteps(shown, { skips: [] });
  const field = lineNames.find((name) => shown.every((record) => typeof record[name] === 'string'));
  const isLine = field !== undefined && shown.every((record) => Object.keys(record).length === 1);
  if (field !== undefined)
    for (const inner of ofTexts(shown, field, engine, !isLine))
      yield {
        ...inner,
        field,
        source: { ...format, preprocessors: [...own.steps, ...inner.source.preprocessors] },
        reasons: [...own.reasons, ...inner.reasons],
      };
  if (!isLine)
    yield {
      source: { ...format, preprocessors: own.steps },
      reasons: ['Each record is an object.', ...own.reasons],
      guesses: [],
    };
}

/** @param isInner The text is a part of a record that has a time and other fields of its own. */
function* ofTexts(
  records: readonly DataRecord[],
  field: string,
  engine: SuggestionEngine,
  isInner = false,
): Generator<SourceCandidate> {
  const texts = records.map((record) => String(record[field] ?? ''));
  const make = (
    steps: readonly Configuration[],
    reasons: readonly string[],
    guesses: readonly string[] = [],
  ) => withTypes({ records, steps, reasons, guesses, engine });
  const format = knownFormats.find(({ probe }) => holds(texts, (text) => probe.test(text.slice(0, maxRead))));
  if (format) yield make(format.steps(field), [`Lines have the form of ${format.name}.`]);
  if (holds(texts, (text) => /^\s*\{.*\}\s*$/s.test(text)))
    yield make(
      [
        { type: 'json', field, add_to_root: true },
        { type: 'remove', field: [field] },
      ].slice(0, isInner ? 1 : 2),
      ['Lines are JSON.'],
    );
  if (holds(texts, isLogfmt))
    yield make(
      [{ type: 'logfmt', field }, ...(hasKey(texts, field) ? [] : [{ type: 'remove', field: [field] }])],
      ['Lines are pairs of logfmt.'],
    );
  if (isInner) return;
  const firstLines = texts.map((text) => text.split('\n', 1)[0]?.slice(0, maxRead) ?? '');
  const isMultiline = texts.some((text) => text.includes('\n'));
  const layout = readLayout(firstLines);
  const found = grokOfLayout(layout, { field, total: texts.length, isMultiline });
  if (found)
    yield make(found.preprocessors, ['Most lines have the same columns.', ...found.reasons], found.guesses);
  yield {
    source: { format: 'text', preprocessors: [] },
    reasons: ['Lines have nothing in common.'],
    guesses: [],
  };
}

function holds(texts: readonly string[], test: (text: string) => boolean): boolean {
  return texts.length > 0 && texts.filter(test).length >= texts.length * agreement;
}

/** Pairs only, or nearly. */
function isLogfmt(text: string): boolean {
  const head = text.slice(0, maxRead);
  if (!/^\s*[A-Za-z_@][\w.@/-]*=/.test(head)) return false;
  let pairs = 0;
  let words = 0;
  for (const { value } of logfmtPairs(head))
    if (value === true) words++;
    else pairs++;
  return pairs >= 2 && words <= pairs / 3;
}

function hasKey(texts: readonly string[], key: string): boolean {
  return texts.some((text) => new RegExp(`(?:^|\\s)${key}=`).test(text.slice(0, maxRead)));
}

interface Draft {
  readonly records: readonly DataRecord[];
  readonly steps: readonly Configuration[];
  readonly reasons: readonly string[];
  readonly guesses: readonly string[];
  readonly engine: SuggestionEngine;
}

/** Reads a message within once more, and converts the texts that steps have made. */
function withTypes({ records, steps, reasons, guesses, engine }: Draft): SourceCandidate {
  let all = steps;
  let documents = readable(engine.run(all, records));
  const inner = innerStep(documents);
  if (inner) {
    all = [...all, inner.step];
    documents = readable(engine.run(all, records));
  }
  const typed = typeSteps(documents, { skips: ['message'] });
  return {
    source: { format: 'text', preprocessors: [...all, ...typed.steps] },
    reasons: [...reasons, ...(inner ? [inner.reason] : []), ...typed.reasons],
    guesses,
  };
}

/** The message of an envelope may be structured. */
function innerStep(
  documents: readonly DataRecord[],
): { readonly step: Configuration; readonly reason: string } | undefined {
  const texts = documents.flatMap(({ message }) => (typeof message === 'string' ? [message] : []));
  if (texts.length < documents.length * agreement) return undefined;
  const options = { field: 'message', ignore_failure: true };
  if (holds(texts, (text) => /^\s*\{.*\}\s*$/s.test(text)))
    return { step: { type: 'json', target_field: 'data', ...options }, reason: 'The messages are JSON.' };
  if (holds(texts, isLogfmt))
    return {
      step: { type: 'logfmt', target_field: 'data', ...options },
      reason: 'The messages are pairs of logfmt.',
    };
  return undefined;
}
