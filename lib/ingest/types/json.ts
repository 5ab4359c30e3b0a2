import {
  copyNotes,
  hasNotes,
  mayHaveDecimals,
  parseWithDecimals,
} from '../../headwater/shared/json/decimals.ts';
import { fieldOption, ignoreMissingOption, targetOption } from '../base/common-options.ts';
import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  InvalidOption,
} from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { readFieldValue } from '../base/read-field.ts';
import {
  type DataRecord,
  isRecord,
  type RecordValue,
  readMember,
  textOf,
  writeMember,
} from '../base/record.ts';
import { into, targetOf } from '../base/text-map.ts';
import { JsonTextError, parseJsonText } from '../text/json-text.ts';

export const definition = defineType({
  type: 'json',
  options: {
    field: fieldOption,
    target_field: targetOption,
    add_to_root: { kind: 'boolean', default: false },
    add_to_root_conflict_strategy: { kind: 'string', allowed: ['replace', 'merge'] },
    allow_duplicate_keys: { kind: 'boolean', default: false },
    strict_json_parsing: { kind: 'boolean', default: true },
    ignore_missing: ignoreMissingOption,
  },
  allowsEach: true,
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary: 'Parses a text of JSON.',
  descriptions: {
    add_to_root: 'The members of the parsed object become members of the record.',
    add_to_root_conflict_strategy:
      'Whether a member replaces an object of the same name, or is merged into it; `replace` by default.',
    allow_duplicate_keys: 'The last of two members with the same name counts.',
    strict_json_parsing: 'Text after the value is refused.',
  },
  failures: ['missing_field', 'wrong_path', 'wrong_type', 'invalid_json'],
  examples: [
    {
      title: 'In place',
      configuration: { field: 'body' },
      input: { body: '{"user": "ada"}' },
      output: { body: { user: 'ada' } },
    },
    {
      title: 'Into the record',
      configuration: { field: 'body', add_to_root: true, add_to_root_conflict_strategy: 'merge' },
      input: { body: '{"user": {"name": "ada"}}', user: { id: 1 } },
      output: { body: '{"user": {"name": "ada"}}', user: { id: 1, name: 'ada' } },
    },
    { title: 'Not JSON', configuration: { field: 'body' }, input: { body: '{' }, failure: 'invalid_json' },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: (options) =>
    `Parses the JSON in ${options.field.text}${options.add_to_root ? ' into the record' : into(options)}.`,
  inputs: ({ field }) => [field.text],
  outputs: (options) => [options.add_to_root ? '*' : targetOf(options)],
};

export const check: Check<typeof definition> = (options) => {
  const { target_field: target, add_to_root: addsToRoot } = options;
  if (addsToRoot && target)
    throw new InvalidOption('target_field', 'cannot be set together with add_to_root');
  if (!addsToRoot && options.add_to_root_conflict_strategy !== undefined)
    throw new InvalidOption('add_to_root_conflict_strategy', 'needs add_to_root to be true');
};

export const compile: Compile<typeof definition> = (options) => {
  check(options);
  const { field, target_field: target, add_to_root: addsToRoot } = options;
  const strategy = options.add_to_root_conflict_strategy;
  const parseOptions = {
    allowDuplicates: options.allow_duplicate_keys,
    ignoresRest: !options.strict_json_parsing,
  };
  const parse = (text: string, record: DataRecord) => {
    const value = parseJsonText(text, parseOptions);
    return hasNotes(record) && mayHaveDecimals(text) ? (noteDecimals(text) ?? value) : value;
  };
  const goal = target ?? field;
  const add = strategy === 'merge' ? merge : assign;
  return (record) => {
    const read = field.get(record) === null ? { value: null } : readFieldValue(options, record);
    if (!read || 'code' in read) return read;
    const text = textOf(read.value);
    let value: RecordValue;
    try {
      value = parse(text, record);
    } catch (cause) {
      if (!(cause instanceof JsonTextError)) throw cause;
      return fieldFailure('invalid_json', field, `is not valid JSON: ${cause.message}`, text);
    }
    if (!addsToRoot) return goal.set(record, value);
    if (!isRecord(value)) return fieldFailure('wrong_type', field, 'must be the JSON of an object', text);
    add(record, value);
    return undefined;
  };
};

/** The value, as the parser has already read it, with notes. Undefined for what `JSON.parse` does not read, such as comments. */
function noteDecimals(text: string): RecordValue | undefined {
  try {
    return parseWithDecimals(text) as RecordValue;
  } catch {
    return undefined;
  }
}

function assign(target: DataRecord, members: DataRecord): void {
  for (const [name, value] of Object.entries(members)) writeMember(target, name, value ?? null);
  copyNotes(members, target);
}

function merge(target: DataRecord, members: DataRecord): void {
  for (const [name, value] of Object.entries(members)) {
    const old = readMember(target, name);
    if (isRecord(old) && isRecord(value)) merge(old, value);
    else assign(target, { [name]: value });
  }
}
