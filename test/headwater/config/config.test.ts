/** Each member of a config: what is accepted, and that every value of another kind is refused, with its path. */

import { describe, expect, test } from 'vitest';
import { configRule } from '../../../lib/headwater/config/config-rules.ts';
import type { SettingRule } from '../../../lib/headwater/config/rules.ts';
import { awsMembers } from './aws-members.ts';
import type { Member } from './member.ts';

/** One value of each kind that a module can export. */
const kinds: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    7,
    -1,
    0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    7n,
    '',
    'x',
    'A b',
    Symbol('s'),
  ],
  ...[[], [''], ['x'], [null], [[]], {}, { x: 1 }, { default: {} }, new Map(), new Date(0), /x/],
  ...[() => 1, async () => 1, class {}, Promise.resolve(1)],
];

const isFlag = (value: unknown) => typeof value === 'boolean';
const isFunction = (value: unknown) => typeof value === 'function';
const isEmptyObject = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  JSON.stringify(value) === '{}' &&
  value.constructor === Object;
const isText = (value: unknown) => typeof value === 'string' && value !== '';
const hasDefault = (value: unknown) => Object.hasOwn(Object(value), 'default');
const isWord = (value: unknown) => value === 'x';
const whole = (lowest: number) => (value: unknown) => Number.isInteger(value) && Number(value) >= lowest;
const isPlain = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const arn = 'arn:aws:dynamodb:eu-central-1:123456789012:table/a/stream/2026-01-31T00:00:00.000';
const run = async () => ({ exitCode: 0 });
const declaration = { name: 'count', summary: 'counts' };
const option = { placeholder: 'URL', description: 'an engine', variable: 'SEARCH_ENDPOINT' };
const origin = 'https://app.example.com';

const stage = (name: string) => ['stages', 'prod', name];
const ofOption = (of: readonly string[]): Member[] => [
  { path: [...of, 'placeholder'], good: ['URL'], accepts: isText },
  { path: [...of, 'description'], good: ['an engine'], accepts: isText },
  { path: [...of, 'impliedValue'], good: ['', 'on'], accepts: (value) => typeof value === 'string' },
  { path: [...of, 'type'], good: [{ accepts: 'a URL', read: () => undefined }] },
  { path: [...of, 'type', 'accepts'], good: ['a URL'], accepts: isText },
  { path: [...of, 'type', 'read'], good: [() => undefined], accepts: isFunction },
  { path: [...of, 'default'], good: ['', '7'], accepts: (value) => typeof value === 'string' },
  { path: [...of, 'isRequired'], good: [true], accepts: (value) => value === true },
  { path: [...of, 'isRepeatable'], good: [true], accepts: (value) => value === true },
];
const command = ['commands', '0'];
const declared = [...command, 'declaration'];

const members: readonly Member[] = [
  { path: ['validation'], good: [true, false], accepts: isFlag },
  { path: ['ignoreUnknownQuery'], good: [true, false], accepts: isFlag },
  { path: ['strict'], good: [true, false], accepts: isFlag },
  { path: ['public'], good: [true, false], accepts: isFlag },
  {
    path: ['errorFormatter'],
    good: ['lib/format-error.ts', 'handlers/a/b.ts'],
    bad: ['lib/../a.ts', 'lib/a.js', '/lib/a.ts', 'src/a.ts'],
  },
  { path: ['cors'], good: [{ origins: [origin] }] },
  {
    path: ['cors', 'origins'],
    good: [[origin], ['*'], ['https://*', 'http://*'], ['http://[::1]:8080']],
    bad: [[`${origin}/`], ['ftp://a.example'], ['null'], origin],
  },
  {
    path: ['cors', 'headers'],
    good: [['X-A']],
    accepts: (value) => String(value) === 'x' && Array.isArray(value),
    bad: [['*'], ['a b']],
  },
  {
    path: ['cors', 'exposedHeaders'],
    good: [['X-A']],
    accepts: (value) => String(value) === 'x' && Array.isArray(value),
    bad: [['*']],
  },
  { path: ['cors', 'credentials'], good: [true, false], accepts: isFlag },
  { path: ['cors', 'maxAge'], good: [0, 86_400], accepts: whole(0), bad: [86_401] },
  { path: ['problems'], good: [{}, { typePrefix: 'urn:a:' }], accepts: isEmptyObject },
  {
    path: ['problems', 'typePrefix'],
    good: [
      'urn:problem-type:shop:',
      'https://shop.example.com/problems/',
      'tag:a@b.example,2026:',
      'https://a.example/p#',
    ],
    bad: ['urn:shop', 'shop/', '/problems/', 'https://a b.example/', 'urn:"a:', 'urn:é:', 'urn:a:\n'],
  },
  { path: ['problems', 'instancePrefix'], good: ['urn:request:shop:'], bad: ['urn:request', 'x:\\'] },
  { path: ['metrics'], good: [{}, { namespace: 'Shop' }], accepts: isEmptyObject },
  {
    path: ['metrics', 'namespace'],
    good: ['Shop', 'Team/Shop#1.a_b-c:d', 'a'.repeat(255)],
    accepts: isWord,
    bad: ['AWS/Lambda', ':a', 'a'.repeat(256), 'a"'],
  },
  { path: ['storedTypes'], good: [async () => ({ documents: [], items: [] })], accepts: isFunction },
  {
    path: ['commands'],
    good: [[], [{ declaration, run }]],
    accepts: (value) => Array.isArray(value) && value.length === 0,
  },
  { path: command, good: [{ declaration, run }] },
  { path: [...command, 'run'], good: [run], accepts: isFunction },
  { path: declared, good: [declaration] },
  {
    path: [...declared, 'name'],
    good: ['count', 'keys create', 'import-pipeline'],
    accepts: isWord,
    bad: ['a b c', 'Count', '-a'],
  },
  { path: [...declared, 'program'], good: ['npm start --'], accepts: isText },
  { path: [...declared, 'summary'], good: ['counts'], accepts: isText },
  {
    path: [...declared, 'arguments'],
    good: [{ file: { placeholder: 'FILE', description: 'a file' } }],
    accepts: isEmptyObject,
  },
  { path: [...declared, 'arguments', 'file'], good: [{ placeholder: 'FILE', description: 'a file' }] },
  { path: [...declared, 'arguments', 'file', 'placeholder'], good: ['FILE'], accepts: isText },
  { path: [...declared, 'arguments', 'file', 'description'], good: ['a file'], accepts: isText },
  {
    path: [...declared, 'arguments', 'file', 'isOptional'],
    good: [true],
    accepts: (value) => value === true,
  },
  {
    path: [...declared, 'options'],
    good: [{ json: { description: 'as JSON' } }],
    accepts: isEmptyObject,
    bad: [{ Json: { description: 'as JSON' } }],
  },
  { path: [...declared, 'options', 'json'], good: [{ description: 'as JSON' }] },
  ...ofOption([...declared, 'options', 'json']),
  {
    path: [...declared, 'exitCodes'],
    good: [{ 0: 'done', 1: 'not done' }],
    accepts: isEmptyObject,
    bad: [{ one: 'done' }],
  },
  { path: [...declared, 'exitCodes', '1'], good: ['not done'], accepts: isText },
  {
    path: ['startOptions'],
    good: [{}, { search: option }],
    accepts: isEmptyObject,
    bad: [{ 'Search engine': option }],
  },
  { path: ['startOptions', 'search'], good: [option] },
  ...ofOption(['startOptions', 'search']),
  {
    path: ['startOptions', 'search', 'variable'],
    good: ['SEARCH_ENDPOINT'],
    accepts: isWord,
    bad: ['1A', 'A-B'],
  },
  { path: ['startOptions', 'search', 'flag'], good: ['SINKS'], accepts: isWord },
  { path: ['smokeDocument'], good: [{ path: '/v1/bookmark', body: {} }] },
  { path: ['smokeDocument', 'path'], good: ['/v1/bookmark'], bad: ['v1/bookmark', '/v1/a b'] },
  {
    path: ['smokeDocument', 'body'],
    good: [{ name: 'a', tags: ['b'], count: 1, isOn: false, none: null, deep: { a: [] } }],
    accepts: (value) =>
      typeof value === 'object' &&
      ['{}', '{"x":1}', '{"default":{}}'].includes(JSON.stringify(value)) &&
      Object(value).constructor === Object,
    bad: [{ name: () => 1 }, { name: 7n }],
  },
  {
    path: ['stages'],
    good: [{}, { default: {}, 'prod-2': {} }],
    accepts: (value) => isEmptyObject(value) || hasDefault(value),
    bad: [{ 'a b': {} }],
  },
  {
    path: ['pages'],
    good: [{}, { console: { summary: 'x', folder: 'lib/console' } }],
    accepts: isEmptyObject,
    bad: [
      { docs: { summary: 'x', folder: 'lib/a' } },
      { A: { summary: 'x', folder: 'lib/a' } },
      { a: { summary: 'x', folder: 'lib/a' } },
    ],
  },
  { path: ['pages', 'console'], good: [{ summary: 'x', folder: 'lib/console' }] },
  { path: ['pages', 'console', 'summary'], good: ['The console'], accepts: isText },
  {
    path: ['pages', 'console', 'folder'],
    good: ['lib/console', 'handlers/a/b'],
    bad: ['lib', 'src/a', 'lib/../a', '/lib/a'],
  },
  { path: ['stages', 'prod'], good: [{}, { burst: 7 }], accepts: isEmptyObject },
  { path: stage('requestsPerSecond'), good: [0, 1_000], accepts: whole(0), bad: [1e7] },
  { path: stage('burst'), good: [0, 2_000], accepts: whole(0) },
  { path: stage('maxReadUnits'), good: [1, 4_000], accepts: whole(1) },
  { path: stage('maxWriteUnits'), good: [1, 4_000], accepts: whole(1) },
  { path: stage('isProtected'), good: [true, false], accepts: isFlag },
  { path: stage('watchMinutes'), good: [0, 180], accepts: whole(0), bad: [181] },
  { path: stage('logLevel'), good: ['INFO', 'WARN'], bad: ['ERROR', 'info'] },
  { path: stage('isTraced'), good: [true, false], accepts: isFlag },
  {
    path: stage('tableEncryption'),
    good: [{ SSEEnabled: false }, { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: arn }],
  },
  { path: [...stage('tableEncryption'), 'SSEEnabled'], good: [true], accepts: isFlag },
  { path: [...stage('tableEncryption'), 'SSEType'], good: ['KMS'], bad: ['AES256'] },
  { path: [...stage('tableEncryption'), 'KMSMasterKeyId'], good: [arn], accepts: isText },
  { path: stage('reference'), good: [true, false], accepts: isFlag, bad: ['on'] },
  {
    path: stage('pages'),
    good: [[], ['console']],
    accepts: (value) => Array.isArray(value) && value.length === 0,
    bad: ['console', ['consoles']],
  },
  {
    path: stage('searchEndpoint'),
    good: ['https://search.example.com', 'http://localhost:9200'],
    bad: ['search.example.com', 'ftp://a.example'],
  },
  { path: stage('searchAccess'), good: [arn], bad: ['arn'] },
  { path: stage('searchLists'), good: [true, false], accepts: isFlag },
  { path: stage('tableName'), good: ['shop-prod', 'a.b_c'], bad: ['ab', 'a b c', 'a'.repeat(256)] },
  { path: stage('tableStream'), good: [arn], bad: ['arn'] },
  { path: stage('permissionsBoundary'), good: [arn], bad: ['arn'] },
  { path: stage('params'), good: [{}], accepts: isEmptyObject },
  { path: [...stage('params'), 'region-1'], good: ['', 'x', 7, true], accepts: isPlain },
  ...awsMembers,
];

/** Objects with each object that they need around a value at this path. */
function configWith(
  [name = '', ...rest]: readonly string[],
  value: unknown,
  parents: readonly string[] = [],
): unknown {
  const path = [...parents, name];
  const inner = rest.length === 0 ? value : configWith(rest, value, path);
  if (name === '0') return [inner];
  return { ...needed(parents, name), [name]: inner };
}

/** The other members of objects that must have some. */
const neededMembers: readonly (readonly [path: RegExp, members: object])[] = [
  [/^$/, { pages: { console: { summary: 'x', folder: 'lib/console' } } }],
  [/^cors$/, { origins: [origin] }],
  [/\.type$/, { accepts: 'a URL', read: () => undefined }],
  [/^commands\.0$/, { declaration, run }],
  [/\.declaration$/, declaration],
  [/\.file$/, { placeholder: 'FILE', description: 'a file' }],
  [/\.json$/, { description: 'as JSON' }],
  [/^startOptions\.search$/, option],
  [/^pages\.console$/, { summary: 'x', folder: 'lib/console' }],
  [/^smokeDocument$/, { path: '/v1/bookmark', body: {} }],
  [/^stages$/, { default: { params: { 'region-1': '' } } }],
  [/\.tableEncryption$/, { SSEEnabled: true }],
  [/^tables\.audit$|\.indexes\.\w+$/, { partition: 'a' }],
  [/\.cors$/, { origins: [origin] }],
  [/^parameters\.rates$/, { ssm: '/a' }],
];

/** @param name of the member that is there. */
function needed(path: readonly string[], name: string): object {
  // A secret is in one service.
  if (path.join('.') === 'secrets.payment')
    return name === 'secretsManager' ? { secretsManager: 'a' } : { ssm: '/a' };
  return neededMembers.find(([pattern]) => pattern.test(path.join('.')))?.[1] ?? {};
}

const show = (value: unknown) => (typeof value === 'symbol' ? 'a symbol' : value);

describe.each(members.map((member) => [member.path.join('.'), member] as const))(
  '%s',
  (_, { path, good, accepts = () => false, bad = [] }) => {
    test('is accepted', () => {
      for (const value of good)
        expect([show(value), configRule.check(configWith(path, value), [])]).toEqual([show(value), []]);
      // As if it were not there.
      const isNeeded =
        path.at(-1) === '0' || Object.hasOwn(needed(path.slice(0, -1), path.at(-1) ?? ''), path.at(-1) ?? '');
      if (!isNeeded) expect(configRule.check(configWith(path, undefined), [])).toEqual([]);
    });

    test('is refused, at its path or below it, if it is of another kind', () => {
      const refused = [...kinds.filter((value) => !accepts(value)), ...bad];
      const steps = path.map((step) => (step === '0' ? 0 : step));
      for (const value of refused) {
        const problems = configRule.check(configWith(path, value), []);
        expect([show(value), problems.length]).not.toEqual([show(value), 0]);
        for (const problem of problems) {
          expect(problem.path.slice(0, steps.length)).toEqual(steps);
          expect(problem.found).not.toBe('');
          expect(problem.accepted).not.toBe('');
          expect(problem.found).not.toContain('\n');
        }
      }
      for (const value of kinds.filter(accepts))
        expect([show(value), configRule.check(configWith(path, value), [])]).toEqual([show(value), []]);
    });
  },
);

/** The paths of all members that the rules know; of one with a name of the project's own, that which the table above has. */
function knownPaths({ members: rules = {}, each }: SettingRule, path: readonly string[] = []): string[] {
  const below = Object.entries(rules).flatMap(([name, rule]) => [
    [...path, name].join('.'),
    ...knownPaths(rule, [...path, name]),
  ]);
  const own = members.find(
    (member) =>
      member.path.length === path.length + 1 && path.every((step, index) => step === member.path[index]),
  );
  return each?.members ? [...below, ...knownPaths(each, own?.path ?? [...path, '?'])] : below;
}

test('no member is left out above', () => {
  const known = knownPaths(configRule);
  const tested = members.map(({ path }) => path.join('.'));
  expect(known.length).toBeGreaterThan(60);
  expect(known.filter((path) => !tested.includes(path))).toEqual([]);
});
