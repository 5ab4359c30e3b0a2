/** The stacks of a service in the order of deployment: one, or a parent and one per resource. */

import type { ServicePlan } from '../shared/plan/service-plan.ts';

export const deployOrderPath = 'deploy-order.json';

export interface Stack {
  /** The resource whose operations it contains. Absent for the parent, which contains the API and everything else. */
  readonly resource?: string;
  /** The command to run in the project's folder, with further options such as `--stage`. */
  readonly command: string;
  /** The function ids, which are keys of functions.json. */
  readonly functions: readonly string[];
}

export interface DeployOrder {
  /** The parent first: the others import its API and its role. */
  readonly stacks: readonly Stack[];
}

const deployParent = 'npx serverless deploy';

export function oneStack(service: ServicePlan): DeployOrder {
  return { stacks: [{ command: deployParent, functions: service.functions.map(({ id }) => id) }] };
}

/** Plans one stack per resource, for a service that is too large for one stack. */
export function stackPerResource(service: ServicePlan): DeployOrder {
  const functionsOf = (name: string | undefined) =>
    service.functions.flatMap(({ id, resource }) => (resource === name ? id : []));
  const parent = { command: deployParent, functions: functionsOf(undefined) };
  const children = service.resources.map(({ name }) => ({
    resource: name,
    command: `${deployParent} --param resource=${name}`,
    functions: functionsOf(name),
  }));
  return { stacks: [parent, ...children.filter(({ functions }) => functions.length > 0)] };
}
