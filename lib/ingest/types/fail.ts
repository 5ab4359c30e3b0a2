import { type Check, type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { failure } from '../base/failure.ts';
import { compileTemplate } from '../base/template.ts';

export const definition = defineType({
  type: 'fail',
  options: { message: { kind: 'string', required: true, maxLength: 1024 } },
});

export const documentation: Documentation<typeof definition> = {
  category: 'control',
  summary: 'Refuses the record with a message; use it with `if`.',
  descriptions: { message: 'The message; it may contain {{path}}.' },
  failures: ['failed'],
  examples: [
    {
      title: 'With a condition',
      configuration: { message: 'unknown level {{level}}', if: 'NOT level:(info OR error)' },
      input: { level: 'x' },
      failure: 'failed',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ message }) => `Refuses the record: ${message}`,
  inputs: () => [],
  outputs: () => [],
};

export const compile: Compile<typeof definition> = ({ message }) => {
  const write = compileTemplate(message, 'message');
  return (record, context) => failure('failed', write(record, context));
};

export const check: Check<typeof definition> = compile;
