/** The parts of the documents that are made from the code of the framework: `npm run documents` regenerates them. */

import { expect, test } from 'vitest';
import { buildFlow } from './build-flow.ts';
import { drawFlow } from './draw-flow.ts';
import { listFlow } from './list-flow.ts';
import { referencePage } from './reference-page.ts';
import { requestFlow } from './request-flow.ts';

test.each([
  ['build', buildFlow],
  ['request', requestFlow],
  ['list', listFlow],
] as const)('docs/headwater/%s.svg is drawn from what there is', async (name, flow) => {
  await expect(drawFlow(await flow())).toMatchFileSnapshot(`../../docs/headwater/${name}.svg`);
});

test('docs/headwater/reference.md has the tables of the code', async () => {
  await expect(referencePage()).toMatchFileSnapshot('../../docs/headwater/reference.md');
});
