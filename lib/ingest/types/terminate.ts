import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { terminated } from '../base/failure.ts';

export const definition = defineType({
  type: 'terminate',
  options: {},
});

export const documentation: Documentation<typeof definition> = {
  category: 'control',
  summary: 'Ends the pipeline: the record is stored as it is; use it with `if`.',
  descriptions: {},
  failures: [],
  examples: [
    { title: 'Always', configuration: {}, input: { a: 1 }, output: { a: 1 } },
    {
      title: 'With a condition',
      configuration: { if: 'level:debug' },
      input: { level: 'info' },
      output: { level: 'info' },
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: () => 'Ends the pipeline.',
  inputs: () => [],
  outputs: () => [],
};

export const compile: Compile<typeof definition> = () => () => terminated;
