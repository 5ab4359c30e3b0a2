import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  InvalidOption,
} from '../base/definition.ts';
import { type Failure, failure, wrongType } from '../base/failure.ts';
import { FieldPath, maxSegments } from '../base/field-path.ts';
import { copyValue, type DataRecord, isRecord, kindInWords, readMember } from '../base/record.ts';

interface Expansion {
  readonly name: string;
  readonly parent: FieldPath | undefined;
  readonly override: boolean;
}

export const definition = defineType({
  type: 'dot_expander',
  options: {
    field: { kind: 'string', required: true, maxLength: 512 },
    path: { kind: 'path', maxLength: 512 },
    override: { kind: 'boolean', default: false },
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Makes an object of a member with dots in its name.',
  descriptions: {
    field: 'The name with dots, or * for all such names.',
    path: 'The object that has the name; the record by default.',
    override: 'Replaces a value at the path; otherwise both become a list.',
  },
  failures: ['missing_field', 'wrong_type', 'wrong_path'],
  examples: [
    {
      title: 'One name',
      configuration: { field: 'user.name' },
      input: { 'user.name': 'ada', user: { id: 1 } },
      output: { user: { id: 1, name: 'ada' } },
    },
    {
      title: 'A name that begins like another',
      configuration: { field: '*' },
      input: { 'a.b.c': 1, 'a.b': { d: 2 } },
      output: { a: { b: { d: 2, c: 1 } } },
    },
    {
      title: 'A number in the way',
      configuration: { field: '*' },
      input: { 'a.b.c': 1, 'a.b': 2 },
      failure: 'wrong_path',
    },
    {
      title: 'Two dots in a row',
      configuration: { field: '*' },
      input: { 'a..b': 1 },
      failure: 'wrong_path',
    },
    {
      title: 'A text in the way',
      configuration: { field: 'a.b' },
      input: { 'a.b': 1, a: 'x' },
      failure: 'wrong_path',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, path }) =>
    field === '*'
      ? `Expands all names with dots${path ? ` in ${path.text}` : ''}.`
      : `Expands the name ${field}${path ? ` in ${path.text}` : ''}.`,
  inputs: ({ field, path }) => [pathOf(field, path)],
  outputs: ({ field, path }) => [pathOf(field, path)],
};

export const compile: Compile<typeof definition> = ({ field, path, override }) => {
  if (field !== '*') checkName(field);
  return (record) => {
    const holder = path ? path.get(record) : record;
    if (holder === undefined) return path?.explain(record);
    if (!isRecord(holder)) return wrongType(path?.text ?? '', holder, 'an object');
    const names = field === '*' ? dottedNames(holder) : [field];
    for (const name of names) {
      const problem = expand(record, holder, { name, parent: path, override });
      if (problem) return problem;
    }
    return undefined;
  };
};

export const check: Check<typeof definition> = compile;

function pathOf(field: string, path: FieldPath | undefined): string {
  return path ? `${path.text}.${field}` : field;
}

/**
 * A name comes before those that continue it, so `a.b` is there before `a.b.c` is expanded into it. In Elasticsearch the
 * order depends on hashes of the names.
 */
function dottedNames(holder: DataRecord): readonly string[] {
  const names = Object.keys(holder).filter((name) => name.indexOf('.') > 0);
  return names.toSorted((one, other) => one.split('.').length - other.split('.').length);
}

function isExpandable(name: string): boolean {
  return name.includes('.') && name.split('.').every((part) => part !== '');
}

function checkName(name: string): void {
  if (!name.includes('.')) throw new InvalidOption('field', 'must contain a dot');
  if (!isExpandable(name))
    throw new InvalidOption('field', 'must not begin or end with a dot, or have two in a row');
}

function expand(
  record: DataRecord,
  holder: DataRecord,
  { name, parent, override }: Expansion,
): Failure | undefined {
  const value = readMember(holder, name);
  if (value === undefined) return undefined;
  const parts = name.split('.');
  // As in Java, dots at the end are ignored.
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  if (parts.includes(''))
    return failure('wrong_path', `The name ${name} has two dots in a row.`, {
      path: pathOf(name, parent),
      value,
    });
  const segments = [...(parent?.segments ?? []), ...parts];
  if (segments.length > maxSegments)
    return failure('wrong_path', `The name has more than ${maxSegments} parts.`, { value: name });
  const target = new FieldPath(pathOf(name, parent), segments);
  const inTheWay = findScalar(record, target);
  if (inTheWay) return inTheWay;
  delete holder[name];
  if (override || !target.has(record)) return target.set(record, value);
  const added = Array.isArray(value) ? value : [value];
  return target.append(record, added.map(copyValue), { allowDuplicates: true });
}

/** What stands where an object must be for the target to be in it. */
function findScalar(record: DataRecord, { segments, text: path }: FieldPath): Failure | undefined {
  let holder = record;
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    const value = readMember(holder, segment);
    if (value === undefined) return undefined;
    if (!isRecord(value)) {
      const name = segments.slice(0, index + 1).join('.');
      return failure('wrong_path', `${name} must be an object, not ${kindInWords(value)}.`, { path, value });
    }
    holder = value;
  }
  return undefined;
}
