/** The parts of the documents that are made from the code of the service: `npm run documents` regenerates them. */

import { expect, test } from 'vitest';
import { startEngine } from '../../support/engine.ts';
import { capacityPage } from './capacity-page.ts';
import { serviceReference } from './reference-page.ts';

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
