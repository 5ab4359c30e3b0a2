/**
 * What each function may do with the table, by what its bundles contain: the
 * bundler keeps only the commands that a function can send. Functions that may
 * do the same have one role.
 */

import type { Bundles } from '../../compiler/bundle/bundle.ts';
import { modulesOf } from '../../compiler/bundle/function-parts.ts';
import { handlerFileOf } from '../../compiler/bundle/handler-file.ts';
import { bundlePath, generatedFolder } from '../../compiler/emit/generated-files.ts';
import type { Problem } from '../../compiler/source/problem.ts';
import type { FunctionPlan } from '../../plan/function-plan.ts';

export const rolesPath = 'roles.json';

export interface Role {
  /** In the templates of the stacks. */
  readonly id: string;
  /** Actions of DynamoDB on the table, without their prefix. */
  readonly actions: readonly string[];
  /** Those on the items of API keys alone. */
  readonly keyActions: readonly string[];
  /** Ids of its functions. */
  readonly functions: readonly string[];
}

export interface RolePlan {
  readonly roles: readonly Role[];
  readonly problems: readonly Problem[];
}

type Metafile = Bundles['metafile'];

/** The name of each log group is in the policy of its role: so many names of 64 characters fit. */
const maxFunctions = 40;

/** Command -> its actions, where the two have different names. */
const actionsOfCommand: Readonly<Record<string, readonly string[]>> = {
  BatchExecuteStatement: ['PartiQLDelete', 'PartiQLInsert', 'PartiQLSelect', 'PartiQLUpdate'],
  ExecuteStatement: ['PartiQLDelete', 'PartiQLInsert', 'PartiQLSelect', 'PartiQLUpdate'],
  TransactGetItems: ['GetItem'],
  TransactWriteItems: ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'UpdateItem'],
};

const itemCommands = [
  'BatchGetItem',
  'BatchWriteItem',
  'DeleteItem',
  'GetItem',
  'PutItem',
  'Query',
  'Scan',
  'UpdateItem',
];

const commandModule = /\/@aws-sdk\/client-dynamodb\/.*\/commands\/(\w+)Command\.js$/;
const otherClient = /\/(@aws-sdk\/client-(?!dynamodb\/)[a-z0-9-]+)\//;

/** The SDK contains it in every client, and sends it only if a function turns endpoint discovery on. */
const unsentCommand = 'DescribeEndpoints';

/** @param isMore whether serverless.yml allows more than the table, in `provider.iam.role`. */
export function planRoles(functions: readonly FunctionPlan[], metafile: Metafile, isMore: boolean): RolePlan {
  const rights = functions.map((plan) => ({ plan, ...rightsOf(plan, metafile) }));
  const problems = rights.flatMap(({ plan, commands, clients }) => [
    ...commands.flatMap((command) => (actionsFor(command) ? [] : [unknownCommand(plan, command)])),
    ...(isMore ? [] : clients.map((client) => unknownClient(plan, client))),
  ]);
  const groups = Map.groupBy(rights, ({ actions, keyActions }) => roleId(actions, keyActions));
  const sorted = [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const roles = sorted.flatMap(([id, group]) => {
    const [{ actions = [], keyActions = [] } = {}] = group;
    const ids = group.map(({ plan }) => plan.id).toSorted();
    return inParts({ id, actions, keyActions, functions: ids });
  });
  return { roles, problems };
}

/** Before the functions are bundled: all of them may do the same. There are at least so many roles, and none has a longer policy. */
export function assumedRoles(functions: readonly FunctionPlan[]): readonly Role[] {
  const ids = functions.map(({ id }) => id);
  return inParts({ id: 'Role', actions: itemCommands, keyActions: [], functions: ids });
}

function inParts({ id, functions, ...rights }: Role): Role[] {
  return Array.from({ length: Math.ceil(functions.length / maxFunctions) }, (_, part) => ({
    id: part === 0 ? id : `${id}${part + 1}`,
    ...rights,
    functions: functions.slice(part * maxFunctions, (part + 1) * maxFunctions),
  }));
}

/** @example roleId(['GetItem'], ['UpdateItem']) // 'RoleGetItemKeyUpdateItem' */
function roleId(actions: readonly string[], keyActions: readonly string[]): string {
  const names = [...actions, ...keyActions.map((action) => `Key${action}`)];
  return ['Role', ...(names.length > 0 ? names : ['Logs'])].join('');
}

interface Rights {
  readonly commands: readonly string[];
  /** Packages of the SDK for other services. */
  readonly clients: readonly string[];
  readonly actions: readonly string[];
  readonly keyActions: readonly string[];
}

function rightsOf(plan: FunctionPlan, metafile: Metafile): Rights {
  const paths = distinct(bundlesThatShow(plan).flatMap((id) => contained(metafile, id)));
  const commands = distinct(paths.flatMap((path) => commandModule.exec(path)?.[1] ?? [])).filter(
    (command) => command !== unsentCommand,
  );
  const clients = distinct(paths.flatMap((path) => otherClient.exec(path)?.[1] ?? []));
  const keyActions = updatesOnlyKeys(paths, metafile)
    ? ['UpdateItem'].filter((name) => commands.includes(name))
    : [];
  const onItems = commands.filter((command) => !keyActions.includes(command));
  return {
    commands,
    clients,
    keyActions,
    actions: distinct(onItems.flatMap((name) => actionsFor(name) ?? [])),
  };
}

/**
 * A default route with slashes contains other functions, and loads them when it needs them. Of what is loaded later the
 * bundler keeps all, used or not: what they can send shows in their own bundles.
 */
function bundlesThatShow(plan: FunctionPlan): readonly string[] {
  const ids = modulesOf(plan).map(({ id }) => id);
  const others = plan.kind === 'default-route' ? plan.slashRoutes.map(({ functionId }) => functionId) : [];
  return others.length === 0 ? ids : [...ids.filter((id) => id !== plan.id), ...others];
}

/** Files that have at least a byte in the bundle. */
function contained({ outputs }: Metafile, id: string): string[] {
  const inputs = outputs[`${generatedFolder}/${bundlePath(id)}`]?.inputs ?? {};
  return Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
}

/** Only lib/access sends the command, and nobody else uses the SDK without lib/store. */
function updatesOnlyKeys(paths: readonly string[], { inputs }: Metafile): boolean {
  const own = paths.filter((path) => !path.includes('node_modules/') && !path.startsWith('lib/store/'));
  const imports = (path: string, part: string) =>
    inputs[path]?.imports.some((target) => target.path.includes(part)) ?? false;
  return !own.some(
    (path) =>
      imports(path, 'node_modules/@aws-sdk/') ||
      (imports(path, 'lib/store/update-item.ts') && !path.startsWith('lib/access/')),
  );
}

function actionsFor(command: string): readonly string[] | undefined {
  return itemCommands.includes(command) ? [command] : actionsOfCommand[command];
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}

function unknownCommand(plan: FunctionPlan, command: string): Problem {
  const found = `the function ${plan.id} can send ${command}, which no role of a function allows`;
  const accepted = `commands for items: ${[...itemCommands, ...Object.keys(actionsOfCommand)].toSorted().join(', ')}; or a role of your own, provider.iam.role`;
  return { ...placeOf(plan), found, accepted };
}

function unknownClient(plan: FunctionPlan, client: string): Problem {
  const found = `the function ${plan.id} contains ${client}, and serverless.yml allows nothing but the table`;
  const accepted = 'the actions that it needs, in provider.iam.role.statements';
  return { ...placeOf(plan), found, accepted };
}

function placeOf(plan: FunctionPlan) {
  const file = handlerFileOf(plan)?.path ?? generatedFolder;
  return { code: 'E-ROLE' as const, file, pointer: '', line: 1, column: 1 };
}
