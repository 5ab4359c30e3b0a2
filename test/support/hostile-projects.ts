/** Descriptors that exhaust resources, mislead, or point outside; each with the code that refuses it. */

import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DiagnosticCode } from '../../lib/headwater/compile/source/diagnostic.ts';

export interface HostileProject {
  readonly name: string;
  readonly code: DiagnosticCode;
  /** Paths below the project; `link` may point outside, `pipe` has no writer. */
  readonly files: Readonly<Record<string, string | { readonly link: string } | 'pipe'>>;
}

/** Content of a file outside the project that no output may contain. */
export const secret = 'the secret of the neighbour';

const listing = '{"apiVersion":"1.0","basePath":"/v1"}';
const json = 'descriptors/thing.json';
const yaml = 'descriptors/thing.yaml';

interface Parts {
  readonly path?: string;
  readonly operation?: object;
  readonly parameter?: object;
  readonly models?: object;
  readonly apis?: readonly object[];
}

function thing({ path = '/thing', operation, parameter, models = {}, apis }: Parts): string {
  const parameters = parameter ? [{ paramType: 'query', name: 'size', type: 'string', ...parameter }] : [];
  const read = { method: 'GET', nickname: 'read', type: 'any', parameters, ...operation };
  return JSON.stringify({ resourcePath: '/', apis: apis ?? [{ path, operations: [read] }], models });
}

const of = (name: string, code: DiagnosticCode, content: string, path = json): HostileProject => ({
  name,
  code,
  files: { [path]: content },
});

const property = (definition: object, name = 'a') => ({
  models: { Thing: { properties: Object.fromEntries([[name, definition]]) } },
});

/** 10^8 values from eight lists of ten aliases. */
const bomb = [
  'a: &a x',
  ...[...'bcdefghi'].map(
    (name, at) => `${name}: &${name} [${Array(10).fill(`*${'abcdefgh'[at]}`).join(', ')}]`,
  ),
].join('\n');

const indented = Array.from({ length: 1_900 }, (_, level) => `${' '.repeat(level)}a:`).join('\n');
const models = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`M${n}`, { properties: {} }]));

const paths = Array.from({ length: 20_000 }, (_, n) => ({
  path: `/t/${n}`,
  operations: [{ method: 'GET', nickname: `read${n}` }],
}));

const keys = (count: number) => Array.from({ length: count }, (_, n) => `key${n}: ${n}`);

const anchors = (count: number) => Array.from({ length: count }, (_, n) => `- &a${n} ${n}`).join('\n');
const aliases = (count: number, of: number) =>
  Array.from({ length: count }, (_, n) => `- *a${n % of}`).join('\n');

/** Patterns that take recheck a second or more each. */
const slowPatterns = Array.from({ length: 30 }, (_, n) => `^(a|b|c|d)*(e|f|g)*(a|e)*x{1,${40 + n}}`);
const parameters = (patterns: readonly string[]) =>
  patterns.map((pattern, n) => ({ paramType: 'query', name: `q${n}`, type: 'string', pattern }));

/** Each model has the next as a property, at the end a string. */
const chain = (length: number, refer: (id: string) => object = ($ref) => ({ $ref })) =>
  Object.fromEntries(
    Array.from({ length }, (_, n) => {
      const a = n + 1 < length ? refer(`M${n + 1}`) : { type: 'string' };
      return [`M${n}`, { properties: { a } }];
    }),
  );
const ring = (length: number) => ({
  ...chain(length),
  [`M${length - 1}`]: { properties: { a: { $ref: 'M0' } } },
});

/** Each model is a sub type of the one before. */
const descent = (length: number) =>
  Object.fromEntries(
    Array.from({ length }, (_, n) => {
      const subTypes = n + 1 < length ? [`M${n + 1}`] : [];
      return [
        `M${n}`,
        {
          discriminator: 'a',
          properties: {
            [`a${n}`]: { type: 'string' },
            ...(n === 0 ? { a: { type: 'string', required: true } } : {}),
          },
          subTypes,
        },
      ];
    }),
  );

const receiving = (declared: object, patterns: readonly string[] = []) => {
  const body = { paramType: 'body', name: 'body', type: 'M0', required: true };
  return thing({
    operation: { method: 'POST', parameters: [body, ...parameters(patterns)] },
    models: declared,
  });
};

const exhausting: readonly HostileProject[] = [
  of('a YAML bomb of 10^8', 'E-TOO-LARGE', bomb, yaml),
  of('a YAML list in itself', 'E-TOO-LARGE', 'apis: &a [*a]', yaml),
  of('a depth of 10,000', 'E-TOO-LARGE', '['.repeat(10_000)),
  of('a depth of 10,000, closed', 'E-TOO-LARGE', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  of('a depth of 10,000 in YAML', 'E-TOO-LARGE', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, yaml),
  of('a depth of 10,000 in YAML lists', 'E-TOO-LARGE', `${'- '.repeat(10_000)}a`, yaml),
  of('a depth of 1,900 in YAML lines', 'E-TOO-LARGE', indented, yaml),
  of('a file of 10 MB', 'E-TOO-LARGE', `"${'a'.repeat(10_000_000)}"`),
  of('a YAML file of 10 MB', 'E-TOO-LARGE', 'a'.repeat(10_000_000), yaml),
  of('a text of 2 MB', 'E-SHAPE', `"${'a'.repeat(2_000_000)}"`),
  of('600,000 values', 'E-TOO-LARGE', JSON.stringify(Array(600_000).fill(0))),
  of('10,000 models', 'E-TOO-LARGE', thing({ models })),
  of('20,000 operations', 'E-TOO-LARGE', thing({ apis: paths })),
  of('a name 50,000 times', 'E-JSON', `{"a":"${'a'.repeat(500_000)}"${',"a":1'.repeat(50_000)}}`),
  of(
    '10,000 models that refer to unknown ones',
    'E-TOO-LARGE',
    thing({
      models: Object.fromEntries(
        Object.keys(models).map((id) => [id, { properties: { a: { $ref: `X${id}` } } }]),
      ),
    }),
  ),
  of(
    '90,000 things wrong',
    'E-SHAPE',
    `{"resourcePath":"/","apis":[${Array(90_000).fill('1').join(',\n')}]}`,
  ),
  of(
    '20,000 lists in one type',
    'E-TYPE',
    thing({ parameter: { type: `${'List['.repeat(20_000)}int${']'.repeat(20_000)}` } }),
  ),
  of('a type that keeps a search busy', 'E-TYPE', thing({ parameter: { type: 'a.'.repeat(500_000) } })),
  of('a path of 500,000 slashes', 'E-SEGMENT', thing({ path: `${'/'.repeat(500_000)}a` })),
  of(
    'a default of 1,000,000 digits',
    'E-DEFAULT',
    thing({ parameter: { type: 'int', defaultValue: `${'1'.repeat(1_000_000)}x` } }),
  ),
  of('a YAML mapping of 20,000 keys, one twice', 'E-JSON', [...keys(20_000), 'key0: 0'].join('\n'), yaml),
  of('20,000 YAML keys, each twice', 'E-JSON', [...keys(20_000), ...keys(20_000)].join('\n'), yaml),
  of('a YAML mapping of 90,000 keys', 'E-TOO-LARGE', keys(90_000).join('\n'), yaml),
  of('a YAML flow mapping of 90,000 keys', 'E-TOO-LARGE', `{${keys(90_000).join(', ')}}`, yaml),
  of('500,000 items in YAML', 'E-TOO-LARGE', '- 1\n'.repeat(500_000), yaml),
  of('500,000 documents in YAML', 'E-JSON', '---\n'.repeat(500_000), yaml),
  of('300,000 errors in YAML', 'E-JSON', `[${','.repeat(300_000)}]`, yaml),
  of('30,000 aliases of 600 anchors', 'E-SHAPE', `${anchors(600)}\n${aliases(30_000, 600)}`, yaml),
  of('a YAML bomb of 10^8 with 20,000 keys', 'E-TOO-LARGE', `${keys(20_000).join('\n')}\n${bomb}`, yaml),
  of('30 slow patterns', 'E-REGEX', thing({ operation: { parameters: parameters(slowPatterns) } })),
  of(
    'a pattern of 150 nested groups',
    'E-REGEX',
    thing({ parameter: { pattern: `${'('.repeat(150)}a${')'.repeat(150)}` } }),
  ),
  of('a pattern of 500,000 characters', 'E-REGEX', thing({ parameter: { pattern: 'a*b'.repeat(160_000) } })),
  of('a chain of 400 models', 'E-TOO-LARGE', receiving(chain(400))),
  of('a chain of 1,000 models', 'E-TOO-LARGE', receiving(chain(1_000))),
  of(
    'a chain of 200 models in lists',
    'E-TOO-LARGE',
    receiving(chain(200, ($ref) => ({ type: 'array', items: { $ref } }))),
  ),
  of('a ring of 400 models', 'E-TOO-LARGE', receiving(ring(400))),
  of('a descent of 400 models', 'E-TOO-LARGE', receiving(descent(400))),
  of('30 slow patterns beside a chain of 400 models', 'E-REGEX', receiving(chain(400), slowPatterns)),
  of('a pattern of exponential time', 'E-REGEX', thing({ parameter: { pattern: '^(a+)+$' } })),
];

const misleading: readonly (readonly [name: string, word: string])[] = [
  ['a line separator', 'a\u2028b'],
  ['the prototype', '__proto__'],
  ['300 characters', 'a'.repeat(300)],
];

/** A nickname is derived from such a text. */
const quoting: typeof misleading = [
  ['a quote', "it's"],
  ['a double quote', 'a"b'],
  ['the end of a comment', 'a*/b'],
  ['a template', 'a`${b}'],
];

const named: readonly HostileProject[] = [
  ...misleading.map(([name, word]) =>
    of(`a nickname with ${name}`, 'E-NICKNAME', thing({ operation: { nickname: word } })),
  ),
  ...[...misleading, ...quoting].flatMap(([name, word]) => [
    of(`a parameter with ${name}`, 'E-NAME', thing({ parameter: { name: word } })),
    of(`a model with ${name}`, 'E-NAME', thing({ models: Object.fromEntries([[word, { properties: {} }]]) })),
    of(`a property with ${name}`, 'E-NAME', thing(property({ type: 'int' }, word))),
  ]),
  of('a path with a line separator', 'E-SEGMENT', thing({ path: '/thing/a\u2028b' })),
  of('a file with a quote', 'E-FILE', thing({}), "descriptors/it's.json"),
  of('a file called like the prototype', 'E-FILE', thing({}), 'descriptors/__proto__.json'),
];

const references = [
  'https://example.com/a.json',
  'file:///etc/passwd',
  '../../outside.json',
  '/etc/passwd',
  'linked.json',
];

const leading: readonly HostileProject[] = [
  ...references.map((reference) =>
    of(`a reference to ${reference}`, 'E-REF', thing(property({ $ref: reference }))),
  ),
  of('a type that is an address', 'E-MODEL', thing({ operation: { type: 'https://example.com/a.json' } })),
  { name: 'a link out of the folder', code: 'E-FILE', files: { [json]: { link: '../../outside.json' } } },
  { name: 'a link to a pipe outside', code: 'E-FILE', files: { [json]: { link: '../../outside.pipe' } } },
  { name: 'a link to a device', code: 'E-FILE', files: { [json]: { link: '/dev/zero' } } },
  { name: 'a link to itself', code: 'E-FILE', files: { [json]: { link: 'thing.json' } } },
  { name: 'a pipe', code: 'E-FILE', files: { [json]: 'pipe' } },
  { name: 'a folder', code: 'E-FILE', files: { [`${json}/a.json`]: '{}' } },
  { name: 'a listing that is a pipe', code: 'E-FILE', files: { 'descriptors/api-docs.json': 'pipe' } },
];

export const hostileProjects: readonly HostileProject[] = [...exhausting, ...named, ...leading];

/** The only problem is an unknown method. */
export const harmless: HostileProject = of(
  'a wrong method',
  'E-METHOD',
  thing({ operation: { method: 'FETCH' } }),
);

/** Writes the project next to a secret file. @returns its path. */
export async function writeHostileProject({ files }: HostileProject): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-hostile-'));
  await writeFile(join(folder, 'outside.json'), JSON.stringify({ apis: secret }));
  execFileSync('mkfifo', [join(folder, 'outside.pipe')]);
  const project = join(folder, 'project');
  const all: HostileProject['files'] = {
    'package.json': '{"type":"module"}',
    'descriptors/api-docs.json': listing,
    ...files,
  };
  for (const [path, content] of Object.entries(all)) {
    const at = join(project, path);
    await mkdir(dirname(at), { recursive: true });
    if (content === 'pipe') execFileSync('mkfifo', [at]);
    else if (typeof content === 'string') await writeFile(at, content);
    else await symlink(content.link, at);
  }
  return project;
}
