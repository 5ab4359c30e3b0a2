/** A database for operations with `x-idempotent`, in this process and in memory. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTable } from '../../lib/headwater/data/store/table.ts';
import { startDynamodb } from '../../lib/headwater/tools/local/dynamodb.ts';

/** Sets the variables with which functions find the database. It ends with the process. */
export async function startDatabase(): Promise<void> {
  const { port } = await startDynamodb();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    TABLE_NAME: 'bench',
  });
  const client = new DynamoDBClient({});
  await createTable(client, 'bench');
  client.destroy();
}
