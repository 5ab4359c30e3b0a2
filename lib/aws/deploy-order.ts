/** The stacks that a service is deployed as, in their order: one, or one more per resource. */

import { functionIds } from '../compiler/emit/emit.ts';
import { apiDocsOperation } from '../compiler/plan/api-docs.ts';
import { defaultRouteOperation } from '../compiler/plan/default-route.ts';
import { operationsIn, type ServicePlan } from '../plan/service-plan.ts';

export interface Stack {
  /** The resource whose operations it holds. Absent for the parent, which holds the API and all that is not split off. */
  readonly resource?: string;
  /** From the project's folder; takes further options such as `--stage`. */
  readonly command: string;
  /** Keys of functions.json. */
  readonly functions: readonly string[];
}

export interface DeployOrder {
  /** The parent first: the others import its API and its role. */
  readonly stacks: readonly Stack[];
}

const deployParent = 'npx serverless deploy';

export function oneStack(service: ServicePlan): DeployOrder {
  return { stacks: [{ command: deployParent, functions: functionIds(service) }] };
}

/** For what is too much for one. */
export function stackPerResource(service: ServicePlan): DeployOrder {
  // They are no resource's.
  const parent = { command: deployParent, functions: [apiDocsOperation.id, defaultRouteOperation.id] };
  const children = service.resources.map((resource) => ({
    resource: resource.name,
    command: `${deployParent} --param resource=${resource.name}`,
    functions: operationsIn(resource).map(({ runtime }) => runtime.id),
  }));
  return { stacks: [parent, ...children.filter(({ functions }) => functions.length > 0)] };
}
