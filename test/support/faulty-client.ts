/** Database clients that fail. */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export class Crash extends Error {}

/** @param send gets each command and a function that sends it. */
export function clientThat(
  client: DynamoDBDocumentClient,
  send: (command: unknown, forward: () => Promise<unknown>) => Promise<unknown>,
): DynamoDBDocumentClient {
  return new Proxy(client, {
    get: (target, key) =>
      key === 'send'
        ? (command: never) => send(command, () => target.send(command))
        : Reflect.get(target, key),
  });
}

/** The client of a process that crashes after some commands: it sends no more. */
export function crashingClient(client: DynamoDBDocumentClient, commands: number): DynamoDBDocumentClient {
  let sent = 0;
  return clientThat(client, (_command, forward) =>
    ++sent > commands ? Promise.reject(new Crash()) : forward(),
  );
}

/** The client of a process that halts after some commands until it is resumed. */
export function haltingClient(client: DynamoDBDocumentClient, commands: number) {
  const halted = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  let sent = 0;
  const halting = clientThat(client, async (_command, forward) => {
    if (++sent > commands) {
      halted.resolve();
      await resumed.promise;
    }
    return forward();
  });
  return { client: halting, halted: halted.promise, resume: resumed.resolve };
}
