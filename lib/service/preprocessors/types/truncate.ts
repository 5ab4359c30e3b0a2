import { type Compile, defineType } from '../base/definition.ts';
import { compileTextMap, into, textMap } from '../base/text-map.ts';

export const definition = defineType({
  ...textMap,
  type: 'truncate',
  summary: 'Cuts a text, or each text of a list, after a number of characters.',
  options: {
    ...textMap.options,
    length: {
      kind: 'integer',
      required: true,
      minimum: 0,
      maximum: 1_048_576,
      description: 'The largest number of characters.',
    },
  },
  examples: [
    {
      title: 'A long message',
      configuration: { field: 'message', length: 5 },
      input: { message: 'out of memory' },
      output: { message: 'out o' },
    },
    { title: 'A number', configuration: { field: 'n', length: 1 }, input: { n: 12 }, failure: 'wrong_type' },
  ],
  describe: (options) => `Cuts ${options.field.text} after ${options.length} characters${into(options)}.`,
});

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
