/** The stacks of a service in the order of deployment: one, or a parent and one or more per resource. */

import { createHash } from 'node:crypto';
import type { ServicePlan } from '../../shared/plan/service-plan.ts';

export const deployOrderPath = 'deploy-order.json';

export interface Stack {
  /**
   * The resource whose operations it contains, or a part of a large one: `2-pets`, which is no name of a resource. Absent for
   * the parent, which contains the API and everything else.
   */
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

/**
 * Plans one stack per resource, for a service that is too large for one stack.
 *
 * @param parts The number of stacks of resources that are too large for one.
 */
export function stackPerResource(
  service: ServicePlan,
  parts: ReadonlyMap<string, number> = new Map(),
): DeployOrder {
  const functionsOf = (name: string | undefined) =>
    service.functions.flatMap(({ id, resource }) => (resource === name ? id : []));
  const parent = { command: deployParent, functions: functionsOf(undefined) };
  const children = service.resources.flatMap(({ name }) => {
    const count = parts.get(name) ?? 1;
    const byPart = Map.groupBy(functionsOf(name), (id) => partOf(id, count));
    return Array.from({ length: count }, (_, index) => {
      const resource = index === 0 ? name : `${index + 1}-${name}`;
      const command = `${deployParent} --param resource=${resource}`;
      return { resource, command, functions: byPart.get(index) ?? [] };
    });
  });
  return { stacks: [parent, ...children.filter(({ functions }) => functions.length > 0)] };
}

interface StackNaming {
  readonly service: string;
  readonly stage: string;
  /** `provider.stackName` of serverless.yml, which stands for the service and the stage. */
  readonly stackName?: unknown;
  /** Undefined for the parent. */
  readonly resource?: string | undefined;
}

/** The name in CloudFormation of the stack of a resource, or of the parent. */
export function stackNameOf({ service, stage, stackName, resource }: StackNaming): string {
  const own = resource === undefined ? [] : [resource];
  return (stackName ? [stackName, ...own] : [service, ...own, stage]).join('-');
}

/** The resource to which a stack belongs. */
export function resourceOf({ resource }: Stack): string | undefined {
  return resource?.replace(/^\d+-/, '');
}

/**
 * Rendezvous hashing: a function stays in its stack whichever others come and go. A further stack, which is deployed last, takes
 * functions from all others, and no other stack takes any: two stacks cannot have one function at once.
 */
function partOf(id: string, count: number): number {
  const weights = Array.from({ length: count }, (_, part) =>
    createHash('sha256').update(`${part} ${id}`).digest().readUInt32BE(),
  );
  return weights.indexOf(Math.max(...weights));
}
