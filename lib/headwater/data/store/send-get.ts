/**
 * GetItem without units: for keys and settings, which nobody pays for. From the files that import this one, the build knows whether a
 * function reads other items (compile/aws/roles). Other code sends GetItem by table-reads.ts.
 */

import { type DynamoDBDocumentClient, GetCommand, type GetCommandInput } from '@aws-sdk/lib-dynamodb';
import '../../shared/rights/no-updates.ts';
import type { sendOptions } from './invocation-time.ts';
import type { Item } from './table-access.ts';

/** Throws as the SDK does. */
export async function sendGet(
  client: DynamoDBDocumentClient,
  input: GetCommandInput,
  options: ReturnType<typeof sendOptions>,
): Promise<Item | undefined> {
  return (await client.send(new GetCommand(input), options)).Item;
}
