import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainBuiltins } from '../../../lib/headwater/compile/bundle/plain-builtins.ts';
import { writeFiles } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-builtins-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** @returns the text of the bundle, and its module. */
async function bundled(name: string, contents: string) {
  const outfile = join(folder, `${name}.mjs`);
  const options = { bundle: true, minify: true, format: 'esm', platform: 'node', target: 'node24' } as const;
  const stdin = { contents, resolveDir: folder };
  const { outputFiles } = await build({
    ...options,
    ...{ stdin, outfile, write: false, plugins: [plainBuiltins], logLevel: 'silent' },
  });
  const [{ text } = { text: '' }] = outputFiles;
  await writeFile(outfile, text);
  return { text, module: await import(pathToFileURL(outfile).href) };
}

test('each way to import a built-in module gives what it has', async () => {
  await mkdir(join(folder, 'node_modules/common'), { recursive: true });
  await writeFiles(folder, {
    'node_modules/common/package.json': { name: 'common', main: 'index.js' },
    'node_modules/common/index.js': `const { EventEmitter } = require('events'); exports.Emitter = class extends EventEmitter {};`,
  });
  const { module } = await bundled(
    'ways',
    `import fs, { readFileSync as read } from 'fs';
     import * as path from 'node:path';
     import { Readable } from 'node:stream';
     import EventEmitter, { once } from 'node:events';
     import { readFile } from 'node:fs/promises';
     import { Emitter } from 'common';
     export { createHash } from 'node:crypto';
     export class Numbers extends Readable {}
     export const found = { fs, read, path, Readable, EventEmitter, once, readFile };
     export const emitter = new Emitter();
     export const later = () => import('node:zlib');`,
  );
  const [fs, path, stream, events, crypto, zlib] = await Promise.all([
    ...[import('node:fs'), import('node:path'), import('node:stream'), import('node:events')],
    ...[import('node:crypto'), import('node:zlib')],
  ]);
  expect(module.found).toMatchObject({
    ...{ fs: Object(fs).default, read: Object(fs).readFileSync, path: { join: Object(path).join } },
    ...{ Readable: Object(stream).Readable, EventEmitter: Object(events).default, once: Object(events).once },
    readFile: Object(fs).promises.readFile,
  });
  expect(module.createHash).toBe(Object(crypto).createHash);
  expect(new module.Numbers()).toBeInstanceOf(Object(stream).Readable);
  expect(module.emitter).toBeInstanceOf(Object(events).EventEmitter);
  expect((await module.later()).gunzipSync).toBe(Object(zlib).gunzipSync);
});

test('a bundle has the exports that it uses, and no module without one', async () => {
  const { text } = await bundled(
    'used',
    `import { env } from 'node:process'; import * as os from 'node:os'; import 'node:http';
     import { gunzipSync } from 'node:zlib'; export const place = () => env.A + os.platform();`,
  );
  expect(text.match(/node:\w+/g)).toEqual(['node:process', 'node:os']);
  expect(text).not.toMatch(/release|gunzip/);
});

test('every built-in module can be bundled', async () => {
  // These print a warning about themselves.
  const warning = ['punycode', 'sys', 'wasi'];
  const names = builtinModules.filter((name) => !name.startsWith('_') && !warning.includes(name));
  const lines = names.map((name, index) => `import * as m${index} from ${JSON.stringify(name)};`);
  const { module } = await bundled(
    'every',
    `${lines.join('\n')} export const all = () => [${names.map((_, index) => `Object.keys(m${index}).length`)}];`,
  );
  expect(module.all().every((count: number) => count > 0)).toBe(true);
});

test('a package that has the name of a built-in module with a slash is a package', async () => {
  await mkdir(join(folder, 'node_modules/buffer'), { recursive: true });
  await writeFiles(folder, {
    'node_modules/buffer/package.json': { name: 'buffer', main: 'index.js' },
    'node_modules/buffer/index.js': 'exports.own = 1;',
  });
  expect((await bundled('slash', `export { own } from 'buffer/';`)).module.own).toBe(1);
});

const bundles = join(repository, '.generated/bundles');

/** What Node.js has loaded once the function has started. */
async function loadedBy(id: string): Promise<readonly string[]> {
  const url = pathToFileURL(join(bundles, id, 'index.mjs')).href;
  const script = `await import(${JSON.stringify(url)}); console.log(JSON.stringify(process.moduleLoadList))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TABLE_NAME: 'documents', ACCESS: 'open', AWS_REGION: 'eu-west-1' },
  });
  return JSON.parse(stdout);
}

/** A project without this service has no function of its resources. */
const built = (...ids: readonly string[]) => ids.filter((id) => existsSync(join(bundles, id)));

test.each(['api-docs', ...built('preprocessor-list')])(
  '%s loads neither undici nor HTTP when it starts',
  async (id) => {
    const loaded = await loadedBy(id);
    expect(loaded.filter((name) => /undici|^NativeModule (?:_?http|zlib|tty)/.test(name))).toEqual([]);
  },
);

test.each(built('source-list', 'source-create'))('%s loads HTTP, and no zlib, when it starts', async (id) => {
  const loaded = await loadedBy(id);
  expect(loaded).toContain('NativeModule https');
  expect(loaded.filter((name) => /undici|^NativeModule (?:zlib|tty)/.test(name))).toEqual([]);
});
