/** What serverless.yml says of the stacks of a stage. */

import { type StackNames, stackNameOf } from '../../deploy/deploy-order.ts';
import type { StackPlace } from '../../deploy/live-deployment.ts';
import { printSettings } from './serverless.ts';

export interface StageSettings extends StackNames {
  readonly provider: StackNames['provider'] & {
    readonly region?: unknown;
    /** Its name: the framework has reduced an object to it, and one without a name to null. */
    readonly deploymentBucket?: string | null;
    readonly deploymentPrefix?: string | null;
  };
}

/** The framework reads it, since only the framework knows all variables. @throws Error if it cannot. */
export async function readStageSettings(stage: string): Promise<StageSettings> {
  return JSON.parse(await printSettings(stage));
}

/** @param resource undefined for the parent. */
export function stackPlace(settings: StageSettings, stage: string, resource?: string): StackPlace {
  const { service, provider } = settings;
  const ofStack = resource === undefined ? service : `${service}-${resource}`;
  return {
    stack: stackNameOf(settings, stage, resource),
    bucket: provider.deploymentBucket ?? undefined,
    folder: `${provider.deploymentPrefix ?? 'serverless'}/${ofStack}/${stage}`,
  };
}
