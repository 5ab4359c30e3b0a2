/** The client that functions use, and databases that take a request and never finish an answer. */

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
  socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/x-amz-json-1.0\r\ncontent-length: 100\r\n\r\n{"It');
}

const answers: readonly [name: string, answer: (socket: Socket) => void][] = [
  ['without an answer', () => undefined],
  ['whose answer trickles', trickle],
  ['whose answer stops in the body', stopInTheBody],
];

test.each(answers)('a request %s is cut off and then unavailable', async (_name, answer) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // What is cut off resets the connection.
    socket.on('error', () => undefined).once('data', () => answer(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    TABLE_NAME: 'test',
  });
  const { client, tableName } = containerDatabase();
  expect(containerDatabase().client).toBe(client);
  // One per container, so that the next case has to send it elsewhere.
  client.config.endpoint = async () => {
    const { protocol, hostname, port } = new URL(endpoint);
    return { protocol, hostname, port: Number(port), path: '/' };
  };
  try {
    const error = await createSourceRepository({ client, tableName })
      .get('a')
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '1' } });
    expect(sockets.size).toBe(3);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});
