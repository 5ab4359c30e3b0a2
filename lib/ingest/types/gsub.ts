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
import { compileJavaRegex, type JavaGroup } from '../text/regex.ts';

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
  const { regex, groups } = withOption('pattern', () => compileJavaRegex(options.pattern, 'g'));
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
function toJavaScript(replacement: string, groups: readonly JavaGroup[]): string {
  return replacement.replace(/\\([\s\S]?)|\$(\{[^}]*\}|\d+)?/g, (_, escaped?: string, group?: string) => {
    if (escaped !== undefined) {
      if (escaped === '') throw new InvalidOption('replacement', 'ends with a single \\');
      return escaped === '$' ? '$$' : escaped;
    }
    if (group === undefined) throw new InvalidOption('replacement', 'has a $ without a group; write \\$');
    return group.startsWith('{') ? namedReference(group, groups) : numberedReference(group, groups);
  });
}

function namedReference(text: string, groups: readonly JavaGroup[]): string {
  const group = groups.find(({ name }) => name !== '' && name === text.slice(1, -1));
  if (!group)
    throw new InvalidOption('replacement', `names the group $${text}, which the pattern does not have`);
  return referenceTo(group);
}

function numberedReference(digits: string, groups: readonly JavaGroup[]): string {
  const { length: count } = groups;
  if (Number(digits[0]) > count)
    throw new InvalidOption('replacement', `names the group $${digits[0]}, but the pattern has ${count}`);
  let length = 1;
  while (length < Math.min(digits.length, 2) && Number(digits.slice(0, length + 1)) <= count) length++;
  const group = groups[Number(digits.slice(0, length)) - 1];
  return `${group ? referenceTo(group) : '$&'}${digits.slice(length)}`;
}

/** JavaScript reads two digits. */
function referenceTo({ number }: JavaGroup): string {
  if (number > 99)
    throw new InvalidOption('replacement', 'names a group after 99 others, atomic ones included');
  return `$${String(number).padStart(2, '0')}`;
}
