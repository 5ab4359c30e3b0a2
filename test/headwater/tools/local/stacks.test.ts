/**
 * A service of several stacks runs locally as one.
 *
 * @module-tag deployment
 */

import { expect, test } from 'vitest';
import { copyLargeProject } from '../../../support/large-service.ts';
import { startLocal } from '../../../support/local-service.ts';

test('`npm start` serves the operations of every stack', async () => {
  const service = await startLocal(await copyLargeProject({ orders: 50, parts: 41 }));
  const answers = ['orders/0/a', 'orders/49/b', 'parts/40/c'].map(async (path) => {
    const response = await service.fetch(`/v1/${path}`);
    return [response.status, await response.json()];
  });
  expect(await Promise.all(answers)).toEqual([
    [200, { read: 'orders 0', id: 'a' }],
    [200, { read: 'orders 49', id: 'b' }],
    [200, { read: 'parts 40', id: 'c' }],
  ]);
  const listing = await service.fetch('/v1/api-docs.json');
  expect(await listing.json()).toMatchObject({
    apis: [{ path: '/api-docs.json/orders' }, { path: '/api-docs.json/parts' }],
  });
  expect(service.output().match(/^ {2}GET +\/v1\/(?:orders|parts)/gm)).toHaveLength(91);
});
