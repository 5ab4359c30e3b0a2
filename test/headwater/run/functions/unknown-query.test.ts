/** The setting that ignores parameters of a query that are not declared. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { loadFunction } from '../../../support/emitted-function.ts';
import { listing, makeProject, thing } from '../../../support/project.ts';

const size = { paramType: 'query', name: 'size', type: 'int', 'x-synonyms': ['limit'] };
const files = {
  'descriptors/api-docs.json': listing,
  'handlers/thing/read.ts': 'export const handle = (input: unknown) => input;',
};

async function buildThing(operation: object, settings: object) {
  const project = await makeProject(
    { ...files, 'descriptors/thing.json': thing({ ...operation }) },
    { settings },
  );
  return { project, diagnostics: (await build(project)).diagnostics };
}

test('ignoreUnknownQuery leaves the check out of a function', async () => {
  const { project, diagnostics } = await buildThing({ parameters: [size] }, { ignoreUnknownQuery: true });
  expect(diagnostics).toEqual([]);
  const call = await loadFunction(project, 'thing-read');
  expect(await call({ url: '/v1/thing?limit=5&size=2' })).toMatchObject({ status: 200, body: { size: 2 } });
  expect((await call({ url: '/v1/thing?limit=5&size=x' })).status).toBe(400);
  const { outputs } = JSON.parse(await readFile(join(project, '.generated/metafile.json'), 'utf8'));
  const { inputs } = outputs['.generated/bundles/thing-read/index.mjs'];
  expect(Object.keys(inputs).filter((path) => /near-spelling|leven/.test(path))).toEqual([]);
});

test('without it, limit is refused', { tags: ['functions'] }, async () => {
  const { project } = await buildThing({ parameters: [size] }, {});
  const call = await loadFunction(project, 'thing-read');
  expect(await call({ url: '/v1/thing?limit=5' })).toMatchObject({
    status: 400,
    body: {
      errors: [{ name: 'limit', message: 'unknown parameter; expected size (did you mean size?)' }],
    },
  });
});

test.each([
  ['limit', 'E-SHAPE'],
  [['limit', 1], 'E-SHAPE'],
  [{ limit: 1 }, 'E-SHAPE'],
])('the synonyms %j do not build', async (synonyms, code) => {
  const { diagnostics } = await buildThing({ parameters: [{ ...size, 'x-synonyms': synonyms }] }, {});
  expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
});
