/** The client that functions use, and a database that takes a request and never answers. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { containerDatabase } from '../../lib/data/client.ts';
import { createSourceRepository } from '../../lib/data/source-repository.ts';

test('a request without an answer is cut off, tried three times and then unavailable', async () => {
  let requests = 0;
  const server = createServer(() => requests++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    TABLE_NAME: 'test',
  });
  try {
    expect(containerDatabase()).toBe(containerDatabase());
    const error = await createSourceRepository(containerDatabase())
      .get('a')
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unavailable', cause: { name: 'TimeoutError' } });
    expect(requests).toBe(3);
  } finally {
    containerDatabase().client.destroy();
    server.closeAllConnections();
    server.close();
  }
});
