import { fieldOption, ignoreMissingOption } from '../base/common-options.ts';
import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';

export const definition = defineType({
  type: 'rename',
  options: {
    field: fieldOption,
    target_field: { kind: 'path', required: true, maxLength: 512 },
    override: { kind: 'boolean', default: false },
    ignore_missing: ignoreMissingOption,
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Moves a value to another field.',
  descriptions: {
    target_field: 'The new path.',
    override: 'The target may exist and is replaced.',
    ignore_missing: 'The step does nothing if the field is absent.',
  },
  failures: ['missing_field', 'field_exists', 'wrong_path'],
  examples: [
    {
      title: 'Into an object',
      configuration: { field: 'ip', target_field: 'source.ip' },
      input: { ip: '10.0.0.1' },
      output: { source: { ip: '10.0.0.1' } },
    },
    {
      title: 'A target that exists',
      configuration: { field: 'a', target_field: 'b' },
      input: { a: 1, b: 2 },
      failure: 'field_exists',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, target_field: target }) => `Renames ${field.text} to ${target.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target }) => [target.text],
};

export const compile: Compile<typeof definition> =
  ({ field, target_field: target, override, ignore_missing: ignoresMissing }) =>
  (record) => {
    const value = field.get(record);
    // As in Elasticsearch, an index beyond a list is a mistake in the path rather than an absent field.
    if (value === undefined)
      return ignoresMissing && !field.isBeyondList(record) ? undefined : field.explain(record);
    if (target.isBeyondList(record)) return target.explain(record);
    if (!override && target.get(record) !== undefined)
      return fieldFailure('field_exists', target, 'already exists');
    const isDecimal = field.isDecimal(record);
    const problem = field.remove(record) ?? target.setWithForm(record, value, isDecimal);
    if (problem) field.set(record, value);
    return problem;
  };
