/**
 * A client of the SDK whose commands never leave the process. It is a real
 * client with a stack of two steps, so that the document client and plain
 * commands both work on it.
 */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** @param name Of the command, such as `PutItem`. @param input Marshalled. */
export type Answer = (name: string, input: object) => Promise<object>;

export type Retry = <Result>(attempt: () => Promise<Result>) => Promise<Result>;

type Stack = DynamoDBClient['middlewareStack'];

/** Making a client takes longer than a whole run, so all are made of this one. */
const template = makeTemplate();

/** @param retry Sends a command as often as needed; once by default. */
export function simulatedClient(answer: Answer, retry: Retry = (attempt) => attempt()): DynamoDBClient {
  const middlewareStack: Stack = template.middlewareStack.clone();
  middlewareStack.add((next) => (args) => retry(() => next(args)), {
    name: 'retryMiddleware',
    step: 'finalizeRequest',
    priority: 'high',
  });
  middlewareStack.add(
    (_next, context) => async (args) => {
      const name = (context.commandName ?? '').replace(/Command$/, '');
      const output = await answer(name, args.input);
      return { output: { $metadata: {}, ...output }, response: undefined };
    },
    { name: 'deserializerMiddleware', step: 'deserialize', override: true },
  );
  return Object.assign(Object.create(template), { middlewareStack });
}

/** A client without signatures, retries and HTTP. The document client adds two steps to the two that remain. */
function makeTemplate(): DynamoDBClient {
  const credentials = { accessKeyId: 'simulated', secretAccessKey: 'simulated' };
  const client = new DynamoDBClient({ region: 'us-east-1', endpoint: 'http://localhost', credentials });
  const { config, middlewareStack } = client;
  const url = new URL('http://localhost');
  config.endpointProvider = () => ({ url });
  for (const described of middlewareStack.identify()) middlewareStack.remove(nameIn(described));
  middlewareStack.add((next) => next, { name: 'serializerMiddleware', step: 'serialize', override: true });
  return client;
}

/** @example nameIn('retryMiddleware - finalizeRequest') // 'retryMiddleware' */
function nameIn(described: string): string {
  return described.split(' ')[0] ?? '';
}
