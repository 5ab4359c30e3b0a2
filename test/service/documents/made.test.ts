/** The parts of the documents that are made from the code of the service: `npm run documents` regenerates them. */

import { describe, expect, test } from 'vitest';
import { drawFlow } from '../../documents/draw-flow.ts';
import { startEngine } from '../../support/engine.ts';
import { capacityPage } from './capacity-page.ts';
import { listFlow } from './list-flow.ts';
import { serviceReference } from './reference-page.ts';
import { requestFlow } from './request-flow.ts';

describe.each([
  ['request', requestFlow],
  ['list', listFlow],
] as const)('docs/headwater/%s.svg', (name, flow) => {
  test('is drawn from what there is', async () => {
    await expect(drawFlow(await flow())).toMatchFileSnapshot(`../../../docs/headwater/${name}.svg`);
  });
});

test('docs/service/reference.md has the tables of the code', async () => {
  await expect(serviceReference()).toMatchFileSnapshot('../../../docs/service/reference.md');
});

test('docs/service/capacity.md has what the settings of the stages allow', {
  tags: ['project'],
}, async () => {
  await expect(await capacityPage(await startEngine())).toMatchFileSnapshot(
    '../../../docs/service/capacity.md',
  );
});
