import type { OptionDefinition, OptionTable, PreprocessorType } from './definition.ts';

const maxPath = 512;

export const fieldOption = {
  kind: 'path',
  required: true,
  maxLength: maxPath,
} as const;

export const targetOption = {
  kind: 'path',
  maxLength: maxPath,
} as const;

/** @param path The default. */
export function targetAt(path: string) {
  return { kind: 'path', default: path, maxLength: maxPath } as const;
}

export const ignoreMissingOption = {
  kind: 'boolean',
  default: false,
} as const;

/** The options that every type has. */
export const stepOptions = {
  if: { kind: 'string', maxLength: 512 },
  tag: { kind: 'string', maxLength: 64 },
  description: { kind: 'string', maxLength: 1024 },
  ignore_failure: { kind: 'boolean', default: false },
} as const;

export const eachOption = {
  kind: 'boolean',
  default: false,
} as const;

/** The steps of `on_failure`, which have options themselves, are in no table. */
export const maxFailureSteps = 8;

/** All options of a type, including the options of every step. */
export function optionTableOf(type: PreprocessorType): OptionTable {
  const each: Readonly<Record<string, OptionDefinition>> = type.allowsEach ? { each: eachOption } : {};
  return { ...type.options, ...each, ...stepOptions };
}
