import { type Compile, defineType } from '../base/definition.ts';
import { dropped } from '../base/failure.ts';

export const definition = defineType({
  type: 'drop',
  category: 'control',
  summary: 'Discards the record; use it with `if`.',
  options: {},
  failures: [],
  examples: [
    { title: 'Always', configuration: {}, input: { a: 1 } },
    {
      title: 'With a condition',
      configuration: { if: 'level:debug' },
      input: { level: 'info' },
      output: { level: 'info' },
    },
  ],
  describe: () => 'Discards the record.',
  inputs: () => [],
  outputs: () => [],
});

export const compile: Compile<typeof definition> = () => () => dropped;
