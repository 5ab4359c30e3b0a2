import { fieldOption, ignoreMissingOption, targetOption } from '../base/common-options.ts';
import {
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  type LateCompile,
  type StepFunction,
} from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { FieldPath, knownPath } from '../base/field-path.ts';
import { textReader } from '../base/read-field.ts';
import type { DomainParts } from '../text/split-domain.ts';

export const definition = defineType({
  type: 'registered_domain',
  options: {
    field: fieldOption,
    target_field: targetOption,
    ignore_missing: { ...ignoreMissingOption, default: true },
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'enrich',
  summary: 'Splits the name of a host into the domain that somebody has registered, its suffix and the rest.',
  descriptions: {
    target_field: 'The object for the parts; the record by default.',
    ignore_missing:
      'The step does nothing if the field is absent or null, or if its name is under no known suffix.',
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'not_convertible'],
  examples: [
    {
      title: 'A host',
      configuration: { field: 'host', target_field: 'url' },
      input: { host: 'www.example.co.uk' },
      output: {
        host: 'www.example.co.uk',
        url: {
          domain: 'www.example.co.uk',
          registered_domain: 'example.co.uk',
          top_level_domain: 'co.uk',
          subdomain: 'www',
        },
      },
    },
    {
      title: 'No public suffix',
      configuration: { field: 'host', ignore_missing: false },
      input: { host: 'localhost' },
      failure: 'not_convertible',
    },
  ],
};

const parts = ['domain', 'registered_domain', 'top_level_domain', 'subdomain'] as const;

export const effect: Effect<typeof definition> = {
  describe: ({ field, target_field: target }) =>
    `Splits the host in ${field.text} into its domains${target ? ` in ${target.text}` : ''}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target }) => parts.map((name) => (target ? `${target.text}.${name}` : name)),
};

export const compile: LateCompile<typeof definition> = {
  load: async () => {
    const { splitDomain } = await import('../text/split-domain.ts');
    return (options) => compileWith(options, splitDomain);
  },
};

function compileWith(
  options: Parameters<Compile<typeof definition>>[0],
  split: (name: string) => DomainParts | undefined,
): StepFunction {
  const { field, target_field: target } = options;
  const paths = parts.map((name) => ({ name, path: pathWithin(target, name) }));
  const readText = textReader(options);
  return (record) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    const found = split(text);
    if (!found && options.ignore_missing) return undefined;
    if (!found) return fieldFailure('not_convertible', field, 'is not a name under a public suffix', text);
    for (const { name, path } of paths) {
      const outcome = found[name] === undefined ? undefined : path.set(record, found[name]);
      if (outcome) return outcome;
    }
    return undefined;
  };
}

function pathWithin(target: FieldPath | undefined, name: string): FieldPath {
  return target ? new FieldPath(`${target.text}.${name}`, [...target.segments, name]) : knownPath(name);
}
