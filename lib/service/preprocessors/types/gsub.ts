import { fieldOption, ignoreMissingOption, targetOption } from '../base/common-options.ts';
import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  InvalidOption,
  withOption,
} from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { maxDocumentSize } from '../base/record.ts';
import { compileTextMap, into, readsField, textMapFailures, writesTarget } from '../base/text-map.ts';
import { compileJavaRegex } from '../text/regex.ts';

export const definition = defineType({
  type: 'gsub',
  options: {
    field: fieldOption,
    pattern: { kind: 'string', required: true, maxLength: 4096 },
    replacement: { kind: 'string', required: true, maxLength: 4096 },
    target_field: targetOption,
    ignore_missing: ignoreMissingOption,
  },
  grows: true,
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Replaces what matches a regular expression in a text, or in each text of a list.',
  descriptions: {
    pattern: 'A regular expression of Java.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of Java.
    replacement: 'The new text; $1 is the first group, ${name} one with a name, and \\$ the character.',
  },
  failures: textMapFailures,
  examples: [
    {
      title: 'Groups',
      configuration: { field: 'date', pattern: '(\\d+)/(\\d+)', replacement: '$2-$1' },
      input: { date: '05/2018' },
      output: { date: '2018-05' },
    },
    {
      title: 'Groups with names',
      configuration: {
        field: 'date',
        pattern: '(?<month>\\d+)/(?<year>\\d+)',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of Java.
        replacement: '${year}-${month}',
      },
      input: { date: '05/2018' },
      output: { date: '2018-05' },
    },
    {
      title: 'A field that is absent',
      configuration: { field: 'name', pattern: 'a', replacement: 'b' },
      input: {},
      failure: 'missing_field',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: (options) =>
    `Replaces ${options.pattern} in ${options.field.text} by ${JSON.stringify(options.replacement)}${into(options)}.`,
  inputs: readsField,
  outputs: writesTarget,
};

export const compile: Compile<typeof definition> = (options) => {
  const groups: string[] = [];
  const regex = withOption('pattern', () => compileJavaRegex(options.pattern, 'g', groups));
  const replacement = toJavaScript(options.replacement, groups);
  const { length } = replacement;
  return compileTextMap(options, (text) => {
    if (text.length * length > maxDocumentSize && isTooLarge(text, regex, length))
      return fieldFailure('output_too_large', options.field, 'becomes too large');
    return text.replace(regex, replacement);
  });
};

export const check: Check<typeof definition> = compile;

/** Counts the matches before memory is used for their replacements. */
function isTooLarge(text: string, regex: RegExp, length: number): boolean {
  let size = text.length;
  for (const _ of text.matchAll(regex)) {
    size += length;
    if (size > maxDocumentSize) return true;
  }
  return false;
}

/** The replacement in JavaScript's notation. Java takes as many digits as make the number of a group. */
function toJavaScript(replacement: string, groups: readonly string[]): string {
  return replacement.replace(/\\([\s\S]?)|\$(\{[^}]*\}|\d+)?/g, (_, escaped?: string, group?: string) => {
    if (escaped !== undefined) {
      if (escaped === '') throw new InvalidOption('replacement', 'ends with a single \\');
      return escaped === '$' ? '$$' : escaped;
    }
    if (group === undefined) throw new InvalidOption('replacement', 'has a $ without a group; write \\$');
    return group.startsWith('{') ? namedReference(group, groups) : numberedReference(group, groups.length);
  });
}

function namedReference(group: string, groups: readonly string[]): string {
  const index = groups.indexOf(group.slice(1, -1));
  if (index === -1 || group === '{}')
    throw new InvalidOption('replacement', `names the group $${group}, which the pattern does not have`);
  return numberedReference(String(index + 1), groups.length);
}

function numberedReference(digits: string, groups: number): string {
  if (Number(digits[0]) > groups)
    throw new InvalidOption('replacement', `names the group $${digits[0]}, but the pattern has ${groups}`);
  let length = 1;
  while (length < Math.min(digits.length, 2) && Number(digits.slice(0, length + 1)) <= groups) length++;
  const group = Number(digits.slice(0, length));
  const rest = digits.slice(length);
  return `${group === 0 ? '$&' : `$${String(group).padStart(2, '0')}`}${rest}`;
}
