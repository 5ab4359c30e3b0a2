import { ignoreMissingOption, targetOption } from '../base/common-options.ts';
import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  InvalidOption,
} from '../base/definition.ts';
import { dropped, type Failure, failure, type Outcome, Unnested, wrongType } from '../base/failure.ts';
import type { FieldPath } from '../base/field-path.ts';
import { readFieldValue } from '../base/read-field.ts';
import {
  copyRecord,
  type DataRecord,
  isRecord,
  type RecordValue,
  sizeOf,
  writeMember,
} from '../base/record.ts';

export const definition = defineType({
  type: 'unnest',
  options: {
    field: { kind: 'paths', required: true, acceptsSingle: true, minItems: 1, maxItems: 16, maxLength: 512 },
    target_field: targetOption,
    add_to_root: { kind: 'boolean', default: false },
    ignore_missing: ignoreMissingOption,
  },
  unnests: true,
});

export const documentation: Documentation<typeof definition> = {
  category: 'control',
  summary:
    'Makes several records of one: each has a value of the list in place of the list, and the other fields. Each goes on through the remaining steps, where it succeeds, fails or is dropped by itself.',
  descriptions: {
    field:
      'The list. Of several lists, the first values make a record, then the second ones; a record lacks the values of a list that is shorter. An empty list drops the record.',
    target_field: 'The field for the value, if there is one list; `field` by default.',
    add_to_root: 'The members of the value, an object, become members of the record.',
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path'],
  examples: [
    {
      title: 'Records in a record',
      configuration: { field: 'Records', add_to_root: true },
      input: { account: 7, Records: [{ eventName: 'Get' }, { eventName: 'Put' }] },
      outputs: [
        { account: 7, eventName: 'Get' },
        { account: 7, eventName: 'Put' },
      ],
    },
    {
      title: 'Values of a list',
      configuration: { field: 'data.tags', target_field: 'tag' },
      input: { data: { tags: ['a', 'b'] } },
      outputs: [
        { data: {}, tag: 'a' },
        { data: {}, tag: 'b' },
      ],
    },
    {
      title: 'Two lists',
      configuration: { field: ['name', 'value'] },
      input: { name: ['cpu', 'memory'], value: [0.5] },
      outputs: [{ name: 'cpu', value: 0.5 }, { name: 'memory' }],
    },
    { title: 'An empty list', configuration: { field: 'a' }, input: { a: [] } },
    { title: 'A text', configuration: { field: 'a' }, input: { a: 'b' }, failure: 'wrong_type' },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field }) => `Makes a record of each value of ${field.map(({ text }) => text).join(' and ')}.`,
  inputs: ({ field }) => field.map(({ text }) => text),
  outputs: ({ field, target_field: target, add_to_root: isInRoot }) =>
    isInRoot ? ['*'] : (target ? [target] : field).map(({ text }) => text),
};

type Options = Parameters<Compile<typeof definition>>[0];

/** @throws InvalidOption */
function checkTarget({ field, target_field: target, add_to_root: isInRoot }: Options): void {
  if (target && isInRoot) throw new InvalidOption('target_field', 'cannot be set together with add_to_root');
  if (target && field.length > 1) throw new InvalidOption('target_field', 'cannot be set for several lists');
}

interface FoundList {
  readonly path: FieldPath;
  readonly values: readonly RecordValue[];
}

export const compile: Compile<typeof definition> = (options) => {
  checkTarget(options);
  const { field: paths, target_field: target, add_to_root: isInRoot, ignore_missing } = options;
  const place = isInRoot
    ? (part: DataRecord, path: FieldPath, value: RecordValue) => addMembers(part, path, value)
    : (part: DataRecord, path: FieldPath, value: RecordValue) => (target ?? path).set(part, value);
  return (record, { maxSize }) => {
    const lists = readLists(paths, ignore_missing, record);
    if ('code' in lists) return lists;
    if (lists.length === 0) return undefined;
    const count = Math.max(...lists.map(({ values }) => values.length));
    if (count === 0) return dropped;
    const tooMany = refuseParts(record, lists, { count, maxSize });
    if (tooMany) return tooMany;
    for (const { path } of lists) path.remove(record);
    const outcome = unnest(record, lists, { count, place });
    // The steps of `on_failure` get the record as it was.
    if (!(outcome instanceof Unnested)) for (const { path, values } of lists) path.set(record, [...values]);
    return outcome;
  };
};

export const check: Check<typeof definition> = compile;

/** Without the lists that are absent, if that is ignored. */
function readLists(
  paths: readonly FieldPath[],
  ignoresMissing: boolean,
  record: DataRecord,
): readonly FoundList[] | Failure {
  const lists: FoundList[] = [];
  for (const path of paths) {
    const read = readFieldValue({ field: path, ignore_missing: ignoresMissing }, record);
    if (!read) continue;
    if ('code' in read) return read;
    if (!Array.isArray(read.value)) return wrongType(path.text, read.value, 'a list');
    lists.push({ path, values: read.value });
  }
  return lists;
}

function refuseParts(
  record: DataRecord,
  lists: readonly FoundList[],
  { count, maxSize }: { readonly count: number; readonly maxSize: number },
): Failure | undefined {
  const listSize = lists.reduce((sum, { values }) => sum + sizeOf([...values]), 0);
  // Each part has a copy of what is around the lists.
  const size = listSize + count * (sizeOf(record) - listSize);
  if (size <= maxSize) return undefined;
  return failure('output_too_large', `The parts of the record have more than ${maxSize} characters.`);
}

interface Parts {
  readonly count: number;
  readonly place: (part: DataRecord, path: FieldPath, value: RecordValue) => Outcome;
}

function unnest(rest: DataRecord, lists: readonly FoundList[], { count, place }: Parts): Outcome {
  const records: DataRecord[] = [];
  for (let at = 0; at < count; at++) {
    const part = copyRecord(rest);
    for (const { path, values } of lists) {
      const value = values[at];
      const problem = value === undefined ? undefined : place(part, path, value);
      if (problem) return problem;
    }
    records.push(part);
  }
  return new Unnested(records);
}

function addMembers(part: DataRecord, path: FieldPath, value: RecordValue): Failure | undefined {
  if (!isRecord(value)) return wrongType(path.text, value, 'a list of objects');
  for (const [name, member] of Object.entries(value)) writeMember(part, name, member);
  return undefined;
}
