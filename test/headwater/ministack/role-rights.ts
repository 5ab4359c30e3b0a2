/** What IAM lets the role of a function do, by simulation of its policies. */

import { IAMClient, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';

/** https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html */
export const tableActions = [
  ...['BatchGetItem', 'BatchWriteItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query'],
  ...['Scan', 'UpdateItem', 'PartiQLDelete', 'PartiQLInsert', 'PartiQLSelect', 'PartiQLUpdate'],
  ...['CreateBackup', 'CreateTable', 'DeleteTable', 'DescribeContinuousBackups', 'DescribeTable'],
  ...['DescribeTimeToLive', 'ExportTableToPointInTime', 'ImportTable', 'RestoreTableToPointInTime'],
  ...['DeleteResourcePolicy', 'GetResourcePolicy', 'PutResourcePolicy', 'TagResource', 'UntagResource'],
  ...['UpdateContinuousBackups', 'UpdateTable', 'UpdateTimeToLive', 'EnableKinesisStreamingDestination'],
];

export const logActions = [
  'CreateLogGroup',
  'CreateLogStream',
  'DeleteLogGroup',
  'FilterLogEvents',
  'PutLogEvents',
];

/** @returns the actions that the role allows, sorted. */
export async function allowedActions(
  role: string,
  actions: readonly string[],
  resource: string,
): Promise<string[]> {
  const client = new IAMClient();
  const { EvaluationResults = [] } = await client.send(
    new SimulatePrincipalPolicyCommand({
      PolicySourceArn: role,
      ActionNames: [...actions],
      ResourceArns: [resource],
    }),
  );
  client.destroy();
  if (EvaluationResults.length !== actions.length) throw new Error('An action was not simulated.');
  const allowed = EvaluationResults.filter(({ EvalDecision }) => EvalDecision === 'allowed');
  return allowed.map(({ EvalActionName = '' }) => EvalActionName).toSorted();
}
