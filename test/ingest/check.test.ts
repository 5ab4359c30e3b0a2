/**
 * What `compilePipeline` refuses, `checkPipeline` refuses with the same words: invalid configurations of every registered type.
 *
 * @module-tag preprocessors
 */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { optionTableOf } from '../../lib/ingest/base/common-options.ts';
import type { OptionDefinition, TypeModule } from '../../lib/ingest/base/definition.ts';
import { checkPipeline } from '../../lib/ingest/engine/check.ts';
import type { OptionIssue } from '../../lib/ingest/engine/check-options.ts';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { type DocumentedType, documentedTypes } from '../../lib/ingest/engine/documented-types.ts';
import { loadTypes } from '../../lib/ingest/engine/load-types.ts';
import { preprocessorTypes } from '../../lib/ingest/engine/registry.ts';
import * as table from '../../lib/ingest/engine/types.table.ts';
import { repository } from '../support/repository.ts';

await loadTypes(documentedTypes);

type Configuration = Readonly<Record<string, unknown>>;

/** The issues of the check, which the compiler must report, too. */
function issuesOf(configuration: Configuration): readonly OptionIssue[] {
  const compiled = compilePipeline([configuration]);
  const issues = checkPipeline([configuration]);
  expect(issues, JSON.stringify(configuration).slice(0, 500)).toEqual(
    'issues' in compiled ? compiled.issues : [],
  );
  return issues;
}

function exampleOf({ type, examples: [first] }: DocumentedType): Configuration {
  return { type, ...first?.configuration };
}

/** Values that the table of a type refuses. */
function refusedValues(option: OptionDefinition): unknown[] {
  const { kind, minLength = 0, maxLength = 4096, minItems = 0, maxItems = 1000, allowed } = option;
  if (kind === 'boolean') return ['yes', 1, {}];
  if (kind === 'integer') return ['1', 1.5, (option.minimum ?? 0) - 1, (option.maximum ?? 0) + 1];
  if (kind === 'value') return ['x'.repeat(16_384)];
  const texts = [5, {}, 'x'.repeat(maxLength + 1), ...(minLength > 0 ? [''] : [])];
  if (allowed) texts.push('none of them');
  if (kind === 'path') texts.push('', 'a..b');
  if (kind === 'string' || kind === 'path') return texts;
  if (kind === 'texts')
    return [5, [], { a: 5 }, Object.fromEntries(Array.from({ length: maxItems + 1 }, (_, at) => [at, 'x']))];
  const wrongLists = [Array(maxItems + 1).fill('x'), ...(minItems > 0 ? [[]] : [])];
  return [5, { a: 'b' }, ...wrongLists, ...texts.map((text) => [text])];
}

/** Texts that are patterns, templates, zones or names, mostly broken. */
const texts = ['(', '[', '\\', '{{', '{{#a}}', '%{', '%{NOPE:a}', '$1', '\t', 'ab', 'a.', 'XX', 'YYYY', 'x'];

/** Values that the table of a type may accept. */
function acceptedValues({ kind, allowed, default: written }: OptionDefinition): unknown[] {
  if (kind === 'boolean') return [true, false];
  if (kind === 'integer') return [1, 2];
  const own = [undefined, ...(written === undefined ? [] : [written])];
  if (kind === 'string') return [...own, ...(allowed ?? texts)];
  if (kind === 'strings') return [...own, ...(allowed ?? texts).map((text) => [text])];
  if (kind === 'texts') return [...own, ...texts.map((text) => ({ A: text, B: '%{A}' }))];
  return [...own, ...(kind === 'value' ? texts : kind === 'paths' ? [['a']] : ['a', 'a.b'])];
}

/** The example with one option changed, and with some pairs of them. */
function changed(type: DocumentedType): Configuration[] {
  const changes = Object.entries(type.options).map(([name, option]) =>
    acceptedValues(option).map((value) => ({ ...exampleOf(type), [name]: value })),
  );
  const pairs = Object.entries(type.options).flatMap(([name, option]) =>
    acceptedValues(option)
      .slice(0, 3)
      .flatMap((value) =>
        changes.flatMap((some) => some.slice(0, 3).map((change) => ({ ...change, [name]: value }))),
      ),
  );
  return [...changes.flat(), ...pairs];
}

describe.each(documentedTypes.map((type) => [type.type, type] as const))('%s', (_, type) => {
  test('its examples have no issue', () => {
    for (const { configuration } of type.examples)
      expect(issuesOf({ type: type.type, ...configuration })).toEqual([]);
  });

  test('an option that its table refuses', () => {
    for (const [name, option] of Object.entries(optionTableOf(type))) {
      if (option.required) {
        const { [name]: _left, ...rest } = exampleOf(type);
        expect(issuesOf(rest)).toMatchObject([{ pointer: `/0/${name}`, code: 'missing_option' }]);
      }
      for (const value of refusedValues(option)) {
        const [issue] = issuesOf({ ...exampleOf(type), [name]: value });
        expect(
          issue?.pointer.startsWith(`/0/${name}`),
          `${name}: ${JSON.stringify(value).slice(0, 99)}`,
        ).toBe(true);
      }
    }
  });

  test('what its table accepts and its transformation refuses', { tags: ['preprocessors'] }, () => {
    const codes = changed(type)
      .flatMap(issuesOf)
      .map(({ code }) => code);
    // A check that finds nothing is needless, and a type without one refuses nothing after its table.
    expect(codes.includes('invalid_option')).toBe(table.checks[type.type] !== undefined);
  });
});

test('every file of types/ is in the table under its name, with all that it exports', async () => {
  const folder = join(repository, 'lib/ingest/types');
  const files = await readdir(folder);
  const names = files.map((file) => file.replace('.ts', '').replaceAll('-', '_'));
  expect(names.toSorted()).toEqual(preprocessorTypes.map(({ type }) => type).toSorted());
  for (const type of preprocessorTypes) {
    const name = type.type.replaceAll('_', '-');
    const module: TypeModule = await import(`../../lib/ingest/types/${name}.ts`);
    const columns: Readonly<Record<keyof TypeModule, unknown>> = {
      definition: table.definitions[type.type],
      documentation: table.documentations[type.type],
      effect: table.effects[type.type],
      check: table.checks[type.type],
      compile: table.compilers[type.type],
    };
    // A row is the module itself: what it exports besides would be out of the table's reach.
    expect({ check: undefined, ...module }).toEqual(columns);
  }
});
