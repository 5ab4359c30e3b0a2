/** The stacks that a service is deployed as, in their order: one, or above some operations one more per resource. */

import { operationsIn, operationsOf, type ServicePlan } from '../../plan/service-plan.ts';
import { apiDocsOperation } from './api-docs.ts';
import { defaultRouteOperation } from './default-route.ts';

/** A stack takes 500 resources; an operation is five of them, and serverless.yml adds some of its own. */
export const maxOperationsPerStack = 90;

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

/** They are no resource's. */
const ownFunctions = [apiDocsOperation.id, defaultRouteOperation.id];

const deployParent = 'npx serverless deploy';

export function deployOrder(service: ServicePlan): DeployOrder {
  const operations = operationsOf(service);
  if (operations.length <= maxOperationsPerStack) {
    const functions = [...operations.map(({ id }) => id), ...ownFunctions];
    return { stacks: [{ command: deployParent, functions }] };
  }
  const children = service.resources.map((resource) => ({
    resource: resource.name,
    command: `${deployParent} --param resource=${resource.name}`,
    functions: operationsIn(resource).map(({ id }) => id),
  }));
  const parent = { command: deployParent, functions: ownFunctions };
  return { stacks: [parent, ...children.filter(({ functions }) => functions.length > 0)] };
}
