/** How much a service takes up of what AWS allows, known before it is deployed. */

import { functionName, routeKeysOf } from './function-resources.ts';
import { policyCharacters, roleStatements } from './role-policy.ts';
import { type Deployed, type StackTemplate, stackTemplates, templateBytes } from './stack-template.ts';

export interface BudgetRow {
  readonly what: string;
  /** Which one it is of several: the fullest stack, the longest name, the largest bundle. */
  readonly of?: string;
  readonly used: number;
  /** Of AWS. */
  readonly limit: number;
  readonly unit: 'characters' | 'bytes' | '';
  /** Where the build refuses, when that is before the limit; AWS counts some things that it cannot know. */
  readonly refusedAbove?: number;
  /** AWS raises the limit on request: what is over it is no reason to fail. */
  readonly isAdjustable?: boolean;
  /** What to do about too much of it. */
  readonly remedy: string;
  /** In serverless.yml, what it mostly comes from. */
  readonly path: readonly string[];
  /** The descriptor that it comes from instead. */
  readonly resource?: string;
  /** All those of which this row is the fullest. */
  readonly each?: readonly BudgetRow[];
}

export interface BudgetInput extends Deployed {
  /** Bytes by the id of the function. */
  readonly bundleBytes: ReadonlyMap<string, number>;
}

export function budgetRows(input: BudgetInput): BudgetRow[] {
  const { deployment, functions, bundleBytes } = input;
  const all = Object.entries({ ...functions, ...deployment.functions });
  const routes = all.map(([, settings]) => routeKeysOf(settings).length);
  const names = all.map(([key, settings]) => functionName(deployment, key, settings));
  const stacks = stackTemplates(input);
  const statements = roleStatements(deployment);
  return [
    { ...limits.routes, used: routes.reduce((sum, count) => sum + count, 0) },
    { ...limits.integrations, used: routes.filter((count) => count > 0).length },
    resourcesRow(stacks),
    largest(
      limits.template,
      stacks.map(({ name, template }) => [name, templateBytes(template)]),
    ),
    largest(
      limits.name,
      names.map((name) => [name, name.length]),
    ),
    ...(statements ? [{ ...limits.policy, used: policyCharacters(statements) }] : []),
    largest(limits.bundle, [...bundleBytes]),
  ];
}

/** A stack is made of no less than a whole descriptor. */
function resourcesRow(stacks: readonly StackTemplate[]): BudgetRow {
  const each = stacks.map(({ stack, name, template }): BudgetRow => {
    const row = { ...limits.resources, of: name, used: Object.keys(template).length };
    const { resource } = stack;
    return resource === undefined
      ? row
      : { ...row, resource, remedy: 'a second descriptor for some of its paths' };
  });
  const { resources } = limits;
  return {
    ...largest(
      resources,
      each.map(({ of = '', used }) => [of, used]),
    ),
    each,
  };
}

type Limit = Omit<BudgetRow, 'used' | 'of'>;

function largest(limit: Limit, candidates: readonly (readonly [string, number])[]): BudgetRow {
  const [of, used] = candidates.reduce((most, next) => (next[1] > most[1] ? next : most), ['', 0]);
  return { ...limit, used, ...(of === '' ? {} : { of }) };
}

/** With a margin: AWS takes 500, and what serverless.yml takes from other files is not counted. */
export const maxStackResources = 480;

const twoApis =
  'two services, each with an HTTP API of its own, behind one custom domain with a base path mapping for each; or fewer operations';

/**
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
  integrations: { what: 'integrations of the API', limit: 300, unit: '', remedy: twoApis, path: [] },
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
    what: "policy of the functions' role",
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

export type BudgetLevel = 'within' | 'near' | 'over';

/** Near the limit a build warns; over it, it fails. */
export function levelOf({ used, limit, refusedAbove = limit, isAdjustable = false }: BudgetRow): BudgetLevel {
  if (used > refusedAbove && !isAdjustable) return 'over';
  return used > limit * warnAbove ? 'near' : 'within';
}
