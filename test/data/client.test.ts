/** The client that functions use, and a database that takes requests and never finishes an answer. */

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { containerDatabase } from '../../lib/data/client.ts';
import { createSourceRepository } from '../../lib/data/source-repository.ts';

/** Never silent for long, so that only a limit on the whole request ends it. */
function trickle(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => socket.write('x-more: to come\r\n'), 200);
  socket.once('close', () => clearInterval(timer));
}

/** Complete headers, so that only a limit on silence ends it. */
function stopInTheBody(socket: Socket): void {
  socket.write(
    'HTTP/1.1 200 OK\r\ncontent-type: application/x-amz-json-1.0\r\ncontent-length: 100\r\n\r\n{"It',
  );
}

/** One for each attempt: the next comes only when the one before it was cut off. */
const answers: readonly ((socket: Socket) => void)[] = [trickle, stopInTheBody, () => undefined];

test('an answer that trickles, stops or does not come is cut off; after three it is unavailable', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const answer = answers[sockets.push(socket) - 1];
    // What is cut off may reset the connection.
    socket.on('error', () => undefined).once('data', () => answer?.(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    TABLE_NAME: 'test',
  });
  const { client, tableName } = containerDatabase();
  expect(containerDatabase().client).toBe(client);
  try {
    const error = await createSourceRepository({ client, tableName })
      .get('a')
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '1' } });
    expect(sockets).toHaveLength(3);
  } finally {
    client.destroy();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});
