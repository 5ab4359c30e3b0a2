/** Before the HTTP suite: this project's archives in AWS's runtime client, behind the strict gateway. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { TestProject } from 'vitest/node';
import { createTable } from '../../../lib/headwater/data/store/table.ts';
import { startDynamodb } from '../../../lib/headwater/tools/local/dynamodb.ts';
import { startGateway } from '../../../lib/headwater/tools/local/gateway/gateway-server.ts';
import { repository } from '../../support/repository.ts';
import { gatewayOver, type RunningFunctions } from './gateway-over.ts';

export interface RuntimeService {
  readonly port: number;
  /** What its functions find beside the variables of Lambda itself. */
  readonly environment: Readonly<Record<string, string>>;
  readonly functions: RunningFunctions;
  stop(): Promise<void>;
}

export async function startService(): Promise<RuntimeService> {
  const database = await startDynamodb();
  const endpoint = `http://127.0.0.1:${database.port}`;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  await createTable(client, 'runtime');
  client.destroy();
  const environment = {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    TABLE_NAME: 'runtime',
    ACCESS: 'open',
    REFERENCE: 'on',
    PAGES: 'workbench',
  };
  const { options, functions } = await gatewayOver(repository, environment);
  const gateway = await startGateway(options);
  const stop = async () => {
    await gateway.close();
    await functions.stop();
    await database.close();
  };
  return { port: gateway.port, environment, functions, stop };
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { port, stop } = await startService();
  // The gateway of `npm start -- --gateway strict` runs here, so nothing differs.
  project.provide('origin', { name: "AWS's runtime client", port, differences: {} });
  return stop;
}
