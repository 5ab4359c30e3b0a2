import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { dropped } from '../base/failure.ts';

export const definition = defineType({
  type: 'drop',
  options: {},
});

export const documentation: Documentation<typeof definition> = {
  category: 'control',
  summary: 'Discards the record; use it with `if`.',
  descriptions: {},
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
};

export const effect: Effect<typeof definition> = {
  describe: () => 'Discards the record.',
  inputs: () => [],
  outputs: () => [],
};

export const compile: Compile<typeof definition> = () => () => dropped;
