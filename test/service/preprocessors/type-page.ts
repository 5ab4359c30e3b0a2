/** Writes docs/service/preprocessor-types.md from the tables of the types. */

import { descriptionsOf } from '../../../lib/service/preprocessors/base/common-descriptions.ts';
import { optionTableOf } from '../../../lib/service/preprocessors/base/common-options.ts';
import type { OptionDefinition } from '../../../lib/service/preprocessors/base/definition.ts';
import type { DocumentedType } from '../../../lib/service/preprocessors/engine/documented-types.ts';

const categories = {
  parse: 'Parse',
  transform: 'Transform',
  enrich: 'Enrich',
  control: 'Control',
} as const;

export function typePage(types: readonly DocumentedType[]): string {
  const sections = Object.entries(categories).flatMap(([category, title]) => [
    `## ${title}`,
    ...types.filter((type) => type.category === category).map(typeSection),
  ]);
  const note =
    'The tests write this page from `lib/service/preprocessors/types/`. Every type also has the [options of every type](preprocessors.md#options-of-every-type).';
  return `${['# Types of preprocessors', note, ...sections].join('\n\n')}\n`;
}

function typeSection(type: DocumentedType): string {
  const descriptions = descriptionsOf(type);
  const own = Object.entries(optionTableOf(type)).filter(([name]) => name in type.options || name === 'each');
  const rows = own.map(
    ([name, option]) =>
      `| \`${name}\` | ${typeOf(option)} | ${defaultOf(option)} | ${limitsOf(option)} | ${cell(descriptions[name] ?? '')} |`,
  );
  const table = ['| option | type | default | limits | |', '| --- | --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
  const examples = type.examples.map(({ title, configuration, input, output, outputs, failure }) =>
    [
      `${title}:`,
      '',
      '```json',
      JSON.stringify({ type: type.type, ...configuration }),
      JSON.stringify(input),
      outputs
        ? outputs.map((one) => JSON.stringify(one)).join('\n')
        : output
          ? JSON.stringify(output)
          : failure
            ? `"${failure}"`
            : '"dropped"',
      '```',
    ].join('\n'),
  );
  return [`### ${type.type}`, type.summary, ...(own.length > 0 ? [table] : []), ...examples].join('\n\n');
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
  return value === undefined ? '' : `\`${cell(JSON.stringify(value))}\``;
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

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
