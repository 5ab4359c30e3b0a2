import type { OptionDefinition, OptionTable, PreprocessorType } from './definition.ts';

const maxPath = 512;

export const fieldOption = {
  kind: 'path',
  required: true,
  maxLength: maxPath,
  description: 'The field to process.',
} as const;

export const targetOption = {
  kind: 'path',
  maxLength: maxPath,
  description: 'The field for the result; `field` by default.',
} as const;

/** @param path The default. */
export function targetAt(path: string, description: string) {
  return { kind: 'path', default: path, maxLength: maxPath, description } as const;
}

export const ignoreMissingOption = {
  kind: 'boolean',
  default: false,
  description: 'An absent field, or null, is left alone.',
} as const;

/** The options that every type has. */
export const stepOptions = {
  if: {
    kind: 'string',
    maxLength: 512,
    description: 'A query: the step runs for the records that match it.',
  },
  tag: { kind: 'string', maxLength: 64, description: 'Names the step in results and failures.' },
  description: { kind: 'string', maxLength: 1024, description: 'What the step is for.' },
  ignore_failure: { kind: 'boolean', default: false, description: 'A failure is ignored.' },
} as const;

export const eachOption = {
  kind: 'boolean',
  default: false,
  description: 'Processes every value of a list instead of the list.',
} as const;

/** The steps of `on_failure` have options themselves, so they are in no table. */
export const onFailureDescription = 'Runs after a failure of the step; then the pipeline goes on.';
export const maxFailureSteps = 8;

/** All options of a type, including the options of every step. */
export function optionTableOf(type: PreprocessorType): OptionTable {
  const each: Readonly<Record<string, OptionDefinition>> = type.allowsEach ? { each: eachOption } : {};
  return { ...type.options, ...each, ...stepOptions };
}
