/**
 * What reads a file of a project reads the parts of it that docs/headwater shows, too. The word after the language says what a block is
 * part of; a path there is a whole file, which the test of the page writes into a project.
 */

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseMembers } from '../../lib/headwater/compile/aws/configuration/cloudformation-yaml.ts';
import { build } from '../../lib/headwater/compile/pipeline.ts';
import { planService } from '../../lib/headwater/compile/plan/plan-service.ts';
import { describeDiagnostic } from '../../lib/headwater/compile/source/diagnostic.ts';
import { readDescriptors } from '../../lib/headwater/compile/source/read-descriptors.ts';
import { loadConfig } from '../../lib/headwater/config/load-config.ts';
import { membersOf } from '../../lib/headwater/shared/json/is-object.ts';
import { readSettings } from '../../lib/headwater/shared/settings.ts';
import { cleanUp } from '../support/clean-up.ts';
import { blocksIn, filesIn } from '../support/documentation.ts';
import { copyProjectWith } from '../support/local-service.ts';
import { packageTemplate } from '../support/packaged-template.ts';
import { checkProblem, problemMediaType } from '../support/problem-schema.ts';
import { configText, listing, makeProject, thing, writeFiles } from '../support/project.ts';
import { repository } from '../support/repository.ts';
import { declareIn } from '../support/serverless-yml.ts';

interface Fragment {
  readonly page: string;
  /** Such as `settings.md, block 2`. */
  readonly name: string;
  readonly kind: string;
  readonly text: string;
}

const folder = join(repository, 'docs/headwater');
const pageNames = (await readdir(folder)).filter((name) => name.endsWith('.md'));
const pages = new Map(
  await Promise.all(
    pageNames.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  ),
);
const fragments: readonly Fragment[] = [...pages].flatMap(([page, markdown]) =>
  blocksIn(markdown)
    .filter(({ info }) => /^(?:yaml|json|ts)\b/.test(info))
    .map(({ info, text }, index) => {
      const [, kind = ''] = info.split(' ');
      return { page, name: `${page}, block ${index + 1}`, kind, text };
    }),
);

const ofKind = (...kinds: readonly string[]) => fragments.filter(({ kind }) => kinds.includes(kind));

/** The pages whose files their own tests write into a project. */
async function followedPages(): Promise<readonly string[]> {
  const tests = await readdir(join(repository, 'test'), { recursive: true });
  const texts = tests
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFile(join(repository, 'test', path), 'utf8'));
  const readers = (await Promise.all(texts)).filter((text) =>
    /filesIn|blocksIn|makePageProject|```ts/.test(text),
  );
  return pageNames.filter((name) => readers.some((text) => text.includes(`docs/headwater/${name}`)));
}

test('every block says what it is part of, and something reads it', async () => {
  const followed = await followedPages();
  const read = [
    ...[
      'listing',
      'operation',
      'declaration',
      'openapi',
      'schemas',
      'responses',
      'config',
      'headwater.config.ts',
    ],
    ...['serverless', 'serverless.yml', 'problem', 'log', 'shards'],
    // They need their surroundings.
    'lines',
  ];
  const isRead = ({ page, kind }: Fragment) =>
    read.includes(kind) || (/[./]/.test(kind) && followed.includes(page));
  expect(fragments.filter((each) => !isRead(each)).map(({ name, kind }) => [name, kind])).toEqual([]);
});

describe('descriptors', () => {
  /** Models of the names that a fragment mentions, such as `SourceResults`. */
  const modelsOf = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/"([A-Z][a-z]\w*)"/g)].map(([, id = '']) => [
        id,
        { id, properties: { name: { type: 'string' } } },
      ]),
    );
  const declared = (text: string, operation: object, rest: object) =>
    thing({ ...operation }, { ...rest, models: modelsOf(text) });

  const ofOpenApi = (operation: object, schemas: object) => ({
    'descriptors/api-docs.json': listing,
    'descriptors/part.json': {
      openapi: '3.1.0',
      info: { title: 'Parts', version: '1' },
      paths: { '/part': { get: { operationId: 'read', ...operation } } },
      components: { schemas },
    },
  });

  /** The files of a project by the kind of the fragment. */
  const projects: Readonly<Record<string, (fragment: Fragment) => Readonly<Record<string, unknown>>>> = {
    listing: ({ page }) => ({
      'descriptors/api-docs.json': listingOf(page),
      'descriptors/thing.json': thing(),
    }),
    operation: ({ page, text }) => ({
      'descriptors/api-docs.json': listingOf(page),
      'descriptors/thing.json': declared(text, JSON.parse(text), {}),
    }),
    declaration: ({ text }) => ({
      'descriptors/api-docs.json': listing,
      'descriptors/thing.json': declared(text, {}, JSON.parse(text)),
    }),
    schemas: ({ text }) => ofOpenApi({ responses: { '204': { description: 'Done' } } }, parse(text)),
    responses: ({ text }) => ofOpenApi(parse(text), { Bookmark: { type: 'object' } }),
    openapi: ({ text }) => ({ 'descriptors/api-docs.json': listing, 'descriptors/part.yaml': text }),
  };

  /** With the members that the page shows. */
  const listingOf = (page: string): object => {
    const shown = ofKind('listing').filter((each) => each.page === page);
    return Object.assign({}, listing, ...shown.map(({ text }) => JSON.parse(text)));
  };

  test.each(ofKind(...Object.keys(projects)))('$name, of $kind', async (fragment) => {
    const project = await makeProject(projects[fragment.kind]?.(fragment) ?? {});
    const { diagnostics } = planService(await readDescriptors(project, 'descriptors'));
    expect(diagnostics.map(describeDiagnostic)).toEqual([]);
  });
});

describe('headwater.config.ts', () => {
  const configs = ofKind('config', 'headwater.config.ts').map((fragment, index) => ({
    ...fragment,
    folder: `config-${index}`,
  }));
  /** What configs import in functions, from projects that their pages do not show. */
  const imported: Readonly<Record<string, string>> = {
    'lib/stored-types.ts': `import type { StoredTypes } from 'headwater/config';

export const storedTypes: StoredTypes = { documents: [], items: [] };
`,
  };
  let project: string;

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'headwater-'));
    cleanUp(() => rm(project, { recursive: true, force: true }));
    await symlink(join(repository, 'node_modules'), join(project, 'node_modules'));
    for (const { page, kind, text, folder: part } of configs) {
      const whole = `import { defineConfig } from 'headwater/config';\n\nexport default defineConfig({\n${text}});\n`;
      const isImporting = text.includes('./lib/');
      const files = [...filesIn(pages.get(page) ?? '')].filter(
        ([path]) => isImporting && path.startsWith('lib/'),
      );
      await writeFiles(join(project, part), {
        ...imported,
        ...Object.fromEntries(files),
        'headwater.config.ts': kind === 'config' ? whole : text,
      });
    }
    await writeFiles(project, {
      'package.json': { type: 'module' },
      'tsconfig.json': { extends: 'headwater/tsconfig.json', include: ['config-*'] },
    });
  });

  test.each(configs)('$name, has members that the rules accept', async ({ folder: part }) => {
    expect((await loadConfig(join(project, part))).problems).toEqual([]);
  });

  test('all of them have the right types', { tags: ['project'] }, async () => {
    // The tests of these pages check the types of all of their files.
    const checked = configs.filter(({ page }) => !['tutorial.md', 'search-engine.md'].includes(page));
    const include = checked.map(({ folder: part }) => part);
    await writeFiles(project, { 'tsconfig.json': { extends: 'headwater/tsconfig.json', include } });
    const tsc = join(repository, 'node_modules/typescript/bin/tsc');
    const run = promisify(execFile)(process.execPath, [tsc, '--noEmit', '--singleThreaded'], {
      cwd: project,
    });
    expect(await run.catch(({ stdout }) => stdout)).toEqual({ stdout: '', stderr: '' });
  });
});

describe('serverless.yml', { tags: ['deployment'] }, () => {
  const declarations = ofKind('serverless', 'serverless.yml').map((each) => ({
    ...each,
    members: parseMembers(each.text),
  }));
  let project: string;

  beforeAll(async () => {
    // The functions that fragments change are operations of this service: `order-create` is `create` of `order`.
    const changed = new Set(
      declarations.flatMap(({ members }) => Object.keys(membersOf(members['functions']))),
    );
    const files = [...changed].map((key) => {
      const [resource = '', nickname = ''] = key.split('-');
      const operation = { httpMethod: 'POST', nickname, responseClass: 'void', parameters: [] };
      const declaration = {
        resourcePath: `/${resource}`,
        apis: [{ path: `/${resource}`, operations: [operation] }],
      };
      return {
        [`descriptors/${resource}.json`]: declaration,
        [`handlers/${resource}/${nickname}.ts`]: 'export const handle = () => undefined;\n',
      };
    });
    const whole = declarations.find(({ kind }) => kind === 'serverless.yml')?.text;
    project = await copyProjectWith({
      ...Object.assign({}, ...files),
      'serverless.yml': whole,
      'headwater.config.ts': configText({ public: true }),
    });
    expect((await build(project)).diagnostics).toEqual([]);
  });

  test.each(declarations)('$name, is packaged', async ({ members }) => {
    const undo = await declareIn(project, members);
    await packageTemplate(project, ['--stage', 'prod']).finally(undo);
  });
});

test.each(ofKind('problem'))('$name, is a problem', ({ text }) => {
  const body = JSON.parse(text);
  const requestId = String(body.instance).split(':').at(-1) ?? '';
  const headers = { 'content-type': problemMediaType, 'x-request-id': requestId };
  checkProblem({ status: body.status, headers, body });
});

test.each(ofKind('log'))('$name, is lines of JSON', ({ text }) => {
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).level),
  ).toEqual([expect.stringMatching(/^(?:INFO|ERROR)$/)]);
});

test.each(ofKind('shards'))('$name, is a value of INDEX_SHARDS', ({ text }) => {
  const { shards } = readSettings({ TABLE_NAME: 'shop', INDEX_SHARDS: text });
  expect(Object.keys(shards)).toEqual(Object.keys(JSON.parse(text)));
});
