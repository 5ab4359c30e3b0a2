import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataOf } from 'headwater/client';
import { testService } from 'headwater/testing';
import type { Client } from '#generated/client.ts';

test('somebody is greeted as often as asked', async () => {
  const { client, close } = await testService<Client>();
  const greeting = await dataOf(client.greeting.read({ name: 'Ann', times: 2 }));
  assert.deepEqual(greeting, { text: 'Hello, Ann!Hello, Ann!' });
  await close();
});

test('too many times are refused, with the place and the reason', async () => {
  const { fetch, close } = await testService<Client>();
  const response = await fetch('/v1/greeting/Ann?times=9');
  assert.equal(response.status, 400);
  assert.match(await response.text(), /"name":"times","code":"maximum","message":"must be at most 3"/);
  await close();
});
