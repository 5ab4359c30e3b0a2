/** DynamoDB requests as they are sent, also those that an SDK would not send. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTable } from '../../lib/headwater/data/store/table.ts';

/** A value as DynamoDB sends it, such as `{ N: '1' }`. */
export type Attributes = Readonly<Record<string, object>>;

export interface RawEngine {
  send(command: string, body: object): Promise<Answer>;
  /** A new, empty table. */
  makeTable(name: string): Promise<void>;
  /** The items by partition and sort key. */
  itemsOf(tableName: string): Promise<Attributes[]>;
}

/** The body of a response, or the name and the message of an error, with the reasons of a cancellation. */
export type Answer = Readonly<Record<string, unknown>>;

export interface Address {
  readonly AWS_ENDPOINT_URL_DYNAMODB: string;
  readonly AWS_ACCESS_KEY_ID: string;
}

export function rawEngine(address: Address): RawEngine {
  const send = async (command: string, body: object) => {
    const { status, text } = await sendText(address, command, JSON.stringify(body));
    return answerOf(status, JSON.parse(text));
  };
  const makeTable = async (name: string) => {
    const client = new DynamoDBClient({
      endpoint: address.AWS_ENDPOINT_URL_DYNAMODB,
      region: 'us-east-1',
      credentials: { accessKeyId: address.AWS_ACCESS_KEY_ID, secretAccessKey: 'test' },
    });
    await createTable(client, name).finally(() => client.destroy());
  };
  const itemsOf = async (TableName: string) => {
    const items: Attributes[] = [];
    let ExclusiveStartKey: unknown;
    do {
      const page = await send('Scan', { TableName, ConsistentRead: true, ExclusiveStartKey });
      items.push(...(page['Items'] as Attributes[]));
      ExclusiveStartKey = page['LastEvaluatedKey'];
    } while (ExclusiveStartKey);
    const keyOf = ({ pk, sk }: Attributes) => JSON.stringify([pk, sk]);
    return items.map(withSortedSets).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  };
  return { send, makeTable, itemsOf };
}

/** @param headers replace the headers of a valid request; without a value, they are not sent. */
export async function sendText(
  { AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_ACCESS_KEY_ID: key }: Address,
  command: string,
  body: string,
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const scope = `${key}/20260101/us-east-1/dynamodb/aws4_request`;
  const all = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${command}`,
    'x-amz-date': '20260101T000000Z',
    // The engines do not check the signature.
    authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
    ...headers,
  };
  const sent = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined);
  const response = await fetch(endpoint, { method: 'POST', headers: sent, body });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** DynamoDB Local omits the number of errors, and ends some reasons with a period. */
function answerOf(status: number, body: Answer): Answer {
  if (status === 200) return body;
  const { __type, message = body['Message'], CancellationReasons } = body;
  return {
    error: String(__type).replace(/^.*#/, ''),
    message: String(message).replace(/^\d+ validation errors? detected: /, ''),
    ...(Array.isArray(CancellationReasons) ? { reasons: CancellationReasons.map(reasonOf) } : {}),
  };
}

function reasonOf({ Code, Message, Item }: { Code: string; Message?: string; Item?: Attributes }): object {
  return {
    Code,
    ...(Message === undefined ? {} : { Message: Message.replace(/\.$/, '') }),
    ...(Item ? { Item: withSortedSets(Item) } : {}),
  };
}

/** DynamoDB does not keep the order of sets. */
function withSortedSets(item: Attributes): Attributes {
  const sorted = Object.entries(item).map(([name, value]) => {
    return [name, 'SS' in value && Array.isArray(value.SS) ? { SS: value.SS.toSorted() } : value] as const;
  });
  return Object.fromEntries(sorted);
}
