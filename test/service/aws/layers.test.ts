/**
 * The layer of geoip in the template that `serverless package` creates.
 *
 * @module-tag deployment
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { buildUnlessKnown } from '../../../lib/headwater/compile/pipeline.ts';
import { copyBuiltProject } from '../../support/local-service.ts';
import { packageTemplate, resourcesOf } from '../../support/packaged-template.ts';

const layer = 'arn:aws:lambda:us-east-1:123456789012:layer:headwater-geoip:7';

let project: string;

beforeAll(async () => {
  project = await copyBuiltProject();
  expect((await buildUnlessKnown(project)).tree).toBeDefined();
});

/** The names of the functions with layers, and their layers. */
async function layered(options: readonly string[]) {
  const template = await packageTemplate(project, ['--stage', 'prod', ...options]);
  return resourcesOf(template, 'AWS::Lambda::Function').flatMap(({ Properties: { FunctionName, Layers } }) =>
    Layers === undefined ? [] : [{ FunctionName, Layers }],
  );
}

test('the functions that look addresses up have the layer that the stage names, and no others', async () => {
  const metafile: Metafile = JSON.parse(await readFile(join(project, '.generated/metafile.json'), 'utf8'));
  const users = Object.entries(metafile.outputs).flatMap(([path, { imports }]) =>
    imports.some((each) => each.path.endsWith('~geo-database/index.mjs'))
      ? [`headwater-prod-${path.split('/')[2]}`]
      : [],
  );
  expect(users).toContain('headwater-prod-stream-push');
  expect(users).not.toContain('headwater-prod-source-list');
  const found = await layered(['--param', `geoipLayer=${layer}`]);
  expect(found.toSorted((a, b) => (String(a.FunctionName) < String(b.FunctionName) ? -1 : 1))).toEqual(
    users
      // A module that functions load is none, and two functions need more than the stage has.
      .filter((name) => !/(?:forward|deliver)Streams?$|~/.test(name))
      .toSorted()
      .map((FunctionName) => ({ FunctionName, Layers: [layer] })),
  );
});

test('without a name, no function has one; another text is refused', async () => {
  expect(await layered([])).toEqual([]);
  const refused = layered(['--param', 'geoipLayer=geoip']);
  const message = 'is "geoip": it must be the ARN of a version of a layer';
  await expect(refused).rejects.toMatchObject({ stdout: expect.stringContaining(message) });
});
