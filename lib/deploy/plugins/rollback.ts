/** The alarms that roll an update back: the stack's own alarms. A first deployment has none. */

import {
  CloudFormationClient,
  type CloudFormationClientConfig,
  DescribeStackResourceCommand,
} from '@aws-sdk/client-cloudformation';

/** The member `custom.rollback` of serverless.yml. */
export interface RollbackSettings {
  /** The logical ids. */
  readonly alarms: readonly string[];
  /**
   * The minutes of monitoring after an update, during which CloudFormation still reports it as in progress; 0 disables
   * it.
   */
  readonly minutes: number;
}

/** @returns undefined if monitoring is disabled or no alarm exists yet. */
export async function rollbackConfiguration(
  config: CloudFormationClientConfig,
  stackName: string,
  { alarms, minutes }: RollbackSettings,
): Promise<object | undefined> {
  if (minutes === 0) return undefined;
  const client = new CloudFormationClient(config);
  try {
    const arns = await Promise.all(alarms.map((alarm) => findAlarm(client, stackName, alarm)));
    const RollbackTriggers = arns.flatMap((Arn) => (Arn ? [{ Arn, Type: 'AWS::CloudWatch::Alarm' }] : []));
    return RollbackTriggers.length === 0 ? undefined : { RollbackTriggers, MonitoringTimeInMinutes: minutes };
  } finally {
    client.destroy();
  }
}

/**
 * Looks an alarm up on its own, since a list of all resources ends after 100.
 *
 * @returns the ARN, if the stack has the alarm.
 */
async function findAlarm(
  client: CloudFormationClient,
  StackName: string,
  LogicalResourceId: string,
): Promise<string | undefined> {
  try {
    const found = await client.send(new DescribeStackResourceCommand({ StackName, LogicalResourceId }));
    const { StackId = '', PhysicalResourceId } = found.StackResourceDetail ?? {};
    // arn:aws:cloudformation:us-east-1:123456789012:stack/…
    const [, partition, , region, account] = StackId.split(':');
    if (!PhysicalResourceId) return undefined;
    return `arn:${partition}:cloudwatch:${region}:${account}:alarm:${PhysicalResourceId}`;
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not exist')) return undefined;
    throw error;
  }
}
