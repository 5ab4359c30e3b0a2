/** The list of what ships, `npx headwater sbom`, and that the audit of CI covers it. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import config from '../../headwater.config.ts';
import { headwater } from '../support/command.ts';
import { repository } from '../support/repository.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: unknown;
  readonly hashes?: unknown;
}

let components: readonly Component[];
const lock: Readonly<Record<string, { readonly dev?: boolean; readonly version: string }>> = JSON.parse(
  await readFile(join(repository, 'package-lock.json'), 'utf8'),
).packages;

beforeAll(async () => {
  const { exitCode, output, complaint } = await headwater(repository, ['sbom']);
  expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
  components = JSON.parse(output).components;
});

const packageOf = (path: string) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '';

/** Leaves packages out of bundles, but for those of this repository: what they import counts. */
const othersPackages: Plugin = {
  name: 'others-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[@\w]/ }, ({ path, kind }) =>
      kind === 'entry-point' || /^@?headwater\//.test(path) ? undefined : { path, external: true },
    );
  },
};

/** The packages that code imports, by another run of esbuild, which leaves them out of its bundles. */
async function importedBy(entryPoints: readonly string[]): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [...entryPoints],
    absWorkingDir: repository,
    outdir: join(repository, 'never-written'),
    ...({
      bundle: true,
      splitting: true,
      format: 'esm',
      plugins: [othersPackages],
      platform: 'node',
    } as const),
    ...({ jsx: 'automatic', jsxImportSource: 'preact', loader: { '.css': 'empty' } } as const),
    ...({ write: false, metafile: true, logLevel: 'silent' } as const),
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const packages = imports.filter(({ external, path }) => external && !path.startsWith('node:'));
  return [...new Set(packages.map(({ path }) => packageOf(path)))].toSorted();
}

async function filesBelow(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(join(repository, folder), { recursive: true }).catch(() => []);
  return names.map((name) => `${folder}/${name}`).filter((path) => path.endsWith(ending));
}

/** With what replaces modules of Node.js in a page. */
async function pageEntries(): Promise<string[]> {
  const entries = Object.values(config.pages ?? {}).map(async ({ folder }) => [
    ...(await filesBelow(folder, 'page.tsx')),
    ...(await filesBelow(folder, 'worker.ts')),
    ...(await filesBelow(`${folder}/node`, '.ts')),
  ]);
  return (await Promise.all(entries)).flat();
}

test('every package that functions and pages import is listed', async () => {
  const entries = [...(await filesBelow('.generated/functions', '.ts')), ...(await pageEntries())];
  const imported = await importedBy(entries);
  expect(imported).toContain('@aws-sdk/client-dynamodb');
  expect(imported.length).toBeGreaterThan(8);
  const listed = components.map(({ name }) => name);
  expect(imported.filter((name) => !listed.includes(name))).toEqual([]);
});

test('every package of which a file is copied or read by its path is listed, but for tools', async () => {
  const sources = await Promise.all(
    (await filesBelow('lib', '.ts')).map((path) => readFile(join(repository, path), 'utf8')),
  );
  const named = sources.flatMap((text) =>
    [...text.matchAll(/\bresolve\([`']([@a-z][\w@/.-]*)\//g)].map(([, path = '']) => packageOf(path)),
  );
  const tools = ['dynalite', 'recheck', 'serverless', 'typescript'];
  const listed = components.map(({ name }) => name);
  const shipped = [...new Set(named)].filter((name) => !tools.includes(name));
  expect(shipped).toContain('swagger-ui-dist');
  expect(shipped.filter((name) => !listed.includes(name))).toEqual([]);
});

test('every file of an archive that is not made by the build is of a listed package, or of this project', async () => {
  const files = await filesBelow('.generated/reference', '.gz');
  expect(files.length).toBeGreaterThan(3);
  for (const path of files) {
    const name = path.replace(/.*\/(.*)\.gz$/, '$1');
    if (name === 'index.html') continue;
    const content = gunzipSync(await readFile(join(repository, path)));
    const own = await readFile(join(repository, 'lib/headwater/compile/emit/reference', name)).catch(
      () => undefined,
    );
    const homes = components.map((each) => join(repository, 'node_modules', each.name, name));
    const texts = await Promise.all(homes.map((home) => readFile(home).catch(() => undefined)));
    expect(
      [own, ...texts].some((text) => text?.equals(content)),
      path,
    ).toBe(true);
  }
});

test('each component has its version, hash and licence', () => {
  expect(components.length).toBeGreaterThan(10);
  for (const { name, version, purl, ...others } of components) {
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
    expect(others.hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
    // The package.json of uap-core names none.
    if (name !== 'uap-core') expect(others.licenses).toEqual([{ license: { id: expect.any(String) } }]);
  }
});

test('what ships is a dependency: `npm audit --omit=dev` of CI covers it', async () => {
  const dev = components.filter(({ name }) => lock[`node_modules/${name}`]?.dev === true);
  expect(dev.map(({ name }) => name)).toEqual([]);
  for (const name of ['ci.yml', 'deploy.yml'])
    expect(await readFile(join(repository, '.github/workflows', name), 'utf8')).toContain(
      'run: npm audit --omit=dev --audit-level=high',
    );
});
