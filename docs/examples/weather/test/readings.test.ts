import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dataOf } from 'headwater/client';
import { testService } from 'headwater/testing';
import type { Client } from '#generated/client.ts';

const service = await testService<Client>({ now: '2026-03-01T06:00:00Z' });
after(service.close);

test('readings of a station are found since a day', async () => {
  const { client } = await service.withKey({ owner: 'valley' });
  const add = (station: string, temperature: number) =>
    dataOf(client.readings.addReading({ station, body: { temperature, sky: 'clear' } }));
  const first = await add('pass', -7.5);
  await add('bridge', 2);
  service.clock.advance('1d');
  const second = await add('pass', -4);

  const found = (since?: string) => dataOf(client.readings.findReadings({ station: 'pass', since }));
  assert.deepEqual(await found(), [second, first]);
  assert.deepEqual(await found('2026-03-02'), [second]);
});

test('an impossible reading is refused, and one of an unknown station', async () => {
  const { client } = await service.withKey({ owner: 'valley' });
  const add = (station: string, temperature: number) =>
    client.readings.addReading({ station, body: { temperature, sky: 'snow' } });
  assert.equal((await add('pass', -75)).status, 400);
  assert.equal((await add('lake', -5)).status, 404);
});

test('everybody sees the stations, and the readings need a key', async () => {
  const { client } = service;
  assert.deepEqual(await dataOf(client.stations.findStations({ above: 1000 })), [
    { id: 'pass', name: 'Upper pass', height: 1874 },
  ]);
  assert.equal((await client.readings.findReadings({ station: 'pass' })).status, 401);
});
