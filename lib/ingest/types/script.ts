import { fieldOption } from '../base/common-options.ts';
import { type Check, type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { failure } from '../base/failure.ts';
import { copyValue, type DataRecord } from '../base/record.ts';
import { ExpressionFailure } from '../conditions/arithmetic.ts';
import { compileExpressionOption } from '../conditions/expression.ts';

export const definition = defineType({
  type: 'script',
  options: {
    source: { kind: 'string', required: true, minLength: 1, maxLength: 512 },
    target_field: fieldOption,
    ignore_missing: { kind: 'boolean', default: false },
  },
  grows: true,
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Sets a field to the value of an expression: arithmetic, functions, and choices by conditions.',
  descriptions: {
    source: 'The expression, such as "(end - start) * 1000" or "coalesce(user.name, user.id)".',
    target_field: 'The field for the value.',
    ignore_missing:
      'If the expression has no value, because a field is absent or null, the target stays as it is.',
  },
  failures: ['missing_field', 'wrong_type', 'wrong_path', 'not_convertible', 'invalid_date'],
  examples: [
    {
      title: 'A duration in nanoseconds',
      configuration: { source: '(end - start) * 1000000000', target_field: 'event.duration' },
      input: { start: 1418530010, end: 1418530070 },
      output: { start: 1418530010, end: 1418530070, event: { duration: 60000000000 } },
    },
    {
      title: 'The first of several fields',
      configuration: { source: 'coalesce(first(client.ip), "none")', target_field: 'source' },
      input: { client: { ip: ['10.0.0.1', '10.0.0.2'] } },
      output: { client: { ip: ['10.0.0.1', '10.0.0.2'] }, source: '10.0.0.1' },
    },
    {
      title: 'A choice',
      configuration: { source: 'if (status:>=400) "failure" else "success"', target_field: 'outcome' },
      input: { status: 404 },
      output: { status: 404, outcome: 'failure' },
    },
    {
      title: 'An absent field',
      configuration: { source: 'end - start', target_field: 'took' },
      input: { end: 5 },
      failure: 'missing_field',
    },
    {
      title: 'A text in place of a number',
      configuration: { source: 'bytes * 8', target_field: 'bits' },
      input: { bytes: '12' },
      failure: 'wrong_type',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ source, target_field: target }) => `Sets ${target.text} to the value of ${source}.`,
  inputs: ({ source }) => [
    ...new Set(compileExpressionOption(source, 'source').fields.map(({ text }) => text)),
  ],
  outputs: ({ target_field: target }) => [target.text],
};

export const compile: Compile<typeof definition> = ({
  source,
  target_field: target,
  ignore_missing: ignoresMissing,
}) => {
  const { evaluate, fields } = compileExpressionOption(source, 'source');
  const explainAbsent = (record: DataRecord) => {
    const absent = fields.find((field) => (field.get(record) ?? null) === null);
    const reason = absent ? `${absent.text} is absent or null` : 'it is null';
    return failure('missing_field', `The expression has no value: ${reason}.`, {
      path: absent?.text ?? target.text,
    });
  };
  return (record, context) => {
    try {
      const value = evaluate(record, context);
      if (value !== undefined && value !== null) return target.set(record, copyValue(value));
      return ignoresMissing ? undefined : explainAbsent(record);
    } catch (cause) {
      if (!(cause instanceof ExpressionFailure)) throw cause;
      return failure(cause.code, `${cause.message}.`, { value: cause.value });
    }
  };
};

export const check: Check<typeof definition> = compile;
