/**
 * A project whose framework lies in other files gets the same roles and policies.
 *
 * @module-tag deployment
 */

import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { npm } from '../../../support/nested-tests.ts';
import { writeFiles } from '../../../support/project.ts';
import { startTutorial } from '../../../support/tutorial.ts';

const roots = ['lib', 'handlers', 'test'];
/** A specifier that is a path. */
const relativeImport = /(?<=['"])\.\.?\/[^'"]+\.ts(?=['"])/g;

async function modulesIn(project: string): Promise<Map<string, string>> {
  const found = roots.map(async (root) => {
    const names = await readdir(join(project, root), { recursive: true });
    const paths = names.filter((name) => name.endsWith('.ts')).map((name) => join(root, name));
    return Promise.all(
      paths.map(async (path) => [path, await readFile(join(project, path), 'utf8')] as const),
    );
  });
  return new Map((await Promise.all(found)).flat());
}

/** Moves modules as an editor does: it changes the relative imports of these and of all that import them. */
async function move(project: string, pathOf: (path: string) => string): Promise<number> {
  const modules = await modulesIn(project);
  let moved = 0;
  for (const [path, text] of modules) {
    const target = pathOf(path);
    const changed = text.replace(relativeImport, (specifier) => {
      const imported = join(dirname(path), specifier);
      if (!modules.has(imported)) return specifier;
      const now = relative(dirname(target), pathOf(imported));
      return now.startsWith('.') ? now : `./${now}`;
    });
    await mkdir(dirname(join(project, target)), { recursive: true });
    if (target !== path) {
      await rename(join(project, path), join(project, target));
      moved++;
    }
    if (changed !== text) await writeFile(join(project, target), changed);
  }
  return moved;
}

/** Emitted files import these by their names: the build refuses a project without them. */
async function namesOfEmitted(project: string): Promise<Set<string>> {
  const texts = [...(await modulesIn(project))].flatMap(([path, text]) =>
    path.startsWith('lib/headwater/compile/') ? [text] : [],
  );
  return new Set(
    texts
      .flatMap((text) => text.match(/(?<=#lib\/)[\w/-]+\.ts/g) ?? [])
      .map((path) => `lib/headwater/${path}`),
  );
}

test('the roles of the tutorial stay the same when the modules of data, access and rights move', async () => {
  const { folder, files } = await startTutorial();
  await writeFiles(folder, Object.fromEntries(files));
  const roles = async () => {
    await npm(folder, ['run', 'build']);
    return readFile(join(folder, '.generated/roles.json'), 'utf8');
  };
  const before = await roles();
  expect(before).toContain('"unitActions": [\n      "UpdateItem"');
  expect(before).toContain('"keyActions": [\n      "GetItem"');
  const kept = await namesOfEmitted(folder);
  const isMoved = (path: string) =>
    /^lib\/headwater\/(?:data|run\/access|shared\/rights)\//.test(path) && !kept.has(path);
  const moved = await move(folder, (path) =>
    isMoved(path)
      ? `lib/headwater/shared/moved/${path.replaceAll('/', '-').replace(/(?=\.ts$)/, '-x')}`
      : path,
  );
  expect(moved).toBeGreaterThan(50);
  expect(await roles()).toBe(before);
});
