/** The forms that files of a project may have, and what a change leaves of them. */

import { describe, expect, test } from 'vitest';
import { applyFindings, type ProjectCheck } from '../../../../lib/headwater/tools/doctor/finding.ts';
import { checkListing } from '../../../../lib/headwater/tools/doctor/listing.ts';
import { importsOf } from '../../../../lib/headwater/tools/doctor/module-names.ts';
import { checkPackageJson } from '../../../../lib/headwater/tools/doctor/package-json.ts';
import { checkServerlessYml } from '../../../../lib/headwater/tools/doctor/serverless-yml.ts';
import { checkTsconfig } from '../../../../lib/headwater/tools/doctor/tsconfig-json.ts';
import { makeProject } from '../../../support/project.ts';

type Texts = Readonly<Record<string, string>>;

/** @returns the changed files after as many rounds as there are changes; undefined for what people must change. */
async function changed(check: ProjectCheck, files: Texts): Promise<Texts | undefined> {
  const texts: Record<string, string> = { ...files };
  const project = { folder: '/', read: (path: string) => texts[path] };
  const made: Record<string, string> = {};
  for (let round = 0; round < 10; round++) {
    const findings = await check(project);
    if (findings.length === 0) return made;
    const next = applyFindings(findings, project.read);
    if (next.size === 0) return undefined;
    for (const [file, text] of next) made[file] = texts[file] = text;
  }
  throw new Error('The changes do not end.');
}

describe('package.json', () => {
  const sound = (indentation: string, end = '\n') =>
    ['{', '"dependencies": { "headwater": "^0.1.0" },', '"imports": {', '"#generated/*": "./.generated/*",']
      .concat('"#handlers/*": "./handlers/*"', '}', '}', '')
      .map((line, index) => indentation.repeat([0, 1, 1, 2, 2, 1, 0, 0][index] ?? 0) + line)
      .join(end);

  test.each([
    ['two spaces', sound('  ')],
    ['four spaces', sound('    ')],
    ['tabs, and the lines of Windows', sound('\t', '\r\n')],
  ])('with %s gets a member that is missing', async (_name, text) => {
    expect(await changed(checkPackageJson, { 'package.json': text })).toEqual({});
    const without = text.replace(/,\s*"#handlers\/\*": ".*?"/, '');
    expect(without).not.toBe(text);
    expect(await changed(checkPackageJson, { 'package.json': without })).toEqual({ 'package.json': text });
  });

  const settings = (text: string) => text.replace('{', '{ "headwater": { "strict": true },');
  const config = (members: string) =>
    `import { defineConfig } from 'headwater/config';\n\nexport default defineConfig({${members}});\n`;

  test.each([
    ['no config', undefined, '\n  strict: true,\n'],
    ['an empty config', '', '\n  strict: true,\n'],
    ['a config', '\n  public: true, // for all\n', '\n  strict: true,\n  public: true, // for all\n'],
    ['a config in one line', ' public: true ', '\n  strict: true, public: true '],
  ])('its settings go to %s', async (_name, before, after) => {
    const files = before === undefined ? {} : { 'headwater.config.ts': config(before) };
    const made = await changed(checkPackageJson, { 'package.json': settings(sound('  ')), ...files });
    expect(made?.['headwater.config.ts']).toBe(config(after));
    expect(JSON.parse(made?.['package.json'] ?? '')).toEqual(JSON.parse(sound('  ')));
  });

  test.each([
    ['has such a member', config(' strict: false ')],
    ['has another form', 'export default {};\n'],
  ])('its settings stay where the config %s', async (_name, text) => {
    const files = { 'package.json': settings(sound('  ')), 'headwater.config.ts': text };
    expect(await changed(checkPackageJson, files)).toBeUndefined();
  });

  test('another version in the lock is for npm', async () => {
    const lock = { packages: { 'node_modules/headwater': { version: '0.0.1' } } };
    const files = { 'package.json': sound('  '), 'package-lock.json': JSON.stringify(lock) };
    expect(await changed(checkPackageJson, files)).toBeUndefined();
  });
});

test.each([
  ['none', undefined, /^\{\n {2}"extends": "headwater\/tsconfig\.json",\n/],
  [
    'nothing',
    '{}',
    /^\{"extends": "headwater\/tsconfig\.json"\}$|^\{\n\s+"extends": "headwater\/tsconfig\.json"\n\}$/,
  ],
  [
    'a base',
    '{ "extends": "./base.json" }',
    /"extends": \[\s*"headwater\/tsconfig\.json",\s*"\.\/base\.json"\s*\]/,
  ],
  ['bases', '{ "extends": ["a", "b"] }', /\[\s*"headwater\/tsconfig\.json",\s*"a",\s*"b"\s*\]/],
])('tsconfig.json that extends %s', async (_name, text, want) => {
  const made = await changed(checkTsconfig, text === undefined ? {} : { 'tsconfig.json': text });
  expect(made?.['tsconfig.json']).toMatch(want);
});

test.each([
  ['itself', { 'tsconfig.json': '{ "extends": "headwater/tsconfig.json" } // comment' }],
  ['among others', { 'tsconfig.json': '{ "extends": ["a", "headwater/tsconfig.json",], }' }],
  [
    'by another file',
    {
      'tsconfig.json': '{ "extends": "./config/base.json" }',
      'config/base.json': '{ "extends": ["../tsconfig.json", "headwater/tsconfig.json"] }',
    },
  ],
])('tsconfig.json may extend the settings %s', async (_name, files) => {
  expect(await changed(checkTsconfig, files)).toEqual({});
});

test('x-pages are the last member of a listing', async () => {
  const files = { 'descriptors/api-docs.json': '{ "apiVersion": "1.0", "x-pages": {} }' };
  const made = await changed(checkListing, files);
  expect(made?.['descriptors/api-docs.json']).toBe('{ "apiVersion": "1.0" }');
});

const plugin = 'plugins:\n  - ./lib/deploy/plugins/stack-plugin.ts\n';
const named = 'plugins: [headwater/serverless]\n';

describe('serverless.yml', () => {
  test.each([
    [
      'settings beside others of the plugin',
      'custom:\n    headwater:\n        when: {}\n    flags: { A: B }\n',
      'custom:\n    headwater:\n        when: {}\n        flags: { A: B }\n',
    ],
    [
      'a last line without an end',
      'custom:\n  tableStream: arn',
      'custom:\n  headwater:\n    tableStream: arn',
    ],
    [
      'a member of several lines',
      'custom:\n  when:\n    # why\n    A: >\n      one\n\n      two\n  own: 1\n',
      'custom:\n  headwater:\n    when:\n      # why\n      A: >\n        one\n\n        two\n  own: 1\n',
    ],
    [
      'a parameter of its own',
      'params:\n  default: ${file(./lib/deploy/a.cjs)}\n  prod: { a: 1 }\n',
      'params:\n  prod: { a: 1 }\n',
    ],
    [
      'a file that is the only one',
      'package:\n  a:\n    b: ${file(./lib/tools/b.yml)}\nservice: s\n',
      'service: s\n',
    ],
    [
      'a list in one line',
      'plugins: [a, ./lib/tools/local/offline-plugin.ts]\n',
      'plugins: [a, headwater/serverless]\n',
    ],
  ])('with %s', async (_name, text, want) => {
    const isPlugin = text.startsWith('plugins');
    const made = await changed(checkServerlessYml, {
      'serverless.yml': isPlugin ? text : `${plugin}${text}`,
    });
    expect(made).toEqual({ 'serverless.yml': isPlugin ? want : `${named}${want}` });
  });

  test.each([
    [
      'settings of a project with the package, which have any meaning',
      `${named}custom: { flags: 1 }\ncustom2:\n  when: 1\n`,
    ],
    ['own names', `${named}custom:\n  tableName: mine\n  layers: { a: b }\n`],
    ['plugins in a file', 'plugins: ${file(./plugins.yml)}\n'],
    ['no object', '- a\n'],
    ['no YAML', ': [\n'],
  ])('stays with %s', async (_name, text) => {
    expect(await changed(checkServerlessYml, { 'serverless.yml': text })).toEqual({});
  });

  test.each([
    ['files within lists', `${named}resources:\n  - \${file(./lib/deploy/resources.yml)}\n`],
    ['members in one line', `${named}params: { default: "\${file(./lib/deploy/a.cjs)}", prod: {} }\n`],
    ['modules by their paths', `${named}custom:\n  layers:\n    lib/geo.later.ts: arn\n`],
  ])('is for people with %s', async (_name, text) => {
    expect(await changed(checkServerlessYml, { 'serverless.yml': text })).toBeUndefined();
  });
});

test('all forms of imports are read, with their places', async () => {
  const text = `// Größe 🙂
import 'a';
import b, { c } from 'b';
import type { D as E, default as F } from "d";
export { g as h } from 'g';
export * from 'i';
import * as j from 'j';
const k = await import('k');
type L = typeof import('l');
import m = require('m');
export type { N } from 'n' with { type: 'json' };
`;
  const project = await makeProject({ 'forms.ts': text });
  const [imports = []] = (await importsOf([`${project}/forms.ts`])).values();
  const found = imports.map(({ specifier, offset, names }) => [
    text.slice(offset, offset + specifier.length),
    names,
  ]);
  expect(Object.fromEntries(found)).toEqual({
    a: undefined,
    b: undefined,
    d: ['D', 'default'],
    g: ['g'],
    i: undefined,
    j: undefined,
    k: undefined,
    l: undefined,
    m: undefined,
    n: ['N'],
  });
});
