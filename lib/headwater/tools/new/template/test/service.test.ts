import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from 'headwater/testing';

test('the service describes its operations', async () => {
  const { fetch, close } = await testService();
  const response = await fetch('BASE/openapi.json');
  assert.match(await response.text(), /"openapi":"3\.1\.\d"/);
  await close();
});
