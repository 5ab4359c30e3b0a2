/** The tables of the local database: the table of the service, and those that the config declares, with their indexes. */

import {
  type AttributeDefinition,
  DescribeTableCommand,
  type DynamoDBClient,
  type TableDescription,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import {
  type KeyDefinition,
  keyDefinition,
  serviceKeys,
} from '../../compile/aws/resources/key-definition.ts';
import type { AwsSettings } from '../../config/aws-resources.ts';
import { createTable } from '../../data/store/table.ts';
import { CommandError } from '../command-line/command-line.ts';

/** @example ownTableName('headwater-dev', 'audit') // 'headwater-dev-audit' */
export function ownTableName(serviceTable: string, name: string): string {
  return `${serviceTable}-${name}`;
}

/**
 * Creates the tables that do not exist, and changes the indexes of the others. Their items stay.
 *
 * @throws CommandError if a table exists with other keys.
 */
export async function ensureTables(
  client: DynamoDBClient,
  serviceTable: string,
  { table = {}, tables = {} }: AwsSettings,
): Promise<void> {
  await ensureTable(client, serviceTable, keyDefinition({ ...serviceKeys, ...table }));
  for (const [name, own] of Object.entries(tables))
    await ensureTable(client, ownTableName(serviceTable, name), keyDefinition(own));
}

async function ensureTable(client: DynamoDBClient, name: string, definition: KeyDefinition): Promise<void> {
  await createTable(client, name, definition);
  const { Table = {} } = await client.send(new DescribeTableCommand({ TableName: name }));
  if (shown(Table.KeySchema) !== shown(definition.KeySchema) || hasOtherTypes(Table, definition))
    throw new CommandError(
      `The local table ${name} has other keys than headwater.config.ts: DynamoDB cannot change them. Give the table another name there, or start with another folder of --data.`,
      1,
    );
  await changeIndexes(client, { name, stored: Table, definition });
}

interface ChangedTable {
  readonly name: string;
  readonly stored: TableDescription;
  readonly definition: KeyDefinition;
}

async function changeIndexes(
  client: DynamoDBClient,
  { name: TableName, stored, definition }: ChangedTable,
): Promise<void> {
  const { AttributeDefinitions, GlobalSecondaryIndexes: declared = [] } = definition;
  const existing = stored.GlobalSecondaryIndexes ?? [];
  const isSame = (one: Parts, other: Parts) => partsOf(one) === partsOf(other);
  const outdated = existing.filter((index) => !declared.some((other) => isSame(index, other)));
  const missing = declared.filter((index) => !existing.some((other) => isSame(index, other)));
  for (const { IndexName } of outdated)
    await client.send(
      new UpdateTableCommand({ TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] }),
    );
  for (const index of missing) {
    const Create = { ...index, ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } };
    await client.send(
      new UpdateTableCommand({
        TableName,
        AttributeDefinitions,
        GlobalSecondaryIndexUpdates: [{ Create }],
      }),
    );
  }
}

type Parts = Pick<
  NonNullable<TableDescription['GlobalSecondaryIndexes']>[number],
  'IndexName' | 'KeySchema' | 'Projection'
>;

function partsOf({ IndexName, KeySchema, Projection }: Parts): string {
  return shown([IndexName, KeySchema, Projection?.ProjectionType, Projection?.NonKeyAttributes ?? []]);
}

/** Attributes of keys alone: those of indexes may change with them. */
function hasOtherTypes({ AttributeDefinitions = [] }: TableDescription, definition: KeyDefinition): boolean {
  const keys = definition.KeySchema.map(({ AttributeName }) => AttributeName);
  const typeIn = (list: readonly AttributeDefinition[], key: string) =>
    list.find(({ AttributeName }) => AttributeName === key)?.AttributeType;
  return keys.some(
    (key) => typeIn(AttributeDefinitions, key) !== typeIn(definition.AttributeDefinitions, key),
  );
}

function shown(value: unknown): string {
  return JSON.stringify(value);
}
