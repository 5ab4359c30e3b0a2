/** A local engine for a bench, in its own process, like a real database. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { repository } from '../test/support/repository.ts';

export interface BenchEngine {
  /** The variables by which a function reaches the engine. */
  readonly environment: Readonly<Record<string, string>>;
  readonly client: DynamoDBClient;
  /** Ends the process. */
  stop(): void;
}

export async function forkEngine(): Promise<BenchEngine> {
  const engine = fork(join(repository, 'test/support/engine-process.ts'));
  const [port] = await once(engine, 'message');
  const [endpoint, region] = [`http://127.0.0.1:${port}`, 'us-east-1'];
  const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };
  const client = new DynamoDBClient({ endpoint, region, credentials });
  const environment = {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  const stop = () => {
    client.destroy();
    engine.disconnect();
  };
  return { environment, client, stop };
}
