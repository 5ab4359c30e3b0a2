/**
 * The step `json` reads most texts with JSON.parse, and others itself: with a comment before it, any text is of the second
 * kind, so both must give the same.
 */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeJson } from '../../lib/headwater/shared/json/lossless-json.ts';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import type { Pipeline } from '../../lib/ingest/engine/pipeline.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';
import { amount } from '../support/amount.ts';

type Options = Readonly<Record<string, boolean>>;

const pipelines = new Map<string, Pipeline>();

function pipelineWith(options: Options): Pipeline {
  const compiled = compilePipeline([{ type: 'json', field: 'a', ...options }]);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  pipelines.set(JSON.stringify(options), compiled.pipeline);
  return compiled.pipeline;
}

/** The value as JSON, or the message of the failure. */
function read(text: string, options: Options = {}): string {
  const pipeline = pipelines.get(JSON.stringify(options)) ?? pipelineWith(options);
  const [result] = runPipeline(pipeline, [{ a: text }]);
  if (result?.status === 'success') return writeJson(result.document['a']);
  return result?.status === 'error' ? result.failure.message : String(result?.status);
}

const comment = '/* a */';

/** As `read`, with positions in the text without the comment. */
function readAfterComment(text: string, options: Options): string {
  const answer = read(comment + text, options);
  return answer.replace(/ at (\d+)(?=\D*$)/, (_, at: string) => ` at ${Number(at) - comment.length}`);
}

const refused: readonly [text: string, message: string][] = [
  ['{"a":1,"a":2}', 'members with different names'],
  ['{"a":{"b":1,"b":1}}', 'members with different names'],
  ['{"a":1,"\\u0061":2}', 'members with different names'],
  ['{"__proto__":1,"__proto__":2}', 'members with different names'],
  ['[1e400]', 'a number within the range of a double'],
  [`[${'9'.repeat(1_001)}]`, 'an integer of at most 1000 digits'],
  ['['.repeat(65) + ']'.repeat(65), 'at most 64 levels'],
  [`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 'at most 64 levels'],
  ['{"a":1} {"a":1}', 'the end'],
  ['{"a":tru}', 'a value'],
  ['{"a":1]', ', or }'],
];

const kept: readonly [text: string, value: string][] = [
  ['{"n":9007199254740993,"m":-9007199254740993}', '{"n":9007199254740993,"m":-9007199254740993}'],
  ['{"n":1180591620717411303424}', '{"n":1180591620717411303424}'],
  ['{"n":1e21}', '{"n":1e+21}'],
  [
    ' {"__proto__":{"a":1},"constructor":{"prototype":1}}\n',
    '{"__proto__":{"a":1},"constructor":{"prototype":1}}',
  ],
  ['{"a":"\\ud800:\\"","b":":"}', '{"a":"\\ud800:\\"","b":":"}'],
  ['['.repeat(64) + ']'.repeat(64), '['.repeat(64) + ']'.repeat(64)],
  ['{"a":1 /* b */} // c', '{"a":1}'],
  ['', 'null'],
];

describe('whatever JSON.parse would lose or accept', () => {
  test.each(refused)('%.40s is refused', (text, message) => {
    expect(read(text)).toContain(message);
  });

  test.each(kept)('%.40s is kept', (text, value) => {
    expect(read(text)).toBe(value);
  });

  test('a member that is there twice has its last value where that is allowed', () => {
    expect(read('{"a":1,"b":{"c":1,"c":2},"a":3}', { allow_duplicate_keys: true })).toBe(
      '{"a":3,"b":{"c":2}}',
    );
  });
});

const scalars = fc.oneof(
  fc.jsonValue({ maxDepth: 0 }).map((value) => JSON.stringify(value)),
  fc.constantFrom('9007199254740993', '9007199254740992', '1e400', '-0', '1.0', '1E2', '01', 'nul', '"\\x"'),
);
const name = fc.constantFrom('"a"', '"b"', '"\\u0061"', '"a:b"', '"\\""', '"__proto__"', 'a');
const space = fc.constantFrom('', '', '', ' ', '\n\t', '\u00a0', '/**/', '// x\n');
const { value } = fc.letrec<{ readonly value: string }>((tie) => {
  const spaced = fc.tuple(space, tie('value'), space).map((parts) => parts.join(''));
  const member = fc.tuple(space, name, space, spaced).map(([a, b, c, d]) => `${a}${b}${c}:${d}`);
  return {
    value: fc.oneof(
      { maxDepth: 5 },
      scalars,
      fc.array(spaced, { maxLength: 3 }).map((items) => `[${items.join()}]`),
      fc.array(member, { maxLength: 3 }).map((members) => `{${members.join()}}`),
    ),
  };
});
const text = fc
  .tuple(value, fc.constantFrom('', '', '', ' ', ' // x', '}', ' null'))
  .map((parts) => parts.join(''));
const options = fc.record({ allow_duplicate_keys: fc.boolean(), strict_json_parsing: fc.boolean() });

test('random texts', { tags: ['property'] }, () => {
  const seen = { plain: 0, other: 0 };
  fc.assert(
    fc.property(text, options, (json, chosen) => {
      const answer = read(json, chosen);
      expect(answer).toBe(readAfterComment(json, chosen));
      seen[answer.includes('not valid JSON') ? 'other' : 'plain']++;
    }),
    { numRuns: amount({ few: 1_000, many: 5_000, most: 500_000 }) },
  );
  expect(Math.min(seen.plain, seen.other)).toBeGreaterThan(100);
});
