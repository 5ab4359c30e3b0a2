/** What every type promises: examples, missing fields, nulls, wrong types, and its page. */

import { describe, expect, test } from 'vitest';
import type { TypeExample } from '../../lib/ingest/base/definition.ts';
import { failureCodes } from '../../lib/ingest/base/failure.ts';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { describeStep } from '../../lib/ingest/engine/describe.ts';
import { type DocumentedType, documentedTypes } from '../../lib/ingest/engine/documented-types.ts';
import { loadTypes } from '../../lib/ingest/engine/load-types.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';
import { categoryPages, typesPage } from './type-page.ts';

await loadTypes(documentedTypes);

type Configuration = Readonly<Record<string, unknown>>;

function run(configurations: readonly Configuration[], input: TypeExample['input']) {
  const compiled = compilePipeline(configurations);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  const [result] = runPipeline(compiled.pipeline, [input], {
    budgetMs: 60_000,
    recordLimitMs: 30_000,
    deadlineMs: 60_000,
  });
  return result;
}

test('the pages of the types are written from their tables', async () => {
  const page = '../../docs/service/preprocessor-types';
  await expect(typesPage(documentedTypes)).toMatchFileSnapshot(`${page}.md`);
  for (const [category, text] of categoryPages(documentedTypes))
    await expect(text).toMatchFileSnapshot(`${page}/${category}.md`);
});

describe.each(documentedTypes.map((type) => [type.type, type] as const))('%s', (name, type) => {
  test.each(type.examples)('example: $title', ({ configuration, input, output, outputs, failure }) => {
    const result = run([{ type: name, ...configuration }], input);
    if (failure) expect(result).toMatchObject({ status: 'error', failure: { code: failure }, step: 0 });
    else if (outputs)
      expect(result).toEqual({
        status: 'unnested',
        parts: outputs.map((document) => ({ status: 'success', document })),
      });
    else if (output) expect(result).toEqual({ status: 'success', document: output });
    else expect(result).toEqual({ status: 'dropped', step: 0 });
  });

  test('the failures of its examples are among its codes', () => {
    const codes = type.examples.flatMap(({ failure }) => failure ?? []);
    expect(codes.filter((code) => !type.failures.includes(code))).toEqual([]);
    expect(type.failures.filter((code) => !(code in failureCodes))).toEqual([]);
  });

  test('says what a configuration does, reads and writes', () => {
    const [{ configuration } = { configuration: {} }] = type.examples;
    const step = describeStep({ type: name, ...configuration });
    expect(step?.summary).toMatch(/^[A-Z].*\w/);
    if (type.category !== 'control')
      expect([...(step?.inputs ?? []), ...(step?.outputs ?? [])]).not.toEqual([]);
  });

  test('an unknown option is refused with the nearest spelling', () => {
    const [option = 'tag'] = Object.keys(type.options);
    const [{ configuration } = { configuration: {} }] = type.examples;
    const compiled = compilePipeline([{ type: name, ...configuration, [`${option}x`]: 1 }]);
    expect('issues' in compiled && compiled.issues).toEqual([
      expect.objectContaining({ pointer: `/0/${option}x`, code: 'unknown_option', suggestion: option }),
    ]);
  });
});

/** The types that process `field`, each with the options that it needs; geoip does so with a database. */
const single: readonly DocumentedType[] = documentedTypes.filter(
  ({ type, options }) =>
    'field' in options &&
    !['set', 'append', 'remove', 'remove_empty', 'dot_expander', 'geoip'].includes(type),
);

function configurationOf({ type, examples, options }: DocumentedType): Configuration {
  const kept = 'ignore_missing' in options ? { ignore_missing: false } : {};
  return { type, ...examples[0]?.configuration, ...kept, field: 'value' };
}

describe.each(single.map((type) => [type.type, type] as const))('%s', (name, type) => {
  const ignoresMissing = 'ignore_missing' in type.options;

  test('an absent field fails, unless that is ignored', () => {
    expect(run([configurationOf(type)], {})).toMatchObject({
      status: 'error',
      failure: { code: 'missing_field', path: 'value' },
    });
    if (ignoresMissing)
      expect(run([{ ...configurationOf(type), ignore_missing: true }], { a: 1 })).toEqual({
        status: 'success',
        document: { a: 1 },
      });
  });

  // JSON has null, dates fail by their formats, and a value of null can be renamed.
  test.skipIf(['json', 'date', 'rename'].includes(name))('null fails, unless that is ignored', () => {
    expect(run([configurationOf(type)], { value: null })).toMatchObject({
      status: 'error',
      failure: { code: 'null_value', path: 'value' },
    });
    if (ignoresMissing)
      expect(run([{ ...configurationOf(type), ignore_missing: true }], { value: null })).toEqual({
        status: 'success',
        document: { value: null },
      });
  });

  // These take any value.
  test.skipIf(['rename', 'foreach', 'sample'].includes(name))(
    'an object fails, and the steps of on_failure run',
    () => {
      const failing = run([configurationOf(type)], { value: { a: 1 } });
      expect(failing).toMatchObject({ status: 'error', failure: { path: 'value' }, step: 0 });
      const handled = {
        ...configurationOf(type),
        tag: 'first',
        on_failure: [
          {
            type: 'set',
            field: 'why',
            value: '{{_ingest.on_failure_processor_tag}} {{_ingest.on_failure_processor_type}}',
          },
        ],
      };
      expect(run([handled], { value: { a: 1 } })).toEqual({
        status: 'success',
        document: { value: { a: 1 }, why: `first ${name}` },
      });
      expect(run([{ ...configurationOf(type), ignore_failure: true }], { value: { a: 1 } })).toEqual({
        status: 'success',
        document: { value: { a: 1 } },
      });
    },
  );
});
