import { type Compile, type Documentation, defineType } from '../base/definition.ts';
import { compileTextMap, textEffect, textMapFailures, textMapOptions } from '../base/text-map.ts';

export const definition = defineType({
  type: 'truncate',
  options: { ...textMapOptions, length: { kind: 'integer', required: true, minimum: 0, maximum: 1_048_576 } },
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Cuts a text, or each text of a list, after a number of characters.',
  descriptions: { length: 'The largest number of characters.' },
  failures: textMapFailures,
  examples: [
    {
      title: 'A long message',
      configuration: { field: 'message', length: 5 },
      input: { message: 'out of memory' },
      output: { message: 'out o' },
    },
    { title: 'A number', configuration: { field: 'n', length: 1 }, input: { n: 12 }, failure: 'wrong_type' },
  ],
};

export const effect = /* @__PURE__ */ textEffect<typeof definition>(
  ({ field, length }) => `Cuts ${field.text} after ${length} characters`,
);

export const compile: Compile<typeof definition> = (options) => {
  const { length } = options;
  return compileTextMap(options, (text) => cutAt(text, length));
};

/** Characters beyond U+FFFF have two units in JavaScript. */
function cutAt(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  for (let count = 0; count < length && end < text.length; count++)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
