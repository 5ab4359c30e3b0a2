import { fieldOption, ignoreMissingOption } from '../base/common-options.ts';
import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  withOption,
} from '../base/definition.ts';
import { textReader } from '../base/read-field.ts';
import { compileGrok } from '../text/grok.ts';

const edge = { kind: 'string', maxLength: 64 } as const;

export const definition = defineType({
  type: 'redact',
  options: {
    field: fieldOption,
    patterns: { kind: 'strings', required: true, minItems: 1, maxItems: 32, maxLength: 4096 },
    pattern_definitions: { kind: 'texts', maxItems: 64, maxLength: 4096 },
    prefix: { ...edge, default: '<' },
    suffix: { ...edge, default: '>' },
    ignore_missing: { ...ignoreMissingOption, default: true },
  },
  grows: true,
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Replaces each part of a text that a grok pattern names by this name.',
  descriptions: {
    patterns: 'Patterns of grok with %{NAME:replacement}; all that match count.',
    pattern_definitions: 'Further names, and the patterns that they stand for.',
    prefix: 'Stands before the name.',
    suffix: 'Stands behind the name.',
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path'],
  examples: [
    {
      title: 'Addresses',
      configuration: { field: 'message', patterns: ['%{IP:client}', '%{EMAILADDRESS:EMAIL}'] },
      input: { message: '55.3.244.1 GET /index.html ada@example.org 0.043' },
      output: { message: '<client> GET /index.html <EMAIL> 0.043' },
    },
    {
      title: 'A number',
      configuration: { field: 'message', patterns: ['%{IP:client}'] },
      input: { message: 5 },
      failure: 'wrong_type',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, patterns }) => `Replaces what ${patterns.join(' or ')} names in ${field.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ field }) => [field.text],
};

interface Region {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

export const compile: Compile<typeof definition> = (options) => {
  const { field, patterns, pattern_definitions: definitions = {}, prefix, suffix } = options;
  const groks = withOption('patterns', () =>
    patterns.map((pattern) => compileGrok([pattern], definitions, { flags: 'dgu' })),
  );
  const readText = textReader(options);
  return (record) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    const regions = groks.flatMap((grok) => regionsOf(text, grok));
    return regions.length > 0 ? field.set(record, redact(text, regions, { prefix, suffix })) : undefined;
  };
};

export const check: Check<typeof definition> = compile;

function regionsOf(text: string, { captures, regexFor }: ReturnType<typeof compileGrok>): readonly Region[] {
  const regions: Region[] = [];
  for (const { indices } of text.matchAll(regexFor(text)))
    for (const { name, groups } of captures)
      for (const group of groups) {
        const [start, end] = indices?.[group] ?? [0, 0];
        if (end > start) regions.push({ start, end, name });
      }
  return regions;
}

/** Where regions overlap, the longest one names them all, as in Elasticsearch. */
function redact(
  text: string,
  regions: readonly Region[],
  { prefix, suffix }: { readonly prefix: string; readonly suffix: string },
): string {
  const merged: { start: number; end: number; longest: Region }[] = [];
  for (const region of regions.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (!last || region.start >= last.end) merged.push({ ...region, longest: region });
    else {
      last.end = Math.max(last.end, region.end);
      if (region.end - region.start > last.longest.end - last.longest.start) last.longest = region;
    }
  }
  let at = 0;
  let redacted = '';
  for (const { start, end, longest } of merged) {
    redacted += `${text.slice(at, start)}${prefix}${longest.name}${suffix}`;
    at = end;
  }
  return redacted + text.slice(at);
}
