import type { Documentation } from './definition.ts';

/** Sentences about the options that many types, or all of them, have. */
export const commonDescriptions = {
  field: 'The field to process.',
  target_field: 'The field for the result; `field` by default.',
  ignore_missing: 'The step does nothing if the field is absent or null.',
  each: 'Processes every value of a list instead of the list.',
  if: 'A query: the step runs for the records that match it.',
  tag: 'Names the step in results and failures.',
  description: 'What the step is for.',
  ignore_failure: 'A failure is ignored.',
  on_failure: 'Runs after a failure of the step; then the pipeline goes on.',
} as const;

export type CommonOption = keyof typeof commonDescriptions;

/** The sentence about each option of a type, by its name. */
export function descriptionsOf({ descriptions }: Documentation): Readonly<Record<string, string>> {
  return { ...commonDescriptions, ...descriptions };
}
