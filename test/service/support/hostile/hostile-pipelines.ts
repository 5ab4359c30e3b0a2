/** Ingest pipelines in which one construct is repeated, or nested in itself, up to a size. */

const operators = [
  '?:',
  '||',
  '&&',
  '==',
  '!=',
  '===',
  '=~',
  '<=',
  '>',
  'instanceof',
  '+',
  '-',
  '*',
  '/',
  '%',
];

/** What an expression of Painless may be, with # for an expression within it. */
const expressions: readonly string[] = [
  ...['-#', '!#', '(#)', '(long) #', '[#]', '[1, #]', '#.a', '#?.a', "#['a']", '#[0]', '#.a()', '#.a(1)'],
  ...['#.toString()', 'Math.abs(#)', 'ctx.a.contains(#)', '#.isEmpty()', '[#].contains(ctx.a)'],
  ...[
    '# ? 1 : 2',
    'ctx.a ? # : 2',
    'ctx.a ? 1 : #',
    '/* # */ ctx.a',
    "'#'",
    '/#/',
    '/* #',
    '" #',
    '#a',
    '1#',
    ' #',
  ],
  ...operators.flatMap((operator) => [`# ${operator} ctx.a`, `ctx.a ${operator} #`, `# ${operator} "a"`]),
];

/** What a statement may be, with # for a statement within it. */
const statements: readonly string[] = [
  ...['if (ctx.a == 1) { # }', 'if (ctx.a == 1) #', 'if (ctx.a == 1) { ctx.b = 1; } else { # }'],
  ...[
    'if (ctx.a == 1) ctx.b = 1; else #',
    '# ctx.b = 1;',
    'ctx.b = ctx.c; #',
    "# ctx.remove('a');",
    ';#',
    '# f(ctx);',
  ],
];

/** What a processor may be, with # for a processor within it. */
const nestedProcessors: readonly string[] = [
  '{"set":{"field":"a","value":1,"on_failure":[#]}}',
  '{"foreach":{"field":"a","processor":#}}',
  '{"set":{"field":"a","value":1,"on_failure":[{"drop":{}},#]}}',
];

const repeatedProcessors: readonly object[] = [
  { set: { field: 'a', value: 1 } },
  { grok: { field: 'a', patterns: Array.from({ length: 3 }, () => '%{COMBINEDAPACHELOG}') } },
  { gsub: { field: 'a', pattern: 'a?'.repeat(40) + 'a'.repeat(40), replacement: '' } },
  { set: { field: 'a', value: 1, on_failure: Array.from({ length: 8 }, () => ({ drop: {} })) } },
  { script: { source: "if (ctx.a == 1) { ctx.b = 'x' + ctx.c; }" } },
  { set: { field: 'a', value: 1, if: "ctx.a == 'x' && (ctx.b != null || ctx.c > 5)" } },
  { unknown: {} },
  {},
];

export interface HostilePipeline {
  readonly name: string;
  /** As a body has it. */
  readonly json: string;
}

/** @param size Of each pipeline in characters, about. */
export function hostilePipelines(size: number): readonly HostilePipeline[] {
  const script = (source: string) => ({ processors: [{ script: { source } }] });
  const condition = (text: string) => ({ processors: [{ set: { field: 'a', value: 1, if: text } }] });
  return [
    ...expressions.flatMap((part) => [
      { name: `if: ${part}`, json: JSON.stringify(condition(nested(part, 'ctx.a', size))) },
      { name: `script: ${part}`, json: JSON.stringify(script(`ctx.b = ${nested(part, 'ctx.a', size)}`)) },
    ]),
    ...statements.map((part) => ({
      name: `script: ${part}`,
      json: JSON.stringify(script(nested(part, 'ctx.a = 1;', size))),
    })),
    // Bodies have at most 64 levels, but files may have more.
    ...nestedProcessors.flatMap((part) =>
      [size, 40 * part.length].map((length) => ({
        name: `${length} of ${part}`,
        json: `{"processors":[${nested(part, '{"drop":{}}', length)}]}`,
      })),
    ),
    ...repeatedProcessors.map((processor) => {
      const json = JSON.stringify(processor);
      const list = Array.from({ length: Math.ceil(size / json.length) }, () => json);
      return { name: `repeated: ${json}`, json: `{"processors":[${list.join()}]}` };
    }),
    {
      name: 'many options',
      json: JSON.stringify({ processors: [{ set: members(size / 10) }] }),
    },
    {
      name: 'many patterns of its own',
      json: JSON.stringify({
        processors: [
          {
            grok: {
              a: Array.from({ length: size / 20 }, (_, index) => `%{A${index}}`),
              b: members(size / 20, 'A'),
            },
          },
        ],
      }),
    },
  ];
}

function nested(part: string, inner: string, size: number): string {
  const [before = '', after = ''] = part.split('#');
  const count = Math.ceil(size / part.length);
  return before.repeat(count) + inner + after.repeat(count);
}

function members(count: number, name = 'a') {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [name + index, 1]));
}
