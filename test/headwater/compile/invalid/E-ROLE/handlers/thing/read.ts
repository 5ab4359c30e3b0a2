import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';

export const handle = async (): Promise<void> => {
  const client = new DynamoDBClient({});
  await client.send(
    new CreateTableCommand({ TableName: 'things', KeySchema: [], AttributeDefinitions: [] }),
  );
};
