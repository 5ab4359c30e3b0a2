import { writeJson } from '../../headwater/shared/json/lossless-json.ts';
import { fieldOption } from '../base/common-options.ts';
import { type Check, type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { compileValue } from '../base/template.ts';

export const definition = defineType({
  type: 'append',
  options: {
    field: fieldOption,
    value: { kind: 'value', required: true },
    allow_duplicates: { kind: 'boolean', default: true },
  },
  grows: true,
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Adds values to a list; a single value becomes a list.',
  descriptions: {
    value: 'A value or a list of values; texts may contain {{path}}.',
    allow_duplicates: 'Values that the list has are added again.',
  },
  failures: ['wrong_path'],
  examples: [
    {
      title: 'To a single value',
      configuration: { field: 'tags', value: ['b', '{{env}}'] },
      input: { tags: 'a', env: 'prod' },
      output: { tags: ['a', 'b', 'prod'], env: 'prod' },
    },
    {
      title: 'Without duplicates',
      configuration: { field: 'tags', value: ['a', 'b'], allow_duplicates: false },
      input: { tags: ['a'] },
      output: { tags: ['a', 'b'] },
    },
    {
      title: 'Through a text',
      configuration: { field: 'a.b', value: 1 },
      input: { a: 'x' },
      failure: 'wrong_path',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, value }) => `Adds ${writeJson(value).slice(0, 200)} to ${field.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ field }) => [field.text],
};

export const compile: Compile<typeof definition> = ({ field, value, allow_duplicates: allowDuplicates }) => {
  const make = compileValue(value, 'value');
  return (record, context) => {
    const made = make(record, context);
    return field.append(record, Array.isArray(made) ? made : [made], { allowDuplicates });
  };
};

export const check: Check<typeof definition> = compile;
