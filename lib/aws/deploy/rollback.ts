/** Alarms that roll an update back: those of the stack itself. In its first deployment it has none. */

import {
  CloudFormationClient,
  type CloudFormationClientConfig,
  DescribeStackResourcesCommand,
} from '@aws-sdk/client-cloudformation';

/** In serverless.yml: `custom.rollback`. */
export interface RollbackSettings {
  /** Logical ids. */
  readonly alarms: readonly string[];
  /** For so long after an update they are watched, while CloudFormation still calls it under way; 0 watches none. */
  readonly minutes: number;
}

/** @returns undefined if nothing is to be watched, or no alarm exists yet. */
export async function rollbackConfiguration(
  config: CloudFormationClientConfig,
  StackName: string,
  { alarms, minutes }: RollbackSettings,
): Promise<object | undefined> {
  if (minutes === 0) return undefined;
  const client = new CloudFormationClient(config);
  try {
    const { StackResources = [] } = await client.send(new DescribeStackResourcesCommand({ StackName }));
    const existing = StackResources.filter(({ LogicalResourceId = '' }) =>
      alarms.includes(LogicalResourceId),
    );
    const RollbackTriggers = existing.flatMap(({ StackId = '', PhysicalResourceId }) => {
      // arn:aws:cloudformation:us-east-1:123456789012:stack/…
      const [, partition, , region, account] = StackId.split(':');
      const Arn = `arn:${partition}:cloudwatch:${region}:${account}:alarm:${PhysicalResourceId}`;
      return PhysicalResourceId ? [{ Arn, Type: 'AWS::CloudWatch::Alarm' }] : [];
    });
    if (RollbackTriggers.length === 0) return undefined;
    return { RollbackTriggers, MonitoringTimeInMinutes: minutes };
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not exist')) return undefined;
    throw error;
  } finally {
    client.destroy();
  }
}
