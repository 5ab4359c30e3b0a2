/** The tools find and load the config of a project, and report what is wrong with it. */

import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readBuildSettings } from '../../../lib/headwater/compile/build-settings.ts';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic } from '../../../lib/headwater/compile/source/diagnostic.ts';
import { configRule } from '../../../lib/headwater/config/config-rules.ts';
import { loadConfig } from '../../../lib/headwater/config/load-config.ts';
import { headwater } from '../../support/command.ts';
import { listing, makeProject, type ProjectFiles, thing } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';

const config = (text: string) => ({ 'headwater.config.ts': text });

async function reportOf(files: ProjectFiles): Promise<string> {
  const { diagnostics } = await readBuildSettings(await makeProject(files));
  return diagnostics.map(describeDiagnostic).join('\n\n');
}

test('a project without a config has the defaults', async () => {
  const project = await makeProject({});
  expect(await readBuildSettings(project)).toEqual({
    settings: {
      validation: true,
      ignoreUnknownQuery: false,
      strict: false,
      public: false,
      names: {
        problemTypePrefix: 'urn:problem-type:headwater:',
        problemInstancePrefix: 'urn:request:headwater:',
        metricNamespace: 'Headwater',
      },
    },
    diagnostics: [],
    modules: [],
  });
  expect(await loadConfig(project)).toEqual({ config: {}, problems: [] });
});

test('defineConfig returns what it is given, whose types the editor checks', async () => {
  const text = `import { defineConfig, type Config } from 'headwater/config';
const names: Config['problems'] = { typePrefix: 'urn:a:' };
export default defineConfig({ strict: true, problems: names, storedTypes: async () => { throw new Error('late'); } });
`;
  const { settings, diagnostics } = await readBuildSettings(await makeProject(config(text)));
  expect(diagnostics).toEqual([]);
  expect(settings).toMatchObject({ strict: true, names: { problemTypePrefix: 'urn:a:' } });
});

const broken: readonly (readonly [name: string, files: ProjectFiles, report: string])[] = [
  [
    'no default export',
    config('export const strict = true;'),
    'headwater.config.ts:1:1 E-SETTING\n  found     no default export\n  accepted  export default defineConfig({ … })',
  ],
  [
    'a function in place of the object',
    config('export default () => ({});'),
    'headwater.config.ts:1:1 E-SETTING\n  found     [Function: default]\n  accepted  an object of settings',
  ],
  [
    'text that is not TypeScript',
    config('export default {\n  strict: : true };'),
    'headwater.config.ts:2:1 E-SETTING\n  found     Expression expected\n  accepted  a module that Node.js can load',
  ],
  [
    'a form of TypeScript that Node.js does not run',
    config('enum A { b }\nexport default {};'),
    'headwater.config.ts:1:1 E-SETTING\n  found     TypeScript enum is not supported in strip-only mode\n  accepted  a module that Node.js can load',
  ],
  [
    'code that throws',
    config('export default {\n  strict: readFlag(),\n};'),
    'headwater.config.ts:2:11 E-SETTING\n  found     readFlag is not defined\n  accepted  a module that Node.js can load',
  ],
  [
    'a value that is thrown',
    config("throw 'a text\\nof two lines';"),
    'headwater.config.ts:1:1 E-SETTING\n  found     "a text\\nof two lines"\n  accepted  a module that Node.js can load',
  ],
  [
    'an import of nothing',
    config("import { names } from './names.ts';\nexport default names;"),
    "headwater.config.ts:1:1 E-SETTING\n  found     Cannot find module 'names.ts' imported from headwater.config.ts\n  accepted  a module that Node.js can load",
  ],
  [
    'an import that throws',
    { ...config("import './lib2/a.ts';\nexport default {};"), 'lib2/a.ts': '\nthrow new Error("no");' },
    'lib2/a.ts:2:7 E-SETTING\n  found     no\n  accepted  a module that Node.js can load',
  ],
  [
    'the end of the process',
    config('process.exit(0);'),
    'headwater.config.ts:1:1 E-SETTING\n  found     a module that ends the process, or never finishes loading\n  accepted  a module that exports its config',
  ],
  [
    'a promise that nobody keeps',
    config('await new Promise(() => {});\nexport default {};'),
    'headwater.config.ts:1:1 E-SETTING\n  found     a module that ends the process, or never finishes loading\n  accepted  a module that exports its config',
  ],
  [
    'a config of another name',
    { 'headwater.config.js': 'export default {};' },
    'headwater.config.js:1:1 E-SETTING\n  found     a config that nothing reads\n  accepted  the name headwater.config.ts',
  ],
  [
    'members that are misspelt, unknown, missing or wrong: all of them',
    config(`export default {
  ignoreUnknownQuerys: true,
  plugins: [],
  smokeDocument: { path: '/v1/thing' },
  stages: { prod: { brust: 7, reference: 'on' }, 'a b': {} },
};`),
    [
      'headwater.config.ts:2:3 E-SETTING at /ignoreUnknownQuerys\n  found     the unknown setting "ignoreUnknownQuerys"\n  accepted  ignoreUnknownQuery',
      'headwater.config.ts:3:3 E-SETTING at /plugins\n  found     the unknown setting "plugins"\n  accepted  one of validation, ignoreUnknownQuery, strict, public, errorFormatter, cors, problems, metrics, storedTypes, commands, startOptions, smokeDocument, pages, stages, table, tables, buckets, queues, topics, secrets, parameters',
      'headwater.config.ts:4:3 E-SETTING at /smokeDocument\n  found     no body\n  accepted  body: an object of JSON values',
      'headwater.config.ts:5:21 E-SETTING at /stages/prod/brust\n  found     the unknown setting "brust"\n  accepted  burst',
      'headwater.config.ts:5:31 E-SETTING at /stages/prod/reference\n  found     "on"\n  accepted  true or false',
      'headwater.config.ts:5:50 E-SETTING at /stages/a b\n  found     "a b"\n  accepted  the name of a stage: letters, digits and -, or the beginning of several and *',
    ].join('\n\n'),
  ],
  [
    'parameters that not all stages have',
    config(`export default {
  stages: { default: { params: { region: '' } }, dev: { params: { regoin: 'eu', burst: 7 } } },
};`),
    [
      'headwater.config.ts:2:67 E-SETTING at /stages/dev/params/regoin\n  found     the unknown setting "regoin"\n  accepted  region',
      'headwater.config.ts:2:81 E-SETTING at /stages/dev/params/burst\n  found     the parameter "burst"\n  accepted  burst beside params: it is a setting of every stage',
    ].join('\n\n'),
  ],
  [
    'a parameter without a value for other stages',
    config("export default { stages: { dev: { params: { region: 'eu' } } } };"),
    'headwater.config.ts:1:45 E-SETTING at /stages/dev/params/region\n  found     the unknown parameter "region"\n  accepted  a parameter that default.params has, too',
  ],
];

const ofPages: typeof broken = [
  [
    'a page of a stage that there is not',
    config(
      "export default { pages: { console: { summary: 'x', folder: 'lib/console' } }, stages: { dev: { pages: ['consle', 'workbench'] }, prod: { pages: ['console'] } } };",
    ),
    [
      'headwater.config.ts:1:104 E-SETTING at /stages/dev/pages/0\n  found     the unknown page "consle"\n  accepted  console',
      'headwater.config.ts:1:114 E-SETTING at /stages/dev/pages/1\n  found     the unknown page "workbench"\n  accepted  console',
    ].join('\n\n'),
  ],
];

describe('a build reports', () => {
  test.each([...broken, ...ofPages])('%s', async (_, files, report) => {
    expect(await reportOf(files)).toBe(report);
  });

  test('it together with what is wrong elsewhere, and writes nothing', async () => {
    const project = await makeProject({
      ...config('export default { strict: 1 };'),
      'descriptors/api-docs.json': listing,
      'descriptors/thing.json': thing({ httpMethod: 'FETCH' }),
    });
    const { diagnostics, tree } = await build(project);
    expect([diagnostics.map(({ code }) => code), tree]).toEqual([['E-METHOD', 'E-SETTING'], undefined]);
  });
});

/** The wrong value `here` has the place that is reported; without one, it is the start of the file. */
const places: readonly (readonly [name: string, text: string])[] = [
  ['a member', "export default defineConfig({\n  public: true,\n  strict: 'here',\n});"],
  ['a member of a plain object', "export default { strict: 'here' };"],
  ['a member with quotes', "export default { public: true, 'strict': 'here' };"],
  ['the last of two', "export default { strict: true, ...{}, strict: 'here' } as object;"],
  [
    'a member within members',
    "export default defineConfig({ stages: { default: {}, prod: { burst: 7, reference: 'here' } } });",
  ],
  ['an item of a list', "export default { stages: { dev: { pages: ['console', 'here'] } } };"],
  [
    'a member behind braces in comments, texts, templates and patterns',
    "/* { strict: */ // {\nconst one = 1;\nexport default {\n  metrics: { namespace: '{[' + `${one}}}` },\n  problems: { typePrefix: String(/[{\"]/) && 'urn:a:' }, strict: 'here' };",
  ],
  [
    'a member behind types',
    "type Flag<T extends { a: 1 }> = T;\nexport default {\n  public: (true as boolean) satisfies boolean,\n  strict: <Flag<never>>('here' as unknown),\n};",
  ],
  ['a constant', "const config: Config = { strict: 'here' };\nexport default config;"],
  [
    'a constant of a member',
    "const stage = { reference: 'here' };\nexport default { stages: { dev: stage } };",
  ],
  [
    'characters of two units before it',
    "export default { metrics: { namespace: 'a' /* 😀 */ }, strict: 'here' };",
  ],
];

/** Members that no object of the text has: the place is the last one of their path that it has. */
const elsewhere: readonly (readonly [name: string, text: string, place: string])[] = [
  [
    'a value that is computed',
    "const make = () => ({ dev: { burst: 'x' } });\nexport default { stages: make() };",
    '2:18',
  ],
  ['a name that is computed', "const name = 'strict';\nexport default { [name]: 'x' };", '1:1'],
  ['a spread object', "export default { ...{ strict: 'x' } };", '1:1'],
  ['an export that is computed', "const make = () => ({ strict: 'x' });\nexport default make();", '1:1'],
];

describe('the place of a mistake is', () => {
  const placesOf = async (text: string) => {
    const head = text.includes('defineConfig') ? "import { defineConfig } from 'headwater/config';\n" : '';
    const typed = text.includes(': Config') ? "import type { Config } from 'headwater/config';\n" : '';
    const whole = `${head}${typed}${text}\n`;
    const { problems } = await loadConfig(await makeProject(config(whole)));
    return { whole, found: problems.map(({ at }) => `${at?.line ?? 1}:${at?.column ?? 1}`) };
  };

  test.each(places)('that of %s', async (_, text) => {
    const { whole, found } = await placesOf(text);
    const before = whole.slice(0, whole.indexOf('here')).split('\n');
    const line = before.at(-1) ?? '';
    // The name of the member, or the item itself.
    const start = Math.max(line.lastIndexOf("'strict'"), line.search(/(?<!')(?:strict|reference): *[^{]*$/));
    const column = start >= 0 ? start : line.length - 1;
    expect(found.at(-1)).toBe(`${before.length}:${column + 1}`);
  });

  test.each(elsewhere)('near %s', async (_, text, place) => {
    expect((await placesOf(text)).found).toEqual([place]);
  });
});

test('a command ends with all of them', { tags: ['descriptors'] }, async () => {
  const project = await makeProject(config('export default { strict: 1, public: 0 };'));
  const { exitCode, output, complaint } = await headwater(project, ['token', '--help']);
  expect([exitCode, output]).toEqual([2, '']);
  expect(complaint).toBe(`headwater.config.ts:1:18 E-SETTING at /strict
  found     1
  accepted  true or false

headwater.config.ts:1:29 E-SETTING at /public
  found     0
  accepted  true or false
`);
});

test('each build loads the config and its imports anew, and names them', async () => {
  const project = await makeProject({
    ...config("import { strict } from './settings/strict.ts';\nexport default { strict };"),
    'settings/strict.ts': 'export const strict = true;',
  });
  const first = await readBuildSettings(project);
  expect([first.settings.strict, first.modules]).toEqual([
    true,
    ['headwater.config.ts', 'settings/strict.ts'],
  ]);
  await writeFile(join(project, 'settings/strict.ts'), 'export const strict = false;');
  expect((await readBuildSettings(project)).settings.strict).toBe(false);
  await rm(join(project, 'headwater.config.ts'));
  expect((await readBuildSettings(project)).settings.strict).toBe(false);
});

test('the config of this repository is loaded without the code of its commands and types', async () => {
  const project = await makeProject({});
  await symlink(join(repository, 'headwater.config.ts'), join(project, 'headwater.config.ts'));
  const { diagnostics } = await readBuildSettings(project);
  expect(diagnostics).toEqual([]);
  const { modules } = await readBuildSettings(repository);
  const own = modules.filter((path) => !path.startsWith('lib/headwater/'));
  expect(own).toEqual(['headwater.config.ts', 'lib/service/commands/service-commands.ts']);
});

describe('docs/headwater/settings.md', () => {
  const read = () => readFile(join(repository, 'docs/headwater/settings.md'), 'utf8');

  test('begins with a config', async () => {
    const [, example = ''] = /```ts headwater\.config\.ts\n([\s\S]*?)```/.exec(await read()) ?? [];
    const { settings, diagnostics } = await readBuildSettings(await makeProject(config(example)));
    expect(diagnostics).toEqual([]);
    expect(settings).toMatchObject({ strict: true, cors: { origins: ['https://app.example.com'] } });
  });

  test('explains each member', async () => {
    const rows = [...(await read()).matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
    const members = [configRule, configRule.members?.['cors']].flatMap((rule) =>
      Object.keys(rule?.members ?? {}),
    );
    expect(members.filter((name) => !rows.includes(name))).toEqual([]);
  });
});
