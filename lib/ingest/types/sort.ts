import { fieldOption, targetOption } from '../base/common-options.ts';
import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { wrongType } from '../base/failure.ts';
import { readFieldValue } from '../base/read-field.ts';
import { type RecordValue, textOf } from '../base/record.ts';
import { into, targetOf } from '../base/text-map.ts';

export const definition = defineType({
  type: 'sort',
  options: {
    field: fieldOption,
    order: { kind: 'string', default: 'asc', allowed: ['asc', 'desc'], ignoresCase: true },
    target_field: targetOption,
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Sorts a list: numbers by their size, texts, and texts among numbers, by their characters.',
  descriptions: { order: 'The smallest value first, or the largest.' },
  failures: ['missing_field', 'null_value', 'wrong_path', 'wrong_type'],
  examples: [
    {
      title: 'Numbers, the largest first',
      configuration: { field: 'times', order: 'desc' },
      input: { times: [9, 10, 0.5] },
      output: { times: [10, 9, 0.5] },
    },
    { title: 'No list', configuration: { field: 'tags' }, input: { tags: 'a' }, failure: 'wrong_type' },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: (options) => `Sorts ${options.field.text}${into(options)}.`,
  inputs: ({ field }) => [field.text],
  outputs: (options) => [targetOf(options)],
};

export const compile: Compile<typeof definition> = ({ field, order, target_field: target = field }) => {
  const sign = order.toLowerCase() === 'asc' ? 1 : -1;
  return (record) => {
    const read = readFieldValue({ field, ignore_missing: false }, record);
    if (!read || 'code' in read) return read;
    const { value } = read;
    if (!Array.isArray(value)) return wrongType(field.text, value, 'a list');
    const other = value.find((item) => typeof item === 'object' || typeof item === 'boolean');
    if (other !== undefined) return wrongType(field.text, other, 'a list of texts and numbers only');
    const compare = value.every((item) => typeof item !== 'string') ? compareNumbers : compareTexts;
    return target.set(
      record,
      value.toSorted((one, two) => sign * compare(one, two)),
    );
  };
};

function compareNumbers(one: RecordValue, other: RecordValue): number {
  // All are numbers or bigints, which JavaScript compares exactly.
  const [a, b] = [one as number, other as number];
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareTexts(one: RecordValue, other: RecordValue): number {
  const [a, b] = [textOf(one), textOf(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}
