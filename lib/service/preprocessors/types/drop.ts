/** `drop`: discards the record. */

import { compilerOf, defineType } from '../base/definition.ts';
import { dropped } from '../base/failure.ts';

export const drop = defineType({
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

export const dropCompiler = /* @__PURE__ */ compilerOf(drop, () => () => dropped);
