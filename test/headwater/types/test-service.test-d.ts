/** What a test may call is what the descriptors declare. */

import { type SignedInCaller, type TestService, testService } from 'headwater/testing';
import { assertType, expectTypeOf, test } from 'vitest';
import type { Client, Thing } from '../compile/golden/features/generated/client.ts';

declare const service: TestService<Client>;

test('the client of a service, and of each caller, is the one of the descriptors', () => {
  expectTypeOf(testService<Client>).returns.resolves.toEqualTypeOf<TestService<Client>>();
  expectTypeOf(service.client).toEqualTypeOf<Client>();
  expectTypeOf(service.asUser).returns.toEqualTypeOf<SignedInCaller<Client>>();
  expectTypeOf(service.withKey).returns.resolves.toEqualTypeOf<SignedInCaller<Client>>();
});

test('calls take and return what the descriptors declare', async () => {
  const { client } = service.asUser({ scopes: ['thing:write'] });
  const answer = await client.thing.create({ body: { name: 'a', colour: 'red', place: {} } });
  if (answer.ok) assertType<Thing.Models['Thing']>(answer.data);
  // @ts-expect-error no such operation
  void client.thing.invent;
  // @ts-expect-error no such resource
  void client.nothing;
  // @ts-expect-error a body of another type
  await client.thing.create({ body: { name: 1, colour: 'red', place: {} } });
  // @ts-expect-error no body
  await client.thing.create({});
});

test('without the type of the client, nothing is called by name', async () => {
  const plain = await testService();
  // @ts-expect-error unknown
  void plain.client.thing;
  expectTypeOf(plain.fetch).returns.resolves.toEqualTypeOf<Response>();
});

test('options and durations are checked', () => {
  assertType(testService({ now: new Date(), environment: { STAGE: 'test' }, fetch: () => new Response() }));
  // @ts-expect-error a misspelt option
  void testService({ time: 0 });
  // @ts-expect-error a table of numbers
  void testService({ environment: { SIZE: 1 } });
  service.clock.advance('1h');
  // @ts-expect-error no duration
  service.clock.advance(new Date());
});
