/** Clients of a database with which something goes wrong. */

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

export class Crash extends Error {}

/** @param send gets each command, and how to send it on. */
export function clientThat(
  client: DynamoDBClient,
  send: (command: unknown, forward: () => Promise<unknown>) => Promise<unknown>,
): DynamoDBClient {
  return new Proxy(client, {
    get: (target, key) =>
      key === 'send'
        ? (command: never) => send(command, () => target.send(command))
        : Reflect.get(target, key),
  });
}

/** Of a process that dies when it has sent so many commands: nothing is sent from then on. */
export function crashingClient(client: DynamoDBClient, commands: number): DynamoDBClient {
  let sent = 0;
  return clientThat(client, (_command, forward) =>
    ++sent > commands ? Promise.reject(new Crash()) : forward(),
  );
}

/** Of a process that stands still when it has sent so many commands, until it is told to go on. */
export function haltingClient(client: DynamoDBClient, commands: number) {
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
