/** Pages of a service's own: `pages` of the config, and the function that serves each. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startBuildSession } from '../../../lib/headwater/compile/build-session.ts';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import type { HttpResponse } from '../../../lib/headwater/run/http/response/http-response.ts';
import type { LambdaHandler } from '../../../lib/headwater/tools/local/gateway/invoke-function.ts';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { loadHandler } from '../../support/emitted-function.ts';
import { httpApiEvent } from '../../support/event.ts';
import { configText, listing, makeProject, thing, writeFiles } from '../../support/project.ts';

const { env } = process;
const before = env['PAGES'];
const pages = { console: { summary: 'The console', folder: 'handlers/console' } };
const files = {
  'descriptors/api-docs.json': listing,
  'descriptors/thing.json': thing({ authorizations: {} }),
  'handlers/thing/read.ts': 'export const handle = () => {};\n',
  'handlers/console/index.html':
    '<!doctype html><title>Console</title><script type="module" src="console/page.js"></script>',
  'handlers/console/page.tsx':
    "import { name } from 'node:os';\nimport { createClient } from '#generated/client.ts';\nimport('./late.ts').then(({ later }) => later(name, held, createClient));\n",
  'handlers/console/late.ts': 'export const later = (...all: unknown[]) => document.title = all.join();\n',
  'handlers/console/page.css': 'body { margin: 0 }\n',
  'handlers/console/node/os.ts': "export const name = 'a browser';\n",
  'handlers/console/node/globals.ts': "export const held = 'held for the page';\n",
};

let folder: string;
let handler: LambdaHandler;
const session = startBuildSession();

beforeAll(async () => {
  folder = await makeProject(files, { settings: { pages } });
  expect((await build(folder, session)).diagnostics).toEqual([]);
  handler = await loadHandler(folder, 'console');
});
beforeEach(() => {
  env['PAGES'] = 'other console';
});
afterAll(() => {
  if (before === undefined) delete env['PAGES'];
  else env['PAGES'] = before;
});

const get = async (file?: string, headers = {}) =>
  (await handler(
    httpApiEvent({
      url: file === undefined ? '/console' : `/console/${file}`,
      headers,
      ...(file === undefined ? {} : { pathParameters: { file } }),
    }),
    lambdaContext(),
  )) as HttpResponse;
const textOf = ({ body = '' }: HttpResponse) => Buffer.from(body, 'base64').toString();

test('the page and its files are served with a policy that admits nothing else', async () => {
  const page = await get();
  expect(textOf(page)).toBe(files['handlers/console/index.html']);
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(page.headers).not.toHaveProperty('link');
  const script = await get('page.js', { 'accept-encoding': 'gzip' });
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
  });
  const text = gunzipSync(Buffer.from(script.body ?? '', 'base64')).toString();
  expect(text).toContain('a browser');
  // The typed client, with its table of operations.
  expect(text).toContain('/v1/thing');
  const [, shared = ''] = /from"\.\/([\w.-]+)"/.exec(text) ?? [];
  expect(textOf(await get(shared))).toContain('held for the page');
  const [, late = ''] = /import\("\.\/([\w.-]+)"\)/.exec(text) ?? [];
  expect(textOf(await get(late))).toContain('document.title');
  expect((await get('page.css')).headers['content-type']).toBe('text/css; charset=utf-8');
});

test.each(['nothing.js', '__proto__', 'page.js.gz', '..%2F..%2Fbundles%2Fconsole%2Findex.js', '.js'])(
  'there is no file %s',
  async (file) => {
    expect((await get(file)).statusCode).toBe(404);
  },
);

test.each([undefined, '', 'on', 'consoles', '*'])('a stage whose pages are %j has none', async (setting) => {
  if (setting === undefined) delete env['PAGES'];
  else env['PAGES'] = setting;
  for (const file of [undefined, 'page.js']) expect((await get(file)).statusCode).toBe(404);
});

test('a change of a page is built, and nothing else', async () => {
  expect((await build(folder, session)).tree?.written).toEqual([]);
  await writeFile(join(folder, 'handlers/console/page.css'), 'body { margin: 1px }\n');
  const { tree } = await build(folder, session);
  expect(tree?.written).toEqual(['pages/console/page.css.gz', 'page-metafile.json', 'bundles/console.zip']);
});

test('a page that moves to another folder is made of the files there', async () => {
  const moved = { console: { ...pages.console, folder: 'handlers/moved' } };
  await writeFiles(folder, {
    'headwater.config.ts': configText({ pages: moved }),
    'handlers/moved/index.html': '<!doctype html><title>Moved</title>',
    'handlers/moved/page.tsx': 'document.body.append("moved");\n',
    'handlers/moved/page.css': '',
  });
  expect((await build(folder, session)).tree?.written).toContain('pages/console/index.html.gz');
});

const refused: readonly [name: string, pages: object, found: readonly string[], listing?: object][] = [
  ['a name that is no path', { 'a/b': pages.console }, ['E-SETTING "a/b"']],
  ['the name of the reference page', { docs: pages.console }, ['E-SETTING "docs"']],
  ['no summary', { console: { folder: 'handlers/console' } }, ['E-SETTING no summary']],
  ['a folder outside', { console: { summary: 'x', folder: 'lib/../..' } }, ['E-SETTING "lib/../.."']],
  ['the name of an operation', { thing: pages.console }, ['E-ROUTE GET /thing'], { basePath: '' }],
  [
    'a folder without files',
    { console: { summary: 'x', folder: 'handlers/none' } },
    ['index.html', 'page.css', 'page.tsx'].map(() => 'E-BUNDLE no such file'),
  ],
  ['a page that the listing declares', {}, ['E-SETTING pages in the listing'], { 'x-pages': pages }],
];
test.each(refused)('%s is refused', async (_name, named, found, changed) => {
  const project = await makeProject(
    { ...files, 'descriptors/api-docs.json': { ...listing, ...changed } },
    { settings: { pages: named } },
  );
  const { diagnostics } = await build(project);
  expect(diagnostics.map((one) => `${one.code} ${one.found}`)).toEqual(found);
});

test('code that needs Node.js is refused where it is', async () => {
  const project = await makeProject(
    { ...files, 'handlers/console/late.ts': "import 'node:fs';\n" },
    { settings: { pages } },
  );
  const { diagnostics } = await build(project);
  expect(diagnostics).toMatchObject([{ code: 'E-BUNDLE', file: 'handlers/console/late.ts' }]);
  expect(diagnostics[0]?.found).toContain('node:fs does not run in a browser');
});
