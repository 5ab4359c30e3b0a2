/** Detects a changed table name: CloudFormation would replace the table with a new, empty one. */

import {
  CloudFormationClient,
  type CloudFormationClientConfig,
  DescribeStackResourceCommand,
} from '@aws-sdk/client-cloudformation';
import { tableId } from '../background/background-settings.ts';

/** @returns the current name of the stack's table, if the template would replace it. */
export async function replacedTable(
  config: CloudFormationClientConfig,
  StackName: string,
  resources: Readonly<Record<string, object>>,
): Promise<string | undefined> {
  const { TableName } = Object(Object(resources[tableId])['Properties']);
  if (TableName === undefined) return undefined;
  const client = new CloudFormationClient(config);
  try {
    const asked = new DescribeStackResourceCommand({ StackName, LogicalResourceId: tableId });
    const { PhysicalResourceId, ResourceStatus = '' } = (await client.send(asked)).StackResourceDetail ?? {};
    const isLeft = ResourceStatus.startsWith('DELETE_');
    return isLeft || PhysicalResourceId === TableName ? undefined : PhysicalResourceId;
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not exist')) return undefined;
    throw error;
  } finally {
    client.destroy();
  }
}
