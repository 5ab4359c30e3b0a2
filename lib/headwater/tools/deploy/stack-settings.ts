/** What serverless.yml says of the stacks of a stage. */

import { stackNameOf } from '../../compile/aws/deploy-order.ts';
import type { StackPlace } from '../../deploy/live-deployment.ts';
import { CommandError } from '../command-line/command-line.ts';
import { serverlessOutput } from './serverless.ts';

export interface StackSettings {
  readonly service: string;
  readonly provider: {
    readonly region?: unknown;
    readonly stackName?: unknown;
    /** Its name: the framework has reduced an object to it, and one without a name to null. */
    readonly deploymentBucket?: string | null;
    readonly deploymentPrefix?: string | null;
  };
}

/** The framework reads it, since only the framework knows all variables. @throws CommandError if it cannot. */
export async function readStackSettings(stage: string): Promise<StackSettings> {
  try {
    return JSON.parse(await serverlessOutput(['print', '--format', 'json', '--stage', stage]));
  } catch (error) {
    throw new CommandError(`The settings of ${stage} cannot be read: ${(error as Error).message}`, 1);
  }
}

/** @param resource undefined for the parent. */
export function stackPlace(
  { service, provider }: StackSettings,
  stage: string,
  resource?: string,
): StackPlace {
  const ofStack = resource === undefined ? service : `${service}-${resource}`;
  return {
    stack: stackNameOf({ service, stage, stackName: provider.stackName, resource }),
    bucket: provider.deploymentBucket ?? undefined,
    folder: `${provider.deploymentPrefix ?? 'serverless'}/${ofStack}/${stage}`,
  };
}
