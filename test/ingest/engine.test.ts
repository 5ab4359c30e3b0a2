/** Validation, traces, conditions, limits and hostile input. */

import { describe, expect, test } from 'vitest';
import type { DataRecord } from '../../lib/ingest/base/record.ts';
import type { Condition } from '../../lib/ingest/conditions/condition.ts';
import { catalogue } from '../../lib/ingest/engine/catalogue.ts';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { documentedTypes } from '../../lib/ingest/engine/documented-types.ts';
import { loadTypes } from '../../lib/ingest/engine/load-types.ts';
import { matchWithin } from '../../lib/ingest/engine/match-within.ts';
import type { PipelineStep } from '../../lib/ingest/engine/pipeline.ts';
import { readPipeline } from '../../lib/ingest/engine/pipeline-compiler.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';
import { makeCounts } from '../../lib/ingest/engine/step-counts.ts';
import { tracePipeline } from '../../lib/ingest/engine/trace.ts';

await loadTypes(documentedTypes);

function compile(...configurations: readonly Readonly<Record<string, unknown>>[]) {
  const compiled = compilePipeline(configurations);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  return compiled.pipeline;
}

function issuesOf(configurations: unknown) {
  const compiled = compilePipeline(configurations);
  return 'issues' in compiled ? compiled.issues : [];
}

function run(record: DataRecord, ...configurations: readonly Readonly<Record<string, unknown>>[]) {
  return runPipeline(compile(...configurations), [record], {
    budgetMs: 60_000,
    recordLimitMs: 30_000,
    deadlineMs: 60_000,
  })[0];
}

describe('a configuration is refused:', () => {
  const grok = (patterns: unknown, rest = {}) => [{ type: 'grok', field: 'a', patterns, ...rest }];
  const deep = (depth: number): Record<string, unknown> => ({
    type: 'trim',
    field: 'a',
    ...(depth > 0 ? { on_failure: [deep(depth - 1)] } : {}),
  });
  test.each([
    ['no list', {}, '', 'must be a list, not an object'],
    ['no object', ['trim'], '/0', 'must be an object, not a string'],
    ['an unknown type', [{ type: 'gork' }], '/0/type', 'did you mean grok?'],
    ['no type', [{ field: 'a' }], '/0/type', 'must be one of csv, json'],
    ['an unknown option', [{ type: 'trim', feild: 'a', field: 'a' }], '/0/feild', 'did you mean field?'],
    ['a missing option', [{ type: 'trim' }], '/0/field', 'is required'],
    ['a wrong type', [{ type: 'trim', field: 1 }], '/0/field', 'must be a string, not a number'],
    ['an empty path', [{ type: 'trim', field: '' }], '/0/field', 'a path cannot be empty'],
    ['a long path', [{ type: 'trim', field: 'a.'.repeat(300) }], '/0/field', 'must have 0 to 512 characters'],
    [
      'a value that is not allowed',
      [{ type: 'convert', field: 'a', target_type: 'intger' }],
      '/0/target_type',
      'did you mean integer?',
    ],
    [
      'options that exclude each other',
      [{ type: 'remove', field: 'a', keep: 'b' }],
      '/0/keep',
      'cannot be set together with field',
    ],
    [
      'a query',
      [{ type: 'drop', if: 'a:[1 TO' }],
      '/0/if',
      'is not a query: Expected a value or * alone at 7.',
    ],
    [
      'a query with a space after a minus, as in a list',
      [{ type: 'drop', if: 'a - b' }],
      '/0/if',
      'is not a query: Expected a word, a field or ( right after - at 3.',
    ],
    [
      'a query with an operator in the place of a word',
      [{ type: 'drop', if: 'a:AND' }],
      '/0/if',
      'is not a query: Expected a value of a at 2',
    ],
    [
      'a prefix of white space',
      [{ type: 'drop', if: 'a:\\ *' }],
      '/0/if',
      'is not a query: Expected a value of a at 2.',
    ],
    ['an empty query', [{ type: 'drop', if: ' ' }], '/0/if', 'is not a query: Expected a word, a field or ('],
    [
      'a template',
      [{ type: 'set', field: 'a', value: '{{b' }],
      '/0/value',
      'has {{ without a path and }} after it',
    ],
    ['a section', [{ type: 'fail', message: '{{#a}}' }], '/0/message', 'only paths are supported'],
    [
      'a format',
      [{ type: 'date', field: 'a', formats: ['yyyy-bb'] }],
      '/0/formats',
      'has b, which is not among the letters',
    ],
    [
      'a zone',
      [{ type: 'date', field: 'a', formats: ['UNIX'], timezone: 'PST' }],
      '/0/timezone',
      'must be a zone',
    ],
    [
      'a group that captures in a look-behind',
      grok(['(?<=%{INT:a})']),
      '/0/patterns',
      'has a group that captures in a look-behind, which is not supported; write (?:…)',
    ],
    [
      'a back-reference',
      [{ type: 'gsub', field: 'a', pattern: '(a)\\1', replacement: '' }],
      '/0/pattern',
      'has a back-reference',
    ],
    ['a subroutine', grok(['(?<a>b)\\g<a>']), '/0/patterns', 'has \\g, which is not supported'],
    [
      'a condition',
      grok(['(?<a>b)?(?(<a>)c)']),
      '/0/patterns',
      'has a condition (?(…)…), which is not supported',
    ],
    ['an unknown pattern', grok(['%{NOPE}']), '/0/patterns', 'names the unknown pattern NOPE'],
    [
      'a definition of itself',
      grok(['%{A}'], { pattern_definitions: { A: '%{B}', B: '%{A}' } }),
      '/0/patterns',
      'A -> B -> A',
    ],
    [
      'definitions that explode',
      grok(['%{A}'], {
        pattern_definitions: Object.fromEntries(
          [...'ABCDEFGHIJKL'].map((name, index, all) => [
            name,
            all[index + 1] ? `%{${all[index + 1]}}`.repeat(8) : 'x',
          ]),
        ),
      }),
      '/0/patterns',
      'is too large with all its definitions',
    ],
    ['too many steps', Array.from({ length: 257 }, () => ({ type: 'drop' })), '', 'must have 0 to 256 steps'],
    [
      'handlers too deep',
      [deep(5)],
      '/0/on_failure/0/on_failure/0/on_failure/0/on_failure/0/on_failure',
      'at most 4 levels deep',
    ],
  ])('%s', (_, configurations, pointer, message) => {
    expect(issuesOf(configurations)).toEqual([
      expect.objectContaining({ pointer, message: expect.stringContaining(message) }),
    ]);
  });

  test('with all mistakes at once', () => {
    const issues = issuesOf([{ type: 'trim' }, { type: 'csv', field: 'a', target_fields: [], quote: 1 }]);
    expect(issues.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/0/field missing_option',
      '/1/target_fields out_of_limits',
      '/1/quote wrong_type',
    ]);
  });
});

test('a trace says what each step has done', () => {
  const pipeline = compile(
    { type: 'set', field: 'b.c', value: 1 },
    { type: 'convert', field: 'a', target_type: 'integer', tag: 'n' },
    { type: 'trim', field: 'x', ignore_failure: true },
    { type: 'drop', if: 'a:>5' },
    { type: 'remove', field: 'b' },
    { type: 'fail', message: 'no {{a}}' },
  );
  const [traced] = tracePipeline(pipeline, [{ a: '1' }]);
  expect(traced?.steps.map(({ took_us: _, ...step }) => step)).toEqual([
    { index: 0, type: 'set', status: 'success', added: ['b'], removed: [], changed: [] },
    { index: 1, type: 'convert', tag: 'n', status: 'success', added: [], removed: [], changed: ['a'] },
    {
      index: 2,
      type: 'trim',
      status: 'error_ignored',
      added: [],
      removed: [],
      changed: [],
      error: { code: 'missing_field', message: 'x is absent.', path: 'x' },
    },
    { index: 3, type: 'drop', status: 'skipped', added: [], removed: [], changed: [] },
    { index: 4, type: 'remove', status: 'success', added: [], removed: ['b'], changed: [] },
    {
      index: 5,
      type: 'fail',
      status: 'error',
      added: [],
      removed: [],
      changed: [],
      error: { code: 'failed', message: 'no 1' },
    },
  ]);
});

describe('a trace has the steps of on_failure behind the step that failed:', () => {
  const fail = (tag: string, ...handlers: readonly object[]) => ({
    ...{ type: 'fail', message: tag, tag },
    ...(handlers.length > 0 ? { on_failure: handlers } : {}),
  });
  const set = (field: string) => ({ type: 'set', field, value: 1 });
  test.each<[what: string, handlers: readonly object[], status: string, steps: readonly string[]]>([
    [
      'handled, with a handler that fails and is handled',
      [
        set('a'),
        fail('inner', set('b')),
        { ...set('c'), if: 'never:1' },
        { ...fail('x'), ignore_failure: true },
      ],
      'success',
      [
        '0 error_handled outer: outer +',
        '0 /0/on_failure/0 success undefined: undefined +a',
        '0 /0/on_failure/1 error_handled inner: inner +',
        '0 /0/on_failure/1/on_failure/0 success undefined: undefined +b',
        '0 /0/on_failure/2 skipped undefined: undefined +',
        '0 /0/on_failure/3 error_ignored x: x +',
        '1 success undefined: undefined +last',
      ],
    ],
    [
      'a handler fails',
      [set('a'), fail('inner'), set('never')],
      'error',
      [
        '0 error outer: outer +',
        '0 /0/on_failure/0 success undefined: undefined +a',
        '0 /0/on_failure/1 error inner: inner +',
      ],
    ],
    [
      'a handler drops',
      [{ type: 'drop' }],
      'dropped',
      ['0 dropped outer: outer +', '0 /0/on_failure/0 dropped undefined: undefined +'],
    ],
  ])('%s', (_what, handlers, status, want) => {
    const pipeline = compile(fail('outer', ...handlers), set('last'));
    const [traced] = tracePipeline(pipeline, [{}]);
    expect(traced?.result).toMatchObject(status === 'success' ? { status } : { status, step: 0 });
    const lines = traced?.steps.map(({ index, pointer, status: one, tag, error, added }) =>
      [index, ...(pointer === undefined ? [] : [pointer]), one, `${tag}: ${error?.message} +${added}`].join(
        ' ',
      ),
    );
    expect(lines).toEqual(want);
  });

  test('a handler that takes too long is the step in hand', () => {
    const slow = { type: 'gsub', field: 'a', pattern: '(x+x+)+y', replacement: '', tag: 'slow' };
    const [traced] = tracePipeline(compile(fail('outer', slow)), [{ a: 'x'.repeat(40) }], {
      ...{ budgetMs: 30_000, recordLimitMs: 50, deadlineMs: 60_000 },
    });
    expect(traced).toMatchObject({
      result: { failure: { code: 'record_timeout' }, step: 0 },
      steps: [
        { status: 'error', error: { message: 'outer' } },
        { pointer: '/0/on_failure/0', tag: 'slow', status: 'error', error: { code: 'record_timeout' } },
      ],
    });
  });
});

describe('a condition', () => {
  const record = {
    status: 503,
    level: 'Error',
    message: 'Connection refused by peer',
    at: '2018-05-02T10:11:12.123456Z',
    ok: true,
    none: null,
    tags: ['web', 'eu-1'],
    user: { name: 'Ada', 'full.name': 'Ada Byron' },
    count: '42',
  };
  test.each([
    ['status:503', true],
    ['status:[500 TO 599]', true],
    ['status:{503 TO *]', false],
    ['status:>=503', true],
    ['level:error', true],
    ['level:err*', true],
    ['message:"refused by"', true],
    ['message:"by refused"', false],
    ['at:2018-05', true],
    ['at:[2018-05-01 TO 2018-05-02]', true],
    ['at:<2018-05-02', false],
    ['at:>now-1d', false],
    ['ok:true', true],
    ['none:*', false],
    ['ok:*', true],
    ['tags:web', true],
    ['-tags:web', false],
    ['tags:(db OR web) status:503', true],
    ['user.name:ada', true],
    ['count:>41', true],
    ['count:>42', false],
    ['absent:>1', false],
    ['NOT absent:1', true],
    ['byron', true],
    ['nobody', false],
    ['status:503 AND NOT (level:info OR ok:false)', true],
  ])('%s is %s', (query, holds) => {
    const result = run(record, { type: 'set', field: 'hit', value: true, if: query });
    expect(result?.status === 'success' && result.document['hit'] === true).toBe(holds);
  });

  test.each([{}, { none: null }])('* holds for the record %j, which has no value', (empty) => {
    expect(run(empty, { type: 'drop', if: '*' })?.status).toBe('dropped');
    expect(run(empty, { type: 'drop', if: '-*' })?.status).toBe('success');
  });
});

describe('hostile input ends with a failure or a document:', () => {
  const megabyte = 'x'.repeat(1_000_000);
  const code = (result: ReturnType<typeof run>) =>
    result?.status === 'error' ? result.failure.code : result?.status;
  const nested = (depth: number): DataRecord => (depth === 0 ? {} : { a: nested(depth - 1) });

  test('exponential backtracking: the record fails, the others go on', { tags: ['preprocessors'] }, () => {
    const pipeline = compile({ type: 'gsub', field: 'a', pattern: '(x+x+)+y', replacement: '' });
    const records = [{ a: 'xy' }, { a: 'x'.repeat(40) }, { a: 'xxy!' }];
    const results = runPipeline(pipeline, records, {
      budgetMs: 30_000,
      recordLimitMs: 500,
      deadlineMs: 60_000,
    });
    expect(results.map(code)).toEqual(['success', 'record_timeout', 'success']);
    expect(results[2]).toEqual({ status: 'success', document: { a: '!' } });
  });

  test('a record that is interrupted runs again, and its steps count once', () => {
    const pipeline = compile(
      { type: 'set', field: 'seen', value: true },
      { type: 'gsub', field: 'a', pattern: '(x+x+)+y', replacement: '', tag: 'slow' },
      { type: 'remove', field: 'seen' },
    );
    const records = [{ a: 'xy' }, { a: 'x'.repeat(40) }, { a: 'xxy!' }];
    const limits = { budgetMs: 30_000, recordLimitMs: 50, deadlineMs: 60_000 };
    const counts = makeCounts(pipeline);
    const results = runPipeline(pipeline, records, { ...limits, counts });
    expect(results[1]).toMatchObject({ failure: { code: 'record_timeout' }, step: 1 });
    expect(counts).toEqual({
      succeeded: [3, 2, 2],
      failed: [0, 1, 0],
      skipped: [0, 0, 0],
      dropped: [0, 0, 0],
    });
    const traced = tracePipeline(pipeline, records, limits);
    expect(traced.map(({ result }) => result)).toEqual(results);
    expect(traced[1]?.steps).toMatchObject([
      { index: 0, type: 'set', status: 'success', added: ['seen'] },
      { index: 1, type: 'gsub', tag: 'slow', status: 'error', error: { code: 'record_timeout' }, added: [] },
    ]);
  });

  test('a step that never ends, of any type: its record fails, the others go on', () => {
    const spin: PipelineStep = {
      type: 'spin',
      grows: false,
      run(record) {
        while (record['spins'] === true);
        return undefined;
      },
    };
    const first = compile({ type: 'set', field: 'seen', value: 1 });
    const pipeline = { ...first, steps: [...first.steps, spin] };
    const records = [{}, { spins: true }, {}];
    const limits = { budgetMs: 30_000, recordLimitMs: 50, deadlineMs: 60_000 };
    const results = runPipeline(pipeline, records, limits);
    expect(results.map(code)).toEqual(['success', 'record_timeout', 'success']);
    expect(results[1]).toMatchObject({ step: 1 });
    expect(tracePipeline(pipeline, records, limits).map(({ result }) => code(result))).toEqual(
      results.map(code),
    );
  });

  test('a configuration whose check never ends is refused at its step', { tags: ['preprocessors'] }, () => {
    const { pipeline, issues } = readPipeline(
      {
        step: ({ type }) => {
          while (type === 'grok');
          return () => undefined;
        },
        condition: () => () => true,
      },
      [
        { type: 'drop' },
        { type: 'fail', message: 'No.', on_failure: [{ type: 'grok', field: 'a', patterns: ['b'] }] },
      ],
      [],
    );
    expect([pipeline, issues]).toEqual([
      { steps: [], handlers: [], size: 0, uses: [] },
      [
        {
          pointer: '/1/on_failure/0',
          code: 'out_of_limits',
          message: 'takes too long to check; shorten its texts',
        },
      ],
    ]);
  });

  test('a query that never ends: it is not known whether the record matches', () => {
    const spins: Condition = (record) => {
      while (record['spins'] === true);
      return true;
    };
    const matches = matchWithin(spins, [{}, { spins: true }, {}], { recordLimitMs: 50, budgetMs: 30_000 });
    expect(matches).toEqual([true, expect.objectContaining({ code: 'record_timeout' }), true]);
  });

  test('a record that no time is left for has no steps that count', () => {
    const pipeline = compile(
      { type: 'set', field: 'seen', value: true },
      { type: 'gsub', field: 'a', pattern: '(x+x+)+y', replacement: '' },
    );
    const counts = makeCounts(pipeline);
    const records = [{ a: 'x'.repeat(40) }, { a: 'b' }];
    const results = runPipeline(pipeline, records, { budgetMs: 20, recordLimitMs: 30_000, counts });
    expect(results.map(code)).toEqual(['deadline_exceeded', 'deadline_exceeded']);
    expect(results).not.toContainEqual(expect.objectContaining({ step: expect.anything() }));
    expect(counts.succeeded).toEqual([0, 0]);
  });

  test('no time is left: the rest is refused', () => {
    const pipeline = compile({ type: 'split', field: 'a', separator: '(x*)*y' });
    const records = [{ a: 'x'.repeat(40) }, { a: 'x'.repeat(40) }, { a: 'b' }];
    expect(runPipeline(pipeline, records, { budgetMs: 1 }).map(code)).toEqual(
      records.map(() => 'deadline_exceeded'),
    );
  });

  test.each([
    ['a megabyte', { a: megabyte }, [{ type: 'uppercase', field: 'a' }], 'success'],
    [
      'a megabyte, doubled',
      { a: megabyte },
      [{ type: 'set', field: 'b', value: '{{a}}{{a}}' }],
      'output_too_large',
    ],
    [
      '32 doublings',
      { a: 'ab' },
      Array.from({ length: 32 }, () => ({ type: 'set', field: 'a', value: '{{a}}{{a}}' })),
      'output_too_large',
    ],
    [
      'doublings in a handler',
      { a: 'ab' },
      [
        {
          type: 'fail',
          message: 'no',
          on_failure: Array.from({ length: 8 }, () => ({
            type: 'set',
            field: 'a',
            value: '{{a}}'.repeat(32),
          })),
        },
      ],
      'output_too_large',
    ],
    [
      'a long replacement',
      { a: megabyte },
      [{ type: 'gsub', field: 'a', pattern: 'x', replacement: 'y'.repeat(4000) }],
      'output_too_large',
    ],
    [
      'a long separator',
      { a: Array.from({ length: 100_000 }, () => '') },
      [{ type: 'join', field: 'a', separator: '-'.repeat(1000) }],
      'output_too_large',
    ],
    [
      '100,000 columns',
      { a: ','.repeat(100_000) },
      [{ type: 'csv', field: 'a', target_fields: ['b', 'c'], empty_value: '' }],
      'success',
    ],
    [
      '100,000 pairs',
      { a: 'a=1&'.repeat(100_000) },
      [{ type: 'kv', field: 'a', field_split: '&', value_split: '=', ignore_failure: true }],
      'success',
    ],
    ['JSON of 1,000 levels', { a: '['.repeat(1000) }, [{ type: 'json', field: 'a' }], 'invalid_json'],
    ['64 levels', nested(64), [{ type: 'set', field: 'a.a.a.b', value: 1 }], 'success'],
    [
      'the year 300,000',
      { a: '+300000-01-01' },
      [{ type: 'date', field: 'a', formats: ['ISO8601'], timezone: 'Europe/Paris' }],
      'success',
    ],
    [
      'a user agent of a megabyte',
      { a: `Mozilla/5.0 ${megabyte}` },
      [{ type: 'user_agent', field: 'a', properties: ['name'] }],
      'success',
    ],
    [
      'a URI of 400,000 characters',
      { a: `/${'x'.repeat(400_000)}` },
      [{ type: 'uri_parts', field: 'a', keep_original: false }],
      'success',
    ],
  ] as const)('%s', (_, record, configurations, want) => {
    expect(code(run(record as DataRecord, ...configurations))).toBe(want);
  });

  test('__proto__ is a name like others, and changes no object', () => {
    const record = JSON.parse('{"a": "{\\"__proto__\\": {\\"x\\": 1}}"}') as DataRecord;
    const result = run(
      record,
      { type: 'json', field: 'a', add_to_root: true },
      { type: 'set', field: '__proto__.y', value: 2 },
      { type: 'rename', field: 'a', target_field: 'constructor.prototype.z' },
    );
    expect(JSON.stringify(result)).toBe(
      '{"status":"success","document":{"__proto__":{"x":1,"y":2},"constructor":{"prototype":{"z":"{\\"__proto__\\": {\\"x\\": 1}}"}}}}',
    );
    expect('x' in {} || 'y' in {} || 'z' in {}).toBe(false);
  });

  test('32 steps with 8 handlers each', () => {
    const handlers = Array.from({ length: 8 }, () => ({ type: 'append', field: 'e', value: 1 }));
    const steps = Array.from({ length: 32 }, () => ({ type: 'fail', message: 'x', on_failure: handlers }));
    const result = run({}, ...steps);
    expect(result?.status === 'success' && result.document['e']).toHaveLength(256);
  });
});

test('each processes every value of a list', () => {
  const record = { a: ['1,2', '3'], d: ['2018', '2019-05'] };
  expect(
    run(
      record,
      { type: 'split', field: 'a', separator: ',', each: true },
      {
        type: 'date',
        field: 'd',
        formats: ['ISO8601'],
        output_format: 'yyyy-MM',
        target_field: 'm',
        each: true,
      },
    ),
  ).toEqual({
    status: 'success',
    document: { ...record, a: [['1', '2'], ['3']], m: ['2018-01', '2019-05'] },
  });
});

describe('the end of a pipeline', () => {
  const end = { type: 'terminate' };
  const set = (field: string) => ({ type: 'set', field, value: 1 });

  test.each<[name: string, steps: readonly DataRecord[], document: object]>([
    ['steps after it do not run', [set('a'), end, set('b')], { a: 1 }],
    [
      'in on_failure it ends the whole pipeline',
      [{ type: 'fail', message: 'x', on_failure: [set('a'), end, set('b')] }, set('c')],
      { a: 1 },
    ],
    [
      'after a reroute',
      [{ type: 'reroute', dataset: 'x' }, set('b')],
      { data_stream: { type: 'logs', dataset: 'x', namespace: 'default' } },
    ],
    [
      'in foreach all values are processed first',
      [
        { type: 'set', field: 'l', value: ['a', 'B'] },
        {
          type: 'foreach',
          field: 'l',
          processor: { type: 'uppercase', field: '_ingest._value', if: 'l:b', on_failure: [end] },
        },
        { type: 'foreach', field: 'l', processor: end },
        set('b'),
      ],
      { l: ['A', 'B'] },
    ],
  ])('%s', (_, steps, document) => {
    expect(run({}, ...steps)).toEqual({ status: 'success', document });
    const counts = makeCounts(compile(...steps));
    runPipeline(compile(...steps), [{}], { counts });
    const [traced] = tracePipeline(compile(...steps), [{}]);
    expect(traced?.result).toEqual({ status: 'success', document });
    // Both ways of running count the same steps.
    const reached = traced?.steps.filter(({ pointer }) => pointer === undefined) ?? [];
    const sum = (lists: readonly (readonly number[])[]) => lists.flat().reduce((all, one) => all + one, 0);
    expect(sum(Object.values(counts))).toBe(reached.length);
  });
});

test.each<[configuration: object, record: DataRecord, stream: string | undefined]>([
  [{}, {}, 'logs-generic-default'],
  [{}, { data_stream: { dataset: 'A.b', namespace: 'x-y' } }, 'logs-a.b-x-y'],
  [{ dataset: '{{{ service.name }}}' }, { service: { name: 'a-b c:d' } }, 'logs-a_b_c_d-default'],
  [{ dataset: ['{{a}}', '{{b}}', 'c'] }, { a: 5, b: null }, 'logs-c-default'],
  [{ dataset: '{{a}}', namespace: '{{b}}' }, { b: `${'x'.repeat(120)}` }, `logs-generic-${'x'.repeat(100)}`],
  [{ target_type: 'metrics', namespace: 'prod' }, {}, 'metrics-generic-prod'],
  [{ destination: 'traces-a-b-c' }, { event: { dataset: 'old' } }, 'traces-a-b-c'],
  [{ dataset: 'Upper' }, {}, undefined],
  [{ dataset: 'a-b' }, {}, undefined],
  [{ dataset: 'x {{a}}' }, {}, undefined],
  [{ destination: 'logs-a-b', namespace: 'x' }, {}, undefined],
  [{ destination: 'index' }, {}, undefined],
])('reroute %j of %j leads to %s', (configuration, record, stream) => {
  const step = { type: 'reroute', ...configuration };
  if (stream === undefined) {
    expect(issuesOf([step])).toHaveLength(1);
    return;
  }
  const { type, dataset, namespace } = Object(Object(run({ ...record }, step)).document).data_stream;
  expect([type, dataset, namespace].join('-')).toBe(stream);
  if ('event' in record) expect(Object(run({ ...record }, step)).document.event).toEqual({ dataset });
});

test('UNIX keeps the digits of a number', () => {
  const date = { type: 'date', field: 'ts', formats: ['UNIX'], target_field: 'ts' };
  expect(run({ ts: 1700000000.123456 }, date)).toMatchObject({
    document: { ts: '2023-11-14T22:13:20.123456Z' },
  });
});

test('the catalogue describes every option', () => {
  const [csv] = catalogue();
  expect(csv?.options.find(({ name }) => name === 'target_fields')).toEqual({
    name: 'target_fields',
    type: 'paths',
    required: true,
    minimum: 1,
    maximum: 1000,
    description: 'The fields for the columns, in their order. Further columns are ignored.',
  });
  expect(
    catalogue()
      .flatMap(({ options }) => options)
      .filter(({ description }) => !/^\S.*\.$/.test(description)),
  ).toEqual([]);
});
