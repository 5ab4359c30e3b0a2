/** `npx headwater preview`: what a source makes of records, before anything is stored. */

import { styleText } from 'node:util';
import type { Failure, SingleResult, StepTrace } from '@headwater/ingest';
import { type DiscoveredField, discoverFields } from '@headwater/ingest/fields';
import {
  CommandError,
  type CommandLine,
  type CommandResult,
  count,
  cut,
  table,
} from 'headwater/command-line';
import { omitUndefined, writeJson } from 'headwater/json';
import { findDifferences, type UnexpectedValue } from '../samples/expected-documents.ts';
import { failureIn, isLaterPart, producerIn, type RecordOutcome, runSample } from '../samples/run-sample.ts';
import { stepInWords } from '../samples/step-in-words.ts';
import { readPreviewSample, readPreviewSource } from './preview-input.ts';
import type { previewCommand } from './service-commands.ts';

/** Somebody waits, but nobody pays by the millisecond. */
const limits = { budgetMs: 60_000, deadlineMs: 120_000 };

export async function preview({
  source,
  sample,
  check,
  pipelines,
  all,
  json,
}: CommandLine<typeof previewCommand>): Promise<CommandResult> {
  const { name, format, pipeline } = await readPreviewSource(source, pipelines);
  const { records, expected, isCut } = await readPreviewSample(sample === '-' ? undefined : sample, format);
  if (check && !expected)
    throw new CommandError(
      '--check needs a sample with "expected": one document, null or a list of them for each record.',
    );
  const { outcomes, documents } = runSample(pipeline, records, { limits, isTraced: true });
  const shown: Preview = {
    name,
    isCut,
    sampled: records.length,
    outcomes,
    fields: discoverFields(documents, { producedBy: producerIn({ outcomes }) }),
    ...(expected && { differences: findDifferences(outcomes, expected) }),
  };
  const isDifferent = check && (shown.differences?.length ?? 0) > 0;
  return {
    output: json ? writeJson(toJson(shown), 2) : previewScreen(shown, { showsAll: all }),
    exitCode: isDifferent ? 1 : 0,
  };
}

/** The output of `--json`: the members of a mapping preview that a pipeline decides. */
function toJson({ name, isCut, sampled, outcomes, fields, differences }: Preview) {
  return {
    source: name,
    sampled,
    has_more: isCut,
    succeeded: countOf('success', outcomes),
    failed: countOf('error', outcomes),
    dropped: countOf('dropped', outcomes),
    ...(rescuedIn(outcomes) > 0 && { rescued: rescuedIn(outcomes) }),
    results: outcomes.map(({ position, part, result, steps, ...sent }) => ({
      position,
      ...omitUndefined({ part }),
      status: result.status,
      ...sent,
      ...(result.status === 'success' && { document: result.document }),
      ...omitUndefined({ error: failureIn(result).failure }),
      steps,
    })),
    fields,
    ...(differences && { differences }),
  };
}

interface Preview {
  readonly name: string;
  /** There are more records, which were not read. */
  readonly isCut: boolean;
  readonly sampled: number;
  readonly outcomes: readonly RecordOutcome[];
  /** The fields of the documents. */
  readonly fields: readonly DiscoveredField[];
  /** Present when the sample has expected documents. */
  readonly differences?: readonly UnexpectedValue[];
}

/** More would push the tables off the screen. */
const maxShownRecords = 10;
const maxShownWidth = 100;
const maxValues = 3;

/** Colours only where standard output is a terminal that wants them (NO_COLOR). */
function previewScreen(preview: Preview, { showsAll }: { readonly showsAll: boolean }): string {
  const { outcomes } = preview;
  const shown = showsAll ? outcomes : outcomes.slice(0, maxShownRecords);
  const rest = outcomes.length - shown.length;
  const parts = [
    headline(preview),
    ...shown.map(recordLines),
    rest > 0 ? [`${count(rest, 'more record')}: --all shows them, too.`] : [],
    fieldLines(preview),
    failureLines(preview),
    differenceLines(preview),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function countOf(status: SingleResult['status'], outcomes: Preview['outcomes']): number {
  return outcomes.filter(({ result }) => result.status === status).length;
}

function rescuedIn(outcomes: Preview['outcomes']): number {
  return outcomes.filter(({ result }) => result.status === 'success' && result.rescued).length;
}

function headline({ name, outcomes, sampled, isCut }: Preview): string[] {
  const amounts = [
    `${countOf('success', outcomes)} succeeded`,
    `${countOf('error', outcomes)} failed`,
    `${countOf('dropped', outcomes)} dropped`,
    `${rescuedIn(outcomes)} of them rescued by on_failure`,
  ];
  const read = isCut ? `the first ${count(sampled, 'record')}` : count(sampled, 'record');
  const all = amounts.filter((amount) => !amount.startsWith('0 ')).join(', ');
  return [`${styleText('bold', cut(name, maxShownWidth))}: ${read}, ${all}`];
}

function recordLines({ position, part, raw, result, steps }: RecordOutcome): string[] {
  const lines = table(steps.map(stepCells));
  return [
    styleText('bold', `record ${position + 1}${part === undefined ? '' : `, part ${part}`}`),
    ...(isLaterPart(part) ? [] : [`  raw  ${inOneLine(raw)}`]),
    ...lines.map((line, index) => `  ${colourOf(steps[index]?.status, line)}`),
    `  ${outcomeLine(result)}`,
  ];
}

function outcomeLine(result: SingleResult): string {
  if (result.status === 'success') {
    const { document, rescued } = result;
    const handled = rescued ? `  rescued from: ${describeFailure(rescued.failure)}` : '';
    return `${styleText('green', 'document')}  ${inOneLine(document)}${styleText('yellow', handled)}`;
  }
  if (result.status === 'dropped') return styleText('yellow', 'dropped');
  return `${styleText('red', 'failed')}  ${describeFailure(result.failure)}`;
}

const signs = { added: '+', changed: '~', removed: '-' } as const;

function stepCells({
  index,
  pointer,
  pipeline,
  type,
  tag,
  status,
  error,
  took_us: took,
  ...changes
}: StepTrace): string[] {
  const paths = (['added', 'changed', 'removed'] as const).flatMap((kind) =>
    changes[kind].map((path) => `${signs[kind]}${path}`),
  );
  const happened = {
    success: paths.join(' ') || 'no change',
    skipped: 'skipped, since its "if" does not hold',
    dropped: 'dropped the record',
    error: 'failed',
    error_ignored: `failed with ${error?.code}, ignored ${paths.join(' ')}`,
    error_handled: `failed with ${error?.code}, handled by on_failure ${paths.join(' ')}`,
  };
  const name = tag === undefined ? type : `${type} (${tag})`;
  return [
    `${stepInWords({ index, ...omitUndefined({ pointer, pipeline }) })} ${cut(name, 40)}`,
    cut(happened[status], maxShownWidth),
    `${took} us`,
  ];
}

function colourOf(status: StepTrace['status'] | undefined, line: string): string {
  if (status === 'error') return styleText('red', line);
  if (status === 'error_ignored' || status === 'error_handled' || status === 'dropped')
    return styleText('yellow', line);
  return status === 'skipped' ? styleText('dim', line) : line;
}

function describeFailure({ code, message, value }: Failure): string {
  const found = value === undefined ? '' : ` Found ${cut(writeJson(value), maxShownWidth)}.`;
  return `${message}${found} (${code})`;
}

function fieldLines({ fields, outcomes }: Preview): string[] {
  if (fields.length === 0) return [];
  const documents = countOf('success', outcomes);
  const rows = fields.map(({ path, type, count: amount, cardinality, top, ...field }) => [
    cut(path, 40),
    field.multi_valued ? `${type}[]` : type,
    `${Math.round((100 * amount) / documents)} %`,
    `${cardinality}`,
    producerInWords(field.produced_by),
    cut(
      top
        .slice(0, maxValues)
        .map(({ value }) => String(value))
        .join(', '),
      60,
    ),
  ]);
  const heads = ['field', 'type', 'present', 'values', 'made by', 'most frequent'];
  const [head = '', ...lines] = table([heads, ...rows]);
  return [styleText('bold', head), ...lines];
}

/** @example producerInWords('preprocessors[0].on_failure[1] set') // 'step 1, on_failure 2 set' */
function producerInWords(producer = ''): string {
  return producer.replace(/^(?:pipeline )?\S+/, (place) =>
    place
      .replace(/^preprocessors/, 'step')
      .replace(/^(pipeline [^[]+)\[/, '$1, step[')
      .replace(/(\.?)(\w+)\[(\d+)\]/g, (_, dot, name, index) => `${dot && ', '}${name} ${Number(index) + 1}`),
  );
}

function failureLines({ outcomes }: Preview): string[] {
  const failures = outcomes.flatMap(({ position, result, steps }) =>
    result.status === 'error'
      ? [{ ...result, type: steps.findLast(({ pointer }) => pointer === undefined)?.type, position }]
      : [],
  );
  if (failures.length === 0) return [];
  const alike = Map.groupBy(failures, ({ step, failure }) => `${step} ${failure.code}`);
  const rows = [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { step, type, failure, position } = first;
    const outside = failure.code === 'malformed_record' ? 'reading' : 'all steps';
    const at = step === undefined ? outside : `${stepInWords({ index: step })} ${type}`;
    return [[at, failure.code, `${group.length}`, `${position + 1}`, describeValue(failure)]];
  });
  const [head = '', ...lines] = table([['failed in', 'with', 'records', 'first', 'found'], ...rows]);
  return [styleText('bold', head), ...lines.map((line) => styleText('red', line))];
}

function describeValue({ value, message }: Failure): string {
  return cut(value === undefined ? message : writeJson(value), maxShownWidth);
}

function differenceLines({ differences }: Preview): string[] {
  if (!differences) return [];
  if (differences.length === 0) return [styleText('green', 'All documents are as expected.')];
  const rows = differences.map(({ position, part, path, expected, found }) => [
    part === undefined ? `${position + 1}` : `${position + 1}, part ${part}`,
    path === '' ? '(document)' : cut(path, 40),
    shortJson(expected),
    shortJson(found),
  ]);
  const [head = '', ...lines] = table([['record', 'member', 'expected', 'found'], ...rows]);
  return [styleText('bold', head), ...lines.map((line) => styleText('red', line))];
}

function shortJson(value: unknown): string {
  return value === undefined ? 'absent' : cut(writeJson(value), 60);
}

function inOneLine(record: RecordOutcome['raw']): string {
  return cut(typeof record === 'string' ? record : writeJson(record), maxShownWidth * 4);
}
