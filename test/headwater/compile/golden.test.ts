/** test/headwater/compile/golden/<case>/ holds a project, and in generated/ the exact files that its build emits. */

import { readdirSync } from 'node:fs';
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { isError } from '../../../lib/headwater/compile/source/diagnostic.ts';
import { makeProject, writeFiles } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';

const folder = join(repository, 'test/headwater/compile/golden');

async function copyCase(name: string): Promise<string> {
  const settings = await readFile(join(folder, name, 'settings.json'), 'utf8').catch(() => undefined);
  const project = await makeProject({}, settings === undefined ? {} : { settings: JSON.parse(settings) });
  for (const part of ['descriptors', 'handlers']) {
    await cp(join(folder, name, part), join(project, part), { recursive: true });
  }
  return project;
}

async function filesOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).toSorted();
}

/** Excludes bundles, which esbuild writes, and the compressed reference page; other tests call them. The last one has the version. */
const isEmitted = (path: string) =>
  !/^(?:bundles\/|reference\/|(?:page-)?metafile\.json$|headwater\.json$)/.test(path);

describe.each(readdirSync(folder))('%s', (name) => {
  test('emits exactly the golden files', async () => {
    const project = await copyCase(name);
    expect((await build(project)).diagnostics.filter(isError)).toEqual([]);
    const emitted = (await filesOf(join(project, '.generated'))).filter(isEmitted);
    for (const path of emitted) {
      const text = await readFile(join(project, '.generated', path), 'utf8');
      await expect(text).toMatchFileSnapshot(join(folder, name, 'generated', path));
    }
    expect(emitted).toEqual(await filesOf(join(folder, name, 'generated')));
  });
});

describe('a second build', () => {
  test('of the same input in another folder emits the same bytes', { tags: ['descriptors'] }, async () => {
    const [one, other] = [await copyCase('features'), await copyCase('features')];
    await Promise.all([build(one), build(other)]);
    const paths = await filesOf(join(one, '.generated'));
    expect(paths).toEqual(await filesOf(join(other, '.generated')));
    for (const path of paths) {
      const [bytes, otherBytes] = await Promise.all(
        [one, other].map((root) => readFile(join(root, '.generated', path))),
      );
      expect(bytes?.equals(otherBytes ?? Buffer.of()), path).toBe(true);
    }
  });

  test('ends what an interrupted build has begun', async () => {
    const project = await copyCase('bare');
    await build(project);
    const document = join(project, '.generated/openapi.json');
    const text = await readFile(document, 'utf8');
    await writeFile(document, '');
    await writeFile(`${document}.new`, '{');
    expect((await build(project)).tree?.deleted).toEqual(['openapi.json.new']);
    expect(await readFile(document, 'utf8')).toBe(text);
    expect(await filesOf(join(project, '.generated'))).not.toContain('openapi.json.new');
  });

  test('writes only changed files and deletes stale ones', { tags: ['descriptors'] }, async () => {
    const project = await copyCase('features');
    const first = await build(project);
    const modified = (await stat(join(project, '.generated/functions/thing-list.ts'))).mtimeMs;
    expect((await build(project)).tree).toEqual({ written: [], deleted: [] });
    expect(first.tree?.written.length).toBeGreaterThan(20);

    const path = join(project, 'descriptors/thing.json');
    const declaration = JSON.parse(await readFile(path, 'utf8'));
    declaration.apis = declaration.apis.filter(
      ({ path }: { path: string }) => path !== '/thing/{id}/animals',
    );
    await writeFiles(project, { 'descriptors/thing.json': declaration });
    const { tree } = await build(project);
    expect(tree?.deleted).toEqual(
      [
        'bundles/thing-adopt/index.mjs',
        'bundles/thing-adopt.zip',
        'functions/thing-adopt.ts',
        'plans/thing-adopt.ts',
        'types/thing/adopt.ts',
        'validators/thing/adopt.d.mts',
        'validators/thing/adopt.mjs',
      ].toSorted(),
    );
    expect(tree?.written.toSorted()).toEqual(
      [
        'access.json',
        'bundles/api-docs.zip',
        'bundles/default-route-authenticator/index.mjs',
        'bundles/default-route.zip',
        'bundles/default-route/index.mjs',
        'client.ts',
        'deploy-order.json',
        'functions.json',
        // No operation is protected any more.
        'authenticators/default-route.ts',
        'metafile.json',
        'openapi.json',
        'plans/default-route.ts',
        'roles.json',
        'served/thing.json',
      ].toSorted(),
    );
    expect((await stat(join(project, '.generated/functions/thing-list.ts'))).mtimeMs).toBe(modified);
  });
});
