/** `npx headwater doctor`, run as a process: what it finds, what it changes, and that the changed project is built and packaged. */

import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanUp } from '../../../support/clean-up.ts';
import { type CommandRun, headwater } from '../../../support/command.ts';
import { examplesIn } from '../../../support/documentation.ts';
import { packageTemplate } from '../../../support/packaged-template.ts';
import { type ProjectFiles, thing, writeFiles } from '../../../support/project.ts';
import { repository } from '../../../support/repository.ts';

async function makeFolder(files: ProjectFiles): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-doctor-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await writeFiles(folder, files);
  return folder;
}

const note = {
  id: 'Note',
  properties: {
    _id: { type: 'string', required: true },
    created: { type: 'date-time', required: true },
    updated: { type: 'date-time', required: true },
    revision: { type: 'int', required: true },
    text: { type: 'string', required: true },
  },
};
const id = { paramType: 'path', name: 'id', dataType: 'string' };

/** A project with a copy of the framework, as `npx headwater new` made it before there was a package. */
const before = {
  'package.json': `{
  "name": "notes",
  "type": "module",
  "bin": {
    "headwater": "lib/tools/cli/headwater.ts"
  },
  "imports": {
    "#generated/*": "./.generated/*",
    "#service": "./lib/service/service.ts"
  },
  "scripts": {
    "start": "node lib/tools/local/start.ts --auth",
    "build": "node lib/tools/build/main.ts",
    "check": "node lib/tools/cli/headwater.ts check && tsc"
  },
  "dependencies": {
    "ajv": "8.20.0",
    "preact": "11.2.0"
  },
  "headwater": { "strict": true, "cors": { "origins": ["https://app.example.com"] } }
}
`,
  'tsconfig.json': `{
  "compilerOptions": {
    "strict": true // of the team
  },
  "include": ["lib", "handlers", ".generated/functions"]
}
`,
  'serverless.yml': `service: notes
frameworkVersion: "4"

# The settings of each stage.
params:
  default: \${file(./lib/deploy/stages/settings.cjs)}

provider:
  name: aws
  # Where the account is.
  region: \${opt:region, file(./lib/deploy/region.cjs)}
  environment: { TABLE_NAME: "\${self:custom.tableName}" } # as ever

custom:
  # One for each stage.
  tableName: \${param:tableName}
  team: archive
  rollback: { alarms: [ApiErrorsAlarm], minutes: 5 }
  later:
    lib/service/list.later.ts: { variable: LISTS, value: "on", with: SEARCH_ENDPOINT }

plugins:
  # For npm start.
  - serverless-offline
  - ./lib/tools/local/offline-plugin.ts
  - ./lib/deploy/plugins/stack-plugin.ts
`,
  'descriptors/api-docs.json': `{
  "apiVersion": "1.0",
  "x-pages": {
    "console": { "summary": "The team's console", "folder": "lib/console" }
  },
  "basePath": "/v1"
}
`,
  'descriptors/note.json': {
    resourcePath: '/note',
    apis: [
      {
        path: '/note/{id}',
        operations: [{ httpMethod: 'GET', nickname: 'read', responseClass: 'Note', parameters: [id] }],
      },
    ],
    models: { Note: note },
  },
  'handlers/note/read.ts': `import type { Handle } from '#generated/types/note/read.ts';
/* Größe: 3 µm */ import { getDocument } from '../../lib/data/documents.ts';
import { notes } from '../../lib/service/notes.ts';

export const handle: Handle = ({ id }, _body, context) => getDocument(notes(context), id);
`,
  'lib/service/notes.ts': `import type { Models } from '#generated/models/note.ts';
import { documentsOf as open } from '#lib/data/documents.ts';
import { type DocumentType, documentType } from "../data/search/document-type.ts";

export const noteType: DocumentType<Models['Note']> = documentType<Models['Note']>({
  name: 'note',
  all: 'n',
  fields: { text: { kind: 'text', terms: 'nw', isDefault: true } },
});
export const notes = open(noteType);
`,
  'lib/service/stored-types.ts': `import type { StoredTypes } from '../data/stored-types.ts';
import { noteType } from './notes.ts';

export const storedTypes = { documents: [noteType], items: [] } satisfies StoredTypes;
`,
  'lib/service/service.ts': `import * as table from '../data/store/table.ts';
export type { Service } from '../tools/service.ts';

export const open = () => import('../data/documents.ts');
export const service = { commands: [], table };
`,
  'lib/console/index.html': '<!doctype html><title>Console</title>',
  'lib/console/page.tsx': 'document.title = "Notes";\n',
  'lib/console/page.css': '',
  'lib/data/documents.ts': '',
  'lib/deploy/stages/prod.yml': 'burst: 20\n',
  'lib/tools/cli/headwater.ts': '',
  'test/data/store.test.ts': `import '../../lib/data/store/table.ts';\n`,
} as const;

describe('a project with a copy of the framework', () => {
  let project: string;
  let first: CommandRun;
  let fixed: CommandRun;

  const text = (path: string) => readFile(join(project, path), 'utf8');

  beforeAll(async () => {
    project = await makeFolder(before);
    first = await headwater(project, ['doctor']);
    fixed = await headwater(project, ['doctor', '--fix']);
  });

  test('is found out, with the places and the changes', () => {
    expect([first.exitCode, first.complaint]).toEqual([1, '']);
    expect(first.output).toMatchInlineSnapshot(`
      "package.json:4:3
        found   the program "headwater" of a copied framework
        change  remove it: the package has the program (--fix)

      package.json:7:3
        found   #handlers/* not in "imports"
        change  "#handlers/*": "./handlers/*" (--fix)

      package.json:9:5
        found   "#service", which nothing imports
        change  remove it; what ./lib/service/service.ts exports are members of headwater.config.ts: storedTypes, commands, startOptions, smokeDocument

      package.json:12:5
        found   the script "start" of a copied framework
        change  headwater start --auth (--fix)

      package.json:13:5
        found   the script "build" of a copied framework
        change  headwater build (--fix)

      package.json:14:5
        found   the script "check" of a copied framework
        change  headwater check && tsc (--fix)

      package.json:16:3
        found   no dependency "headwater"
        change  "headwater": "^0.1.0" in "dependencies" (--fix)

      package.json:20:3
        found   settings in the member "headwater"
        change  move them to headwater.config.ts, where they have the same names (--fix)

      tsconfig.json:1:1
        found   settings that do not extend headwater/tsconfig.json
        change  "extends": "headwater/tsconfig.json" (--fix)

      serverless.yml:6:12
        found   the value \${file(./lib/deploy/stages/settings.cjs)}
        change  remove it: the plugin has a default (--fix)

      serverless.yml:11:11
        found   the value \${opt:region, file(./lib/deploy/region.cjs)}
        change  remove it: the plugin has a default (--fix)

      serverless.yml:15:1
        found   the settings custom.tableName, custom.rollback
        change  move them to custom.headwater (--fix)

      serverless.yml:20:5
        found   custom.later, by paths of modules
        change  custom.headwater.variables, by the name of an export of the module

      serverless.yml:25:5
        found   plugins of a copied framework
        change  plugins: [serverless-offline, headwater/serverless] (--fix)

      descriptors/api-docs.json:3:3
        found   pages in the member "x-pages"
        change  move them to "pages" of headwater.config.ts (--fix)

      handlers/note/read.ts:2:48
        found   an import of ../../lib/data/documents.ts
        change  'headwater/documents' (--fix)

      lib/service/notes.ts:2:38
        found   an import of #lib/data/documents.ts
        change  'headwater/documents' (--fix)

      lib/service/notes.ts:3:50
        found   an import of ../data/search/document-type.ts
        change  'headwater/documents' (--fix)

      lib/service/service.ts:1:25
        found   an import of ../data/store/table.ts
        change  imports of single names, from entries of the package; docs/entries.md of the package headwater lists what it exports

      lib/service/service.ts:2:31
        found   an import of ../tools/service.ts
        change  no entry has Service; docs/entries.md of the package headwater lists what it exports

      lib/service/service.ts:4:35
        found   an import of ../data/documents.ts
        change  imports of single names, from entries of the package; docs/entries.md of the package headwater lists what it exports

      lib/service/stored-types.ts:1:35
        found   an import of ../data/stored-types.ts
        change  'headwater/config' (--fix)

      lib/deploy/stages/prod.yml:1:1
        found   settings of a stage
        change  move what you have changed to "stages" of headwater.config.ts

      lib/tools/cli/headwater.ts:1:1
        found   a copy of the framework
        change  git rm -r lib/data lib/deploy lib/tools, and its tests, bench/ and docs/, once nothing imports them

      24 changes for headwater 0.1.0; npx headwater doctor --fix makes 17 of them.
      "
    `);
  });

  test('is changed where a program can, and the rest is listed again', () => {
    expect([fixed.exitCode, fixed.complaint]).toEqual([1, '']);
    expect(fixed.output).toMatchInlineSnapshot(`
      "Changed descriptors/api-docs.json, handlers/note/read.ts, headwater.config.ts, lib/service/notes.ts, lib/service/stored-types.ts, package.json, serverless.yml, tsconfig.json.

      package.json:7:5
        found   "#service", which nothing imports
        change  remove it; what ./lib/service/service.ts exports are members of headwater.config.ts: storedTypes, commands, startOptions, smokeDocument

      serverless.yml:15:5
        found   custom.later, by paths of modules
        change  custom.headwater.variables, by the name of an export of the module

      lib/service/service.ts:1:25
        found   an import of ../data/store/table.ts
        change  imports of single names, from entries of the package; docs/entries.md of the package headwater lists what it exports

      lib/service/service.ts:2:31
        found   an import of ../tools/service.ts
        change  no entry has Service; docs/entries.md of the package headwater lists what it exports

      lib/service/service.ts:4:35
        found   an import of ../data/documents.ts
        change  imports of single names, from entries of the package; docs/entries.md of the package headwater lists what it exports

      lib/deploy/stages/prod.yml:1:1
        found   settings of a stage
        change  move what you have changed to "stages" of headwater.config.ts

      lib/tools/cli/headwater.ts:1:1
        found   a copy of the framework
        change  git rm -r lib/data lib/deploy lib/tools, and its tests, bench/ and docs/, once nothing imports them

      7 changes for headwater 0.1.0.
      "
    `);
  });

  test('keeps the texts of people', async () => {
    const changed = [
      'headwater.config.ts',
      'package.json',
      'serverless.yml',
      'tsconfig.json',
      'lib/service/notes.ts',
    ];
    const texts = changed.map(async (path) => `// ${path}\n${await text(path)}`);
    expect((await Promise.all(texts)).join('\n')).toMatchInlineSnapshot(`
      "// headwater.config.ts
      import { defineConfig } from 'headwater/config';

      export default defineConfig({
        pages: {
          console: {
            summary: "The team's console",
            folder: 'lib/console',
          },
        },
        strict: true,
        cors: {
          origins: [
            'https://app.example.com',
          ],
        },
      });

      // package.json
      {
        "name": "notes",
        "type": "module",
        "imports": {
          "#generated/*": "./.generated/*",
          "#handlers/*": "./handlers/*",
          "#service": "./lib/service/service.ts"
        },
        "scripts": {
          "start": "headwater start --auth",
          "build": "headwater build",
          "check": "headwater check && tsc"
        },
        "dependencies": {
          "ajv": "8.20.0",
          "headwater": "^0.1.0",
          "preact": "11.2.0"
        }
      }

      // serverless.yml
      service: notes
      frameworkVersion: "4"

      provider:
        name: aws
        environment: { TABLE_NAME: "\${self:custom.headwater.tableName}" } # as ever

      custom:
        headwater:
          # One for each stage.
          tableName: \${param:tableName}
          rollback: { alarms: [ApiErrorsAlarm], minutes: 5 }
        team: archive
        later:
          lib/service/list.later.ts: { variable: LISTS, value: "on", with: SEARCH_ENDPOINT }

      # For npm start.
      plugins: [serverless-offline, headwater/serverless]

      // tsconfig.json
      {
        "extends": "headwater/tsconfig.json",
        "compilerOptions": {
          "strict": true // of the team
        },
        "include": ["lib", "handlers", ".generated/functions"]
      }

      // lib/service/notes.ts
      import type { Models } from '#generated/models/note.ts';
      import { documentsOf as open } from 'headwater/documents';
      import { type DocumentType, documentType } from "headwater/documents";

      export const noteType: DocumentType<Models['Note']> = documentType<Models['Note']>({
        name: 'note',
        all: 'n',
        fields: { text: { kind: 'text', terms: 'nw', isDefault: true } },
      });
      export const notes = open(noteType);
      "
    `);
    expect(await text('descriptors/api-docs.json')).toBe(
      `{\n  "apiVersion": "1.0",\n  "basePath": "/v1"\n}\n`,
    );
    expect(await text('lib/service/service.ts')).toBe(before['lib/service/service.ts']);
    const read = before['handlers/note/read.ts'].replace(
      '../../lib/data/documents.ts',
      'headwater/documents',
    );
    expect(await text('handlers/note/read.ts')).toBe(read);
  });

  test('a second change finds nothing more to change', async () => {
    const texts = () => Promise.all([...Object.keys(before), 'headwater.config.ts'].map(text));
    const was = await texts();
    const again = await headwater(project, ['doctor', '--fix']);
    expect(again.output).toBe(fixed.output.replace(/^Changed .*\n\n/, ''));
    expect(await texts()).toEqual(was);
  });

  test('is built and packaged after what is left for people', { tags: ['deployment'] }, async () => {
    for (const path of ['lib/data', 'lib/deploy', 'lib/tools', 'lib/service/service.ts', 'test'])
      await rm(join(project, path), { recursive: true });
    await writeFiles(project, {
      'package.json': (await text('package.json')).replace(/,\s*"#service": ".*"/, ''),
      'serverless.yml': (await text('serverless.yml')).replace(/ {2}later:\n.*\n/, ''),
      'headwater.config.ts': (await text('headwater.config.ts')).replace(
        'defineConfig({',
        `defineConfig({\n  storedTypes: async () => (await import('./lib/service/stored-types.ts')).storedTypes,\n  public: true,`,
      ),
    });
    expect(await headwater(project, ['build'])).toMatchObject({ exitCode: 0 });
    const { Resources } = await packageTemplate(project);
    expect(Object.keys(Resources)).toEqual(expect.arrayContaining(['Table', 'NoteDashreadLambdaFunction']));
    expect(await headwater(project, ['doctor'])).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/^Nothing to do: .*\n$/),
    });
  });
});

const sound = {
  'package.json': {
    type: 'module',
    imports: { '#generated/*': './.generated/*', '#handlers/*': './handlers/*' },
    dependencies: { headwater: '^0.1.0' },
  },
  'tsconfig.json': { extends: 'headwater/tsconfig.json' },
  'descriptors/api-docs.json': { apiVersion: '1.0', basePath: '/v1' },
  'descriptors/thing.json': thing(),
  'handlers/thing/read.ts': "export const handle = () => '';",
  'serverless.yml': 'service: things\nplugins: [headwater/serverless]\nprovider: { name: aws }\n',
};

test('a build of another version is made anew, and is not deployed', { tags: ['deployment'] }, async () => {
  const project = await makeFolder(sound);
  expect(await headwater(project, ['build'])).toMatchObject({ exitCode: 0 });
  const record = join(project, '.generated/headwater.json');
  const { version, format } = JSON.parse(await readFile(record, 'utf8'));
  const others = [
    [{ version: '0.0.1', format }, `headwater 0.0.1 (format ${format}) has made the build`],
    [{ version, format: format + 1 }, `headwater ${version} (format ${format + 1}) has made the build`],
    [{ build: { version, format } }, 'another version has made the build'],
    [undefined, 'another version has made the build'],
  ] as const;
  for (const [other, found] of others) {
    if (other) await writeFiles(project, { '.generated/headwater.json': other });
    else await rm(record);
    const { exitCode, output } = await headwater(project, ['doctor']);
    expect([exitCode, output]).toEqual([1, expect.stringContaining(`found   ${found}`)]);
    expect(output).toContain('change  npm run build');
    await expect(packageTemplate(project)).rejects.toThrow(`Run "npm run build" first: ${found}`);
  }
  expect(await headwater(project, ['build'])).toMatchObject({ exitCode: 0 });
  expect(await headwater(project, ['doctor'])).toMatchObject({ exitCode: 0 });
});

test('a folder without a project, and a config that is refused, are findings', async () => {
  const project = await makeFolder({ 'headwater.config.ts': 'export default { strct: true };\n' });
  const { exitCode, output } = await headwater(project, ['doctor']);
  expect(exitCode).toBe(1);
  expect(output).toContain('package.json:1:1\n  found   no such file');
  expect(output).toContain('tsconfig.json:1:1\n  found   no such file');
  expect(output).toMatch(/headwater\.config\.ts:1:1\n {2}found {3}strct: /);
});

test('does what docs/headwater/updating.md shows', async () => {
  const page = await readFile(join(repository, 'docs/headwater/updating.md'), 'utf8');
  const project = await makeFolder({
    ...sound,
    'descriptors/api-docs.json': `{
  "apiVersion": "1.0",
  "basePath": "/v1",
  "x-pages": { "console": { "summary": "The console of the team", "folder": "lib/console" } }
}
`,
    'handlers/note/read.ts': `import type { Handle } from '#generated/types/note/read.ts';
import { getDocument } from '../../lib/data/documents.ts';
`,
  });
  const examples = examplesIn(page);
  expect(examples.length).toBe(2);
  const plain = (text: string) =>
    text.trim().replaceAll(/(?<=headwater |Node\.js )\d+\.\d+\.\d+/g, '<version>');
  for (const { command, shown } of examples) {
    const [, , ...args] = command.split(' ');
    expect(plain((await headwater(project, args)).output)).toBe(plain(shown));
  }
});
