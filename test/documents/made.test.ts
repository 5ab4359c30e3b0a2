/** The parts of the documents that are made from the code of the framework: `npm run documents` regenerates them. */

import { expect, test } from 'vitest';
import { buildFlow } from './build-flow.ts';
import { drawFlow } from './draw-flow.ts';
import { referencePage } from './reference-page.ts';

test('docs/headwater/build.svg is drawn from what there is', async () => {
  await expect(drawFlow(await buildFlow())).toMatchFileSnapshot('../../docs/headwater/build.svg');
});

test('docs/headwater/reference.md has the tables of the code', async () => {
  await expect(referencePage()).toMatchFileSnapshot('../../docs/headwater/reference.md');
});
