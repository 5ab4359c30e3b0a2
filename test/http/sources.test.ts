import { expect } from 'vitest';
import { describeGateways } from './gateways.ts';

describeGateways('sources', (test) => {
  test('lists', async (call) => {
    expect((await call({ target: '/v1/source' })).status).toBe(200);
  });
});
