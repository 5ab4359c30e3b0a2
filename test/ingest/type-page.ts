/** Writes docs/service/preprocessor-types.md, and a page for each category, from the tables of the types. */

import { descriptionsOf } from '../../lib/ingest/base/common-descriptions.ts';
import { optionTableOf } from '../../lib/ingest/base/common-options.ts';
import type { OptionDefinition, TypeExample } from '../../lib/ingest/base/definition.ts';
import type { DocumentedType } from '../../lib/ingest/engine/documented-types.ts';
import { pageOf, type Section, table } from '../documents/markdown.ts';

const categories = {
  parse: 'Parse',
  transform: 'Transform',
  enrich: 'Enrich',
  control: 'Control',
} as const;

/** The page that lists all types by category. */
export function typesPage(types: readonly DocumentedType[]): string {
  const note =
    'The tests write these pages from `lib/ingest/types/`. Every type also has the [options of every type](preprocessors.md#options-of-every-type).';
  const sections = Object.entries(categories).map(([category, title]): Section => {
    const rows = typesOf(types, category).map(({ type, summary }) => [
      `[${type}](preprocessor-types/${category}.md#${type})`,
      summary,
    ]);
    return [title, table(['type', 'what it does'], rows)];
  });
  return pageOf(['Types of preprocessors', note], sections);
}

/** The page of each category, by its name: options and examples of the types. */
export function categoryPages(types: readonly DocumentedType[]): ReadonlyMap<string, string> {
  const note =
    '[All types](../preprocessor-types.md). An example is a step, a record, and what becomes of it: a record, or in quotes the code of a failure.';
  return new Map(
    Object.entries(categories).map(([category, title]) => [
      category,
      pageOf([`Preprocessors: ${title.toLowerCase()}`, note], typesOf(types, category).map(typeSection)),
    ]),
  );
}

function typesOf(types: readonly DocumentedType[], category: string): readonly DocumentedType[] {
  return types.filter((type) => type.category === category);
}

function typeSection(type: DocumentedType): Section {
  const descriptions = descriptionsOf(type);
  const options = Object.entries(optionTableOf(type)).filter(
    ([name]) => name in type.options || name === 'each',
  );
  const rows = options.map(([name, option]) => [
    `\`${name}\``,
    typeOf(option),
    defaultOf(option),
    limitsOf(option),
    descriptions[name] ?? '',
  ]);
  const heads = ['option', 'type', 'default', 'limits', ''];
  const parts = [type.summary, ...(rows.length > 0 ? [table(heads, rows)] : [])];
  return [
    type.type,
    [...parts, ...type.examples.map((example) => exampleText(type.type, example))].join('\n\n'),
  ];
}

function exampleText(
  type: string,
  { title, configuration, input, output, outputs, failure }: TypeExample,
): string {
  const becomes = failure ?? (output || outputs ? undefined : 'dropped');
  const results = becomes === undefined ? (outputs ?? [output]) : [becomes];
  const lines = [{ type, ...configuration }, input, ...results].map((value) => JSON.stringify(value));
  return [`${title}:`, '', '```json', ...lines, '```'].join('\n');
}

function typeOf({ kind, acceptsSingle }: OptionDefinition): string {
  const names = {
    texts: 'object of strings',
    value: 'any',
    objects: 'list of objects',
    path: 'path',
    paths: 'list of paths',
    strings: 'list of strings',
  };
  const name = kind in names ? names[kind as keyof typeof names] : kind;
  return acceptsSingle ? `${name}, or one` : name;
}

function defaultOf({ required, default: value }: OptionDefinition): string {
  if (required) return 'required';
  return value === undefined ? '' : `\`${JSON.stringify(value)}\``;
}

function limitsOf({
  allowed,
  minItems,
  maxItems,
  minLength,
  maxLength,
  minimum,
  maximum,
}: OptionDefinition): string {
  const items = maxItems === undefined ? [] : [`${minItems ?? 0} to ${maxItems} values`];
  const length = maxLength === undefined ? [] : [`${minLength ?? 0} to ${maxLength} characters`];
  const range = maximum === undefined ? [] : [`${minimum ?? 0} to ${maximum}`];
  return [
    ...range,
    ...(allowed ? [allowed.map((value) => `\`${value}\``).join(', ')] : []),
    ...items,
    ...length,
  ].join('; ');
}
