/** The share of AWS limits that a service uses, known before deployment. */

import { maxIntegrations } from '../../plan/service-functions.ts';
import type { Deployment } from '../deployment.ts';
import { routeKeysOf } from '../functions/function-routes.ts';
import { functionName } from './function-resources.ts';
import { policyCharacters, roleStatements } from './role-policy.ts';
import { type DeployedService, type StackTemplate, stackTemplates, templateBytes } from './stack-template.ts';

export interface BudgetRow {
  readonly what: string;
  /** The largest of several items: the fullest stack, the longest name, the largest bundle. */
  readonly of?: string;
  readonly used: number;
  /** The limit of AWS. */
  readonly limit: number;
  readonly unit: 'characters' | 'bytes' | '';
  /** The limit of the build, if it is lower: AWS counts some things that the build cannot see. */
  readonly refusedAbove?: number;
  /** Whether AWS raises the limit on request, so that exceeding it is only a warning. */
  readonly isAdjustable?: boolean;
  /** The advice if the limit is exceeded. */
  readonly remedy: string;
  /** The member of serverless.yml that is the main cause. */
  readonly path: readonly string[];
  /** The rows of those items that are reported, if not the largest one. */
  readonly each?: readonly BudgetRow[];
}

/** All rows except the row of the bundles, which take longest to make. */
export function budgetRows(input: DeployedService): BudgetRow[] {
  const { deployment, functions } = input;
  const all = Object.entries({ ...functions, ...deployment.functions });
  const routes = all.map(([, settings]) => routeKeysOf(settings).length);
  const names = all.map(([key, settings]) => functionName(deployment, key, settings));
  const lengths = names.map((name) => [name, name.length] as const);
  const stacks = stackTemplates(input);
  const bytes = stacks.map(({ name, template }) => [name, templateBytes(template)] as const);
  return [
    { ...limits.routes, used: routes.reduce((sum, count) => sum + count, 0) },
    { ...limits.integrations, used: routes.filter((count) => count > 0).length },
    resourcesRow(stacks),
    largest(limits.template, bytes),
    largest(limits.name, lengths),
    ...policyRow(stacks, deployment),
  ];
}

/** No row if all functions have an existing role, or the roles are unknown. */
function policyRow(stacks: readonly StackTemplate[], deployment: Deployment): BudgetRow[] {
  const made = roleStatements(deployment);
  const own = made ? [['IamRoleLambdaExecution', made] as const] : [];
  const ofRoles = stacks.flatMap(({ roles }) =>
    Object.entries(roles).map(([id, { Properties }]) => {
      const [{ PolicyDocument }] = Properties.Policies;
      return [id, PolicyDocument.Statement] as const;
    }),
  );
  const policies = [...own, ...ofRoles];
  const sizes = policies.map(([id, statements]) => [id, policyCharacters(statements)] as const);
  return sizes.length > 0 ? [largest(limits.policy, sizes)] : [];
}

/** @param bundleBytes The size in bytes by function id. */
export function bundleRow(bundleBytes: ReadonlyMap<string, number>): BudgetRow {
  return largest(limits.bundle, [...bundleBytes]);
}

/** The operations of a resource take as many stacks as they need, so only the parent can become too full. */
function resourcesRow(stacks: readonly StackTemplate[]): BudgetRow {
  const counts = stacks.map(({ name, template }) => [name, Object.keys(template).length] as const);
  const parents = counts.filter((_, index) => stacks[index]?.stack.resource === undefined);
  const each = parents.map(([of, used]) => ({ ...limits.resources, of, used }));
  return { ...largest(limits.resources, counts), each };
}

type Limit = Omit<BudgetRow, 'used' | 'of'>;

function largest(limit: Limit, candidates: readonly (readonly [string, number])[]): BudgetRow {
  const [of, used] = candidates.reduce((most, next) => (next[1] > most[1] ? next : most), ['', 0]);
  return { ...limit, used, ...(of === '' ? {} : { of }) };
}

/**
 * AWS allows 500. The margin is for resources that serverless.yml includes from other files, which the build does not
 * count.
 */
export const maxStackResources = 480;

const twoApis =
  'two services, each with an HTTP API of its own, behind one custom domain with a base path mapping for each; or fewer operations';

/**
 * The sources of the limits:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const limits = {
  routes: {
    what: 'routes of the API',
    limit: 300,
    unit: '',
    isAdjustable: true,
    remedy: 'a higher quota "Routes per API", which AWS grants on request; or fewer routes',
    path: [],
  },
  integrations: {
    what: 'integrations of the API',
    limit: maxIntegrations,
    unit: '',
    remedy: twoApis,
    path: [],
  },
  resources: {
    what: 'resources of a stack',
    limit: 500,
    refusedAbove: maxStackResources,
    unit: '',
    remedy: 'less of what serverless.yml adds: functions, resources, "versionFunctions: true"',
    path: ['resources'],
  },
  template: {
    what: 'template of a stack',
    limit: 1_000_000,
    unit: 'bytes',
    remedy:
      'fewer operations in one descriptor, or less that each function repeats: environment, tags, layers',
    path: ['provider'],
  },
  name: {
    what: 'longest name of a function',
    limit: 64,
    unit: 'characters',
    remedy: 'a shorter name of the service, the stage, the resource or the nickname',
    path: ['service'],
  },
  policy: {
    what: 'longest policy of a role',
    limit: 10_240,
    refusedAbove: 9_500,
    unit: 'characters',
    remedy: 'fewer or broader statements, or managed policies (provider.iam.role.managedPolicies)',
    path: ['provider', 'iam', 'role', 'statements'],
  },
  bundle: {
    what: 'largest bundle',
    limit: 250 * 2 ** 20,
    unit: 'bytes',
    remedy: 'a handler that imports less, or a container image',
    path: [],
  },
} as const satisfies Record<string, Limit>;

const warnAbove = 0.8;

type BudgetLevel = 'within' | 'near' | 'over';

/** A build warns near a limit, and fails over it. */
export function levelOf({ used, limit, refusedAbove = limit, isAdjustable = false }: BudgetRow): BudgetLevel {
  if (used > refusedAbove && !isAdjustable) return 'over';
  return used > limit * warnAbove ? 'near' : 'within';
}
