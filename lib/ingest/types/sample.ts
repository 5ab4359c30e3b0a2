import { writeJson } from '../../headwater/shared/json/lossless-json.ts';
import { ignoreMissingOption, targetOption } from '../base/common-options.ts';
import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { dropped } from '../base/failure.ts';
import { readFieldValue } from '../base/read-field.ts';
import type { RecordValue } from '../base/record.ts';
import { hashOf } from '../text/hash.ts';

export const definition = defineType({
  type: 'sample',
  options: {
    rate: { kind: 'integer', required: true, minimum: 1, maximum: 1_000_000 },
    field: targetOption,
    ignore_missing: ignoreMissingOption,
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'control',
  summary:
    'Keeps one of so many records and discards the others; the same record is always kept, or never. Use `if` to keep all that matter.',
  descriptions: {
    rate: '10 keeps one record of ten, about.',
    field:
      'Records with the same value are kept together, such as those of a trace; the whole record by default.',
    ignore_missing: 'A record without the field is kept.',
  },
  failures: ['missing_field', 'null_value'],
  examples: [
    {
      title: 'All records',
      configuration: { rate: 1 },
      input: { trace: 'a' },
      output: { trace: 'a' },
    },
    {
      title: 'A trace that is not kept',
      configuration: { rate: 1000, field: 'trace' },
      input: { trace: 'a' },
    },
    {
      title: 'Without the field',
      configuration: { rate: 10, field: 'trace' },
      input: {},
      failure: 'missing_field',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ rate, field }) => `Keeps one of ${rate} ${field ? `values of ${field.text}` : 'records'}.`,
  inputs: ({ field }) => (field ? [field.text] : []),
  outputs: () => [],
};

export const compile: Compile<typeof definition> = ({ rate, field, ignore_missing }) => {
  const isKept = (value: RecordValue) =>
    hashOf(typeof value === 'string' ? value : writeJson(value)) % rate === 0;
  if (!field) return (record) => (isKept(record) ? undefined : dropped);
  return (record) => {
    const found = readFieldValue({ field, ignore_missing }, record);
    if (!found || !('value' in found)) return found;
    return isKept(found.value) ? undefined : dropped;
  };
};
