/**
 * The build of `npm start` is for this machine alone: nothing deploys it.
 *
 * @module-tag local
 */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBuildSession } from '../../../../lib/headwater/compile/build-session.ts';
import { bundlePath } from '../../../../lib/headwater/compile/emit/wiring/generated-files.ts';
import { build, buildUnlessKnown } from '../../../../lib/headwater/compile/pipeline.ts';
import { headwater } from '../../../support/command.ts';
import { copySmallProject } from '../../../support/local-service.ts';
import { packageTemplate } from '../../../support/packaged-template.ts';

const refusal = 'run "npm run build" first';

test('a build for this machine has readable bundles and cannot be deployed; the next one to deploy is as it was', async () => {
  const project = await copySmallProject();
  const generated = join(project, '.generated');
  const bundle = () => readFile(join(generated, bundlePath('thing-read')), 'utf8');
  const archives = async () =>
    (await readdir(join(generated, 'bundles'))).filter((name) => name.endsWith('.zip'));
  const contents = async () => {
    const names = await readdir(generated, { recursive: true, withFileTypes: true });
    const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const built = paths.filter((path) => !path.endsWith('last-build.bin')).toSorted();
    return Promise.all(built.map(async (path) => [path, (await readFile(path)).toString('base64')]));
  };

  const session = startBuildSession();
  await build(project, session);
  const before = await contents();
  expect(await archives()).not.toEqual([]);

  // Nothing of a bundle that is known is of another form.
  await build(project, session, { form: 'readable' });
  expect(await bundle()).toMatch(/\nvar handle = \(\) => "";\n/);
  expect(await archives()).toEqual([]);
  const deploy = await headwater(project, ['deploy', '--stage', 'prod']);
  expect(deploy).toMatchObject({ exitCode: 2, complaint: expect.stringContaining('no build to deploy') });
  await expect(packageTemplate(project)).rejects.toThrow(refusal);

  await buildUnlessKnown(project);
  expect(await contents()).toEqual(before);
  await packageTemplate(project);
});
