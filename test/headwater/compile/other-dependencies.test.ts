/** Bundles of projects whose dependencies are other than those of the framework. */

import { expect, test } from 'vitest';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { loadFunction } from '../../support/emitted-function.ts';
import { listing, makeProject, thing } from '../../support/project.ts';

/** Files of an SDK: the build knows them by these names, and by what they import. */
const sdk = {
  'sdk/HttpProtocol.js': `
import { EventStreamSerde } from '@smithy/core/event-streams';
export const serde = typeof EventStreamSerde;
`,
  'sdk/runtimeConfig.js': `
import { credentialsWillNeedRefresh } from '@aws-sdk/credential-provider-node';
export const refresh = credentialsWillNeedRefresh({ expiration: new Date(0) });
`,
};

test.each([
  ['HttpProtocol.js', 'serde', 'function'],
  ['runtimeConfig.js', 'refresh', true],
] as const)('a file that imports more than is left of it works: %s', async (file, name, want) => {
  const folder = await makeProject({
    ...sdk,
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': thing(),
    'handlers/thing/read.ts': `
// @ts-expect-error: a package without types
import { ${name} } from '../../sdk/${file}';
export const handle = () => ${name};
`,
  });
  const { diagnostics } = await build(folder);
  expect(diagnostics).toEqual([]);
  const call = await loadFunction(folder, 'thing-read');
  expect(await call({ method: 'GET', url: '/v1/thing' })).toMatchObject({ status: 200, body: want });
});
