import { ignoreMissingOption } from '../base/common-options.ts';
import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  InvalidOption,
} from '../base/definition.ts';
import type { FieldPath } from '../base/field-path.ts';
import { type DataRecord, isRecord } from '../base/record.ts';

const fields = { kind: 'paths', acceptsSingle: true, minItems: 1, maxItems: 1000, maxLength: 512 } as const;

export const definition = defineType({
  type: 'remove',
  options: { field: fields, keep: fields, ignore_missing: ignoreMissingOption },
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Removes fields, or all fields but some.',
  descriptions: {
    field: 'The fields to remove.',
    keep: 'The fields to keep; all others are removed.',
    ignore_missing: 'The step does not fail if a field is absent.',
  },
  failures: ['missing_field', 'wrong_path'],
  examples: [
    {
      title: 'Two fields',
      configuration: { field: ['a', 'b.c'] },
      input: { a: 1, b: { c: 2, d: 3 } },
      output: { b: { d: 3 } },
    },
    {
      title: 'All but one',
      configuration: { keep: 'b.c' },
      input: { a: 1, b: { c: 2, d: 3 } },
      output: { b: { c: 2 } },
    },
    { title: 'An absent field', configuration: { field: 'a' }, input: {}, failure: 'missing_field' },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, keep }) =>
    keep ? `Removes all fields but ${namesOf(keep)}.` : `Removes ${namesOf(field ?? [])}.`,
  inputs: ({ field, keep }) => (field ?? keep ?? []).map(({ text }) => text),
  outputs: () => [],
};

export const compile: Compile<typeof definition> = ({ field, keep, ignore_missing: ignoresMissing }) => {
  if (field && keep) throw new InvalidOption('keep', 'cannot be set together with field');
  if (keep) {
    const kept = keep.map(({ segments }) => segments);
    return (record) => {
      removeOthers(record, kept);
      return undefined;
    };
  }
  if (!field) throw new InvalidOption('field', 'must be set, or keep');
  return (record) => {
    for (const path of field) {
      if (ignoresMissing && !path.has(record)) continue;
      const problem = path.remove(record);
      if (problem) return problem;
    }
    return undefined;
  };
};

export const check: Check<typeof definition> = compile;

function namesOf(paths: readonly FieldPath[]): string {
  return paths.map(({ text }) => text).join(', ');
}

/** Lists are kept as a whole when a path leads into them. */
function removeOthers(record: DataRecord, kept: readonly (readonly string[])[]): void {
  const byName = Map.groupBy(kept, ([first]) => first);
  for (const [name, value] of Object.entries(record)) {
    const below = byName.get(name)?.map((segments) => segments.slice(1));
    if (!below) delete record[name];
    else if (isRecord(value) && below.every((segments) => segments.length > 0)) removeOthers(value, below);
  }
}
