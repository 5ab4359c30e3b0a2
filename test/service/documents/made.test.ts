/** The parts of the documents that are made from the code: `npm run documents` regenerates them. */

import { describe, expect, test } from 'vitest';
import { buildFlow } from './build-flow.ts';
import { drawFlow } from './draw-flow.ts';
import { listFlow } from './list-flow.ts';
import { referencePage } from './reference-page.ts';
import { requestFlow } from './request-flow.ts';

describe.each([
  ['build', buildFlow],
  ['request', requestFlow],
  ['list', listFlow],
] as const)('docs/%s.svg', (name, flow) => {
  test('is drawn from what there is', async () => {
    await expect(drawFlow(await flow())).toMatchFileSnapshot(`../../../docs/${name}.svg`);
  });
});

test('docs/reference.md has the tables of the code', async () => {
  await expect(referencePage()).toMatchFileSnapshot('../../../docs/reference.md');
});
