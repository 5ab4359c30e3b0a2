/**
 * An exported pipeline has only options that Elasticsearch has, for each type with each of its options. The answers of
 * Elasticsearch in engine-cases.jsonl say whether the table of these options is complete.
 */

import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stepOptions } from '../../lib/ingest/base/common-options.ts';
import type { OptionDefinition } from '../../lib/ingest/base/definition.ts';
import { documentedOptions } from '../../lib/ingest/elasticsearch/processor-options.ts';
import { checkPipeline } from '../../lib/ingest/engine/check.ts';
import { documentedTypes } from '../../lib/ingest/engine/documented-types.ts';
import { loadTypes } from '../../lib/ingest/engine/load-types.ts';
import { cleanUp } from '../support/clean-up.ts';
import { commandNamed } from '../support/command.ts';

await loadTypes(documentedTypes);
const folder = await mkdtemp(join(tmpdir(), 'headwater-exported-'));
cleanUp(() => rm(folder, { recursive: true, force: true }));

/** Values of an option that are not its default, to try. */
function valuesOf({ kind, allowed, default: usual, minimum = 0 }: OptionDefinition): readonly unknown[] {
  const values: Readonly<Record<OptionDefinition['kind'], readonly unknown[]>> = {
    string: [...(allowed ?? ['x', '"', 'a.b', '{{a}}', 'type-a-b', 'Europe/Rome', 'yyyy', 'de'])],
    boolean: [true, false],
    integer: [minimum + 1],
    path: ['x.y'],
    paths: [['x.y']],
    strings: [['x'], ['10.0.0.0/8'], ['%{WORD:a}'], ['UNIX_NS'], ['UNIX'], allowed ?? []],
    texts: [{ A: 'b' }],
    objects: [[{ a: 'x' }]],
    value: ['x', 1],
    step: [
      { type: 'trim', field: '_ingest._value' },
      { type: 'date', field: '_ingest._value', formats: ['ISO8601'], ignore_missing: true },
    ],
  };
  return values[kind].filter((value) => value !== usual);
}

async function exported(step: object) {
  const file = join(folder, 'source.json');
  await writeFile(file, JSON.stringify({ preprocessors: [step] }));
  return await commandNamed('export-pipeline')([file]);
}

/** The options of all processors that Elasticsearch does not have. */
function unknownOptions(processors: readonly object[]): readonly string[] {
  return processors.flatMap((processor) =>
    Object.entries(processor).flatMap(([name, options]: [string, object]) => {
      const known = documentedOptions(name);
      const inner = Object.entries(options).flatMap(([option, value]) =>
        option === 'processor'
          ? unknownOptions([value])
          : option === 'on_failure'
            ? unknownOptions(value)
            : [],
      );
      const own = Object.keys(options).filter((option) => !known?.has(option));
      return [...own.map((option) => `${name}.${option}`), ...inner];
    }),
  );
}

/** A condition may be written in another way. */
function withoutCondition(output = '{}'): readonly unknown[] {
  const { processors = [] } = JSON.parse(output);
  return processors.map((processor: Readonly<Record<string, object>>) =>
    Object.entries(processor).map(([name, options]) => [name, { ...options, if: undefined }]),
  );
}

describe.each(documentedTypes.map((type) => [type.type, type] as const))(
  '%s',
  (type, { options, examples }) => {
    const [example] = examples;
    const base = { type, ...example?.configuration };
    const steps = Object.entries({ ...options, ...stepOptions }).flatMap(([option, definition]) =>
      valuesOf(definition).map((value) => ({ ...base, [option]: value })),
    );
    const valid = [base, ...steps].filter((step) => checkPipeline([step]).length === 0);

    test('each option is exported, or refused with its reason', async () => {
      expect(valid.length).toBeGreaterThan(3);
      for (const step of valid) {
        const { exitCode, output, complaint } = await exported(step);
        if (exitCode === 0)
          expect({ step, unknown: unknownOptions(JSON.parse(output ?? '').processors) }).toEqual({
            step,
            unknown: [],
          });
        else
          expect({ step, complaint }).toEqual({
            step,
            complaint: expect.stringMatching(/Elasticsearch|Painless/),
          });
        if (exitCode === 0) expect(JSON.parse(output ?? '').processors).toHaveLength(1);
      }
    });

    test.runIf(documentedOptions(type) && type !== 'script' && type !== 'enrich')(
      'what is exported is imported the same',
      { tags: ['preprocessors'] },
      async () => {
        for (const step of valid) {
          const { exitCode, output = '' } = await exported(step);
          if (exitCode !== 0) continue;
          const file = join(folder, 'pipeline.json');
          await writeFile(file, output);
          const again = await commandNamed('import-pipeline')([file]);
          expect({ step, code: again.exitCode, complaint: again.complaint }).toEqual({
            step,
            code: 0,
            complaint: '1 processor became 1 preprocessor; 0 left out.',
          });
          const twice = await exported(JSON.parse(again.output ?? '').preprocessors[0]);
          expect(withoutCondition(twice.output)).toEqual(withoutCondition(output));
        }
      },
    );
  },
);

test('the table has each option that Elasticsearch has accepted', () => {
  const lines = readFileSync(new URL('engine-cases.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const accepted = lines
    .map((line) => JSON.parse(line))
    .filter(({ type, error }) => type !== 'pipeline' && error !== 'definition');
  const unknown = accepted.flatMap(({ id, type, configuration: { if_painless: _, ...options } }) =>
    unknownOptions([{ [type]: options }]).map((option) => `${id} ${option}`),
  );
  expect(accepted.length).toBeGreaterThan(400);
  expect(unknown).toEqual([]);
});
