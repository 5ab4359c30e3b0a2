/**
 * The rights of each function on the table, derived from its bundle: the bundler
 * keeps only the commands that a function can send. Functions with the same rights
 * share a role.
 */

import { omitUndefined } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { AwsResource, AwsUse } from '../../../shared/plan/aws-resources.ts';
import type { FunctionKind, FunctionPlan } from '../../../shared/plan/function-plan.ts';
import { reachable } from '../../../shared/reachable.ts';
import { keyActions as actionsOnKeys } from '../../../shared/rights/key-rights.ts';
import { settingsActions as actionsOnSettings } from '../../../shared/rights/settings-rights.ts';
import { unitActions as actionsOnUnits } from '../../../shared/rights/unit-rights.ts';
import type { Bundles } from '../../bundle/bundle.ts';
import { bundleIdsOf, handlerFileOf } from '../../bundle/function-parts.ts';
import { bundlePath, generatedFolder } from '../../emit/wiring/generated-files.ts';
import { type Diagnostic, fileDiagnostic } from '../../source/diagnostic.ts';
import { isUsed } from './check-commands.ts';
import { checkUses } from './check-uses.ts';
import { type MarkedModules, markedModules } from './marked-modules.ts';
import { roleId } from './role-ids.ts';
import { serviceAction, serviceClients } from './service-actions.ts';

export const rolesPath = 'roles.json';

export interface Role {
  /** The id in the templates of the stacks. */
  readonly id: string;
  /** Actions of DynamoDB on the table, without their prefix. */
  readonly actions: readonly string[];
  /** The only actions on the items of API keys, whatever else the role may do. */
  readonly keyActions: readonly string[];
  /** The actions on the items that count the units of owners. */
  readonly unitActions?: readonly string[];
  /** The actions on the settings that the table remembers. */
  readonly settingsActions?: readonly string[];
  /** Actions on a trigger and on the dead letters: with their prefix. */
  readonly otherActions?: readonly string[];
  /** Actions on what `when` names: with their prefix. */
  readonly serviceActions?: readonly string[];
  /** The environment variable with the ARN to which actions of another service apply. */
  readonly when?: string;
  /** What its functions use of AWS besides the table of the service. */
  readonly uses?: readonly AwsUse[];
  /** The ids of the functions with this role. */
  readonly functions: readonly string[];
}

interface RolePlan {
  readonly roles: readonly Role[];
  readonly diagnostics: readonly Diagnostic[];
}

type Metafile = Bundles['metafile'];

/** The most functions of a role: its policy contains the name of each log group, up to 64 characters. */
const maxFunctions = 40;

/** The actions of each command whose name differs from its actions. */
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
const otherCommandModule = /\/@aws-sdk\/client-(?!dynamodb\/)([a-z0-9-]+)\/.*\/commands\/(\w+)Command\.js$/;

const sdkModule = /\/@aws-sdk\//;
const dynamodbModule = /\/@aws-sdk\/(?:client|lib)-dynamodb\//;

/** Every client of the SDK contains it, and sends it only if a function turns endpoint discovery on. */
const unsentCommand = 'DescribeEndpoints';

interface RoleOptions {
  /** The folder to which the paths of the metafile are relative. */
  readonly projectFolder: string;
  /** Whether serverless.yml allows more than the table, in `provider.iam.role`. */
  readonly isMore: boolean;
  /** The functions to which serverless.yml gives a role that it declares itself. */
  readonly withOwnRole?: ReadonlySet<string>;
  /** What the config declares. */
  readonly awsResources?: readonly AwsResource[];
}

export function planRoles(
  functions: readonly FunctionPlan[],
  metafile: Metafile,
  { projectFolder, isMore, withOwnRole = new Set(), awsResources = [] }: RoleOptions,
): RolePlan {
  const marked = markedModules(metafile, projectFolder);
  const rights = functions.map((plan) => ({ plan, ...rightsOf(plan, metafile, marked) }));
  const limited = rights.filter(({ plan }) => !withOwnRole.has(plan.id));
  const diagnostics = limited.flatMap(({ plan, commands, clients }) => [
    ...commands.flatMap((command) => (actionsFor(command) ? [] : [unknownCommand(plan, command)])),
    ...(isMore ? [] : clientsWithoutRights(plan, clients).map((client) => unknownClient(plan, client))),
  ]);
  diagnostics.push(...checkUses(rights, { inputs: metafile.inputs, awsResources, isMore, withOwnRole }));
  diagnostics.push(...marked.foreign.map(otherFramework));
  const groups = Map.groupBy(rights, ({ plan, ...allowed }) => roleId(allowed, plan));
  const sorted = [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const roles = sorted.flatMap(([id, group]) => {
    const [first] = group;
    const {
      actions = [],
      keyActions = [],
      unitActions = [],
      settingsActions = [],
      otherActions = [],
      serviceActions = [],
      plan = undefined,
    } = first ?? {};
    const ids = group.map(({ plan }) => plan.id).toSorted();
    const others = {
      ...(unitActions.length > 0 ? { unitActions } : {}),
      ...(settingsActions.length > 0 ? { settingsActions } : {}),
      ...(otherActions.length > 0 ? { otherActions } : {}),
      ...(serviceActions.length > 0 ? { serviceActions } : {}),
      ...omitUndefined({ when: plan?.when, uses: plan?.uses }),
    };
    return inParts({ id, actions, keyActions, ...others, functions: ids });
  });
  return { roles, diagnostics };
}

/**
 * The roles before bundling: all functions may have the same rights. There will be at least this many roles, each with
 * a shorter or equal policy.
 */
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

export interface Rights {
  /** The paths of all files in its bundles. */
  readonly paths: readonly string[];
  readonly commands: readonly string[];
  /** The SDK packages of other services. */
  readonly clients: readonly string[];
  readonly actions: readonly string[];
  readonly keyActions: readonly string[];
  readonly unitActions: readonly string[];
  readonly settingsActions: readonly string[];
  readonly otherActions: readonly string[];
  readonly serviceActions: readonly string[];
  readonly usesServiceTable: boolean;
}

/** Lambda reads the stream and sends failures with the rights of the function. */
const actionsOfKind: Partial<Record<FunctionKind, readonly string[]>> = {
  schedule: ['sqs:SendMessage'],
  consumer: [
    ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
      (action) => `dynamodb:${action}`,
    ),
    'sqs:SendMessage',
  ],
};

function rightsOf(plan: FunctionPlan, metafile: Metafile, marked: MarkedModules): Rights {
  const ids = bundlesThatShow(plan, metafile);
  const paths = distinct(ids.flatMap((id) => contained(metafile, id)));
  const commands = distinct(paths.flatMap((path) => commandModule.exec(path)?.[1] ?? [])).filter(
    (command) => command !== unsentCommand,
  );
  const clients = distinct(paths.flatMap((path) => otherClient.exec(path)?.[1] ?? []));
  const sent = (actions: readonly string[], by: ReadonlySet<string>) =>
    paths.some((path) => by.has(path)) ? actions.filter((name) => commands.includes(name)) : [];
  const entries = ids.flatMap((id) => outputOf(metafile, id)?.entryPoint ?? []);
  const contents = { paths, entries, inputs: metafile.inputs, marked };
  const updatesFew = sendsOnlyForMarked(contents, marked.noUpdates);
  const getsFew = sendsOnlyForMarked(contents, marked.noGets);
  const limited = [...(updatesFew ? ['UpdateItem'] : []), ...(getsFew ? ['GetItem'] : [])];
  const onItems = commands.filter((command) => !limited.includes(command));
  const usesServiceTable =
    !(plan.uses ?? []).some(isOfTable) || paths.some((path) => marked.serviceTable.has(path));
  return {
    paths,
    commands,
    clients,
    usesServiceTable,
    keyActions: sent(actionsOnKeys, marked.keys),
    unitActions: updatesFew && usesServiceTable ? sent(actionsOnUnits, marked.units) : [],
    settingsActions: getsFew && usesServiceTable ? sent(actionsOnSettings, marked.settings) : [],
    otherActions: actionsOfKind[plan.kind] ?? [],
    serviceActions: plan.when === undefined ? [] : distinct(paths.flatMap(serviceActionIn)),
    actions: usesServiceTable ? distinct(onItems.flatMap((name) => actionsFor(name) ?? [])) : [],
  };
}

/** Commands may be for a table of the project's own, or for an index: `x-uses` names the rights. */
function isOfTable({ kind }: AwsUse): boolean {
  return kind === 'table' || kind === 'index';
}

/** @example serviceActionIn('node_modules/@aws-sdk/client-kinesis/dist-es/commands/PutRecordCommand.js') // ['kinesis:PutRecord'] */
function serviceActionIn(path: string): string[] {
  const [, client = '', command] = otherCommandModule.exec(path) ?? [];
  const action = command === undefined ? undefined : serviceAction(client, command);
  return action === undefined ? [] : [action];
}

/** The variable of a function with `when` has one ARN: its client is the only one. */
function clientsWithoutRights(
  { when, uses = [] }: FunctionPlan,
  contained: readonly string[],
): readonly string[] {
  const clients = contained.filter((client) => !isUsed(client, uses));
  const isKnown = (client: string) => serviceClients.includes(client.replace(/^.*client-/, ''));
  return when !== undefined && clients.length === 1 ? clients.filter((client) => !isKnown(client)) : clients;
}

/**
 * A default route that passes requests on contains other functions, and loads them on demand. The bundler keeps everything in modules
 * loaded on demand, used or not; the functions' own bundles show which commands they can send.
 */
function bundlesThatShow(plan: FunctionPlan, metafile: Metafile): readonly string[] {
  const ids = bundleIdsOf(plan, metafile);
  const others =
    plan.kind === 'default-route' ? plan.forwardedRoutes.map(({ functionId }) => functionId) : [];
  // What the others load, its own bundle loads, too.
  return others.length === 0 ? ids : [...ids.filter((id) => id !== plan.id), ...others];
}

/** The files with at least one byte in the bundle. */
function contained(metafile: Metafile, id: string): string[] {
  const inputs = outputOf(metafile, id)?.inputs ?? {};
  return Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
}

function outputOf({ outputs }: Metafile, id: string): Metafile['outputs'][string] | undefined {
  return outputs[`${generatedFolder}/${bundlePath(id)}`];
}

interface Contained {
  readonly paths: readonly string[];
  /** The modules that are the entry of a bundle. */
  readonly entries: readonly string[];
  readonly inputs: Metafile['inputs'];
  readonly marked: MarkedModules;
}

/**
 * Whether all that sends a command has the rights of keys, of units or of settings. A module that imports the SDK may send it, unless
 * it is marked; it does so for the modules that import it.
 *
 * @param others The modules that are marked: they do not send the command.
 */
function sendsOnlyForMarked(
  { paths, entries, inputs, marked }: Contained,
  others: MarkedModules['noUpdates'],
): boolean {
  const kept = new Set([...paths, ...others]);
  const targetsOf = (path: string) => (inputs[path]?.imports ?? []).map((target) => target.path);
  // A module that only passes the SDK on has no byte in the bundle: who imports it uses the SDK.
  const passedOn = (path: string) => (kept.has(path) || sdkModule.test(path) ? [] : targetsOf(path));
  const usesSdk = (path: string) =>
    [...reachable(targetsOf(path), passedOn)].some((target) => dynamodbModule.test(target));
  const senders = paths.filter((path) => !sdkModule.test(path) && !others.has(path) && usesSdk(path));
  const isMarked = (path: string) =>
    [marked.keys, marked.units, marked.settings].some((modules) => modules.has(path));
  const isLimited = (sender: string) => {
    const importers = paths.filter((path) => targetsOf(path).includes(sender));
    return !entries.includes(sender) && importers.length > 0 && importers.every(isMarked);
  };
  return senders.length > 0 && senders.every(isLimited);
}

function actionsFor(command: string): readonly string[] | undefined {
  return itemCommands.includes(command) ? [command] : ownMember(actionsOfCommand, command);
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}

function unknownCommand(plan: FunctionPlan, command: string): Diagnostic {
  const found = `the function ${plan.id} can send ${command}, which no role of a function allows`;
  const accepted = `commands for items: ${[...itemCommands, ...Object.keys(actionsOfCommand)].toSorted().join(', ')}; or a role of your own, provider.iam.role or functions.${plan.id}.role`;
  return { ...placeOf(plan), found, accepted };
}

function unknownClient(plan: FunctionPlan, client: string): Diagnostic {
  const found = `the function ${plan.id} contains ${client}, and serverless.yml allows nothing but the table`;
  const clients = serviceClients.map((name) => `client-${name}`).join(', ');
  const accepted = `the actions that it needs, in x-uses of its operation or in provider.iam.role.statements; a role of its own, functions.${plan.id}.role; or a function with \`when\`, the variable with the ARN that they are for, and one of ${clients}`;
  return { ...placeOf(plan), found, accepted };
}

function otherFramework(path: string): Diagnostic {
  const found = 'functions contain another version of the framework than the one that builds them';
  const accepted = 'one version: the rights of functions follow from its modules';
  return fileDiagnostic(path, 'E-ROLE', found, accepted);
}

function placeOf(plan: FunctionPlan) {
  const file = handlerFileOf(plan)?.path ?? generatedFolder;
  return { code: 'E-ROLE' as const, file, pointer: '', line: 1, column: 1 };
}
