import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { type DataRecord, isRecord, type RecordValue } from '../base/record.ts';

export const definition = defineType({
  type: 'remove_empty',
  options: {
    field: { kind: 'paths', acceptsSingle: true, minItems: 1, maxItems: 1000, maxLength: 512 },
    values: { kind: 'strings', default: [''], maxItems: 100, maxLength: 256 },
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary:
    'Removes null, empty texts, and lists and objects without values, from fields or the whole record.',
  descriptions: {
    field: 'The fields to clean; the whole record by default.',
    values: 'The texts that are empty, such as "-" in many logs.',
  },
  failures: ['wrong_path'],
  examples: [
    {
      title: 'A whole record',
      configuration: {},
      input: { a: null, b: '', c: [null, 1], d: { e: {} }, f: 0 },
      output: { c: [1], f: 0 },
    },
    {
      title: 'A log that writes - for nothing',
      configuration: { field: 'http', values: ['', '-'] },
      input: { user: '-', http: { referrer: '-', method: 'GET' } },
      output: { user: '-', http: { method: 'GET' } },
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field }) =>
    `Removes what is empty${field ? ` from ${field.map(({ text }) => text).join(', ')}` : ''}.`,
  inputs: ({ field }) => field?.map(({ text }) => text) ?? ['*'],
  outputs: () => [],
};

export const compile: Compile<typeof definition> = ({ field, values }) => {
  const empty = new Set(values);
  if (!field)
    return (record) => {
      cleanMembers(record, empty);
      return undefined;
    };
  return (record) => {
    for (const path of field) {
      const value = path.get(record);
      if (value === undefined || !isEmptied(value, empty)) continue;
      const problem = path.remove(record);
      if (problem) return problem;
    }
    return undefined;
  };
};

/** Cleans a list or an object, which belongs to the run. @returns whether nothing is left. */
function isEmptied(value: RecordValue, empty: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return empty.has(value);
  if (value === null) return true;
  if (Array.isArray(value)) {
    const left = value.filter((item) => !isEmptied(item, empty));
    value.splice(0, value.length, ...left);
    return left.length === 0;
  }
  return isRecord(value) && cleanMembers(value, empty);
}

function cleanMembers(record: DataRecord, empty: ReadonlySet<string>): boolean {
  let isEmpty = true;
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined) continue;
    if (isEmptied(value, empty)) delete record[name];
    else isEmpty = false;
  }
  return isEmpty;
}
