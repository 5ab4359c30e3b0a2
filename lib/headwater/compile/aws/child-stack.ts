/**
 * The changes to serverless.yml for the stack of one resource: it imports the API,
 * the role, and other values from the parent stack. Pure functions; the plugin
 * applies the changes.
 */

import { createHash } from 'node:crypto';
import { isObject } from '../../shared/json/is-object.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import { stackNameOf } from './deploy-order.ts';

/** The parts of the member `provider` of serverless.yml that a child changes. */
export interface Provider {
  environment?: unknown;
  readonly vpc?: unknown;
  readonly layers?: unknown;
  readonly kmsKeyArn?: unknown;
  readonly httpApi?: { readonly id?: unknown; readonly payload?: unknown };
  readonly logs?: Readonly<Record<string, unknown>>;
  readonly iam?: Readonly<Record<string, unknown>>;
  readonly stackName?: string;
}

/** The parent stack, whose name is the prefix of its exports. */
export interface Parent {
  readonly service: string;
  readonly stage: string;
}

/** @param param of the command line. @returns the resource whose stack it selects; undefined for the parent. */
export function selectedResource(param: string | readonly string[] = []): string | undefined {
  const found = [param].flat().find((text) => text.startsWith('resource='));
  return found?.slice('resource='.length);
}

/**
 * @param name of the stack of this resource, which ends in the resource where serverless.yml names the stack itself.
 * @example parentStackName('shop-orders-prod', 'orders', 'prod') // 'shop-prod'
 */
export function parentStackName(name: string, resource: string, stage: string): string {
  const end = `-${resource}-${stage}`;
  return name.endsWith(end) ? `${name.slice(0, -end.length)}-${stage}` : name.slice(0, -resource.length - 1);
}

/** An output of the parent's template, by its key. */
export type Outputs = Readonly<Record<string, object>>;

/** Settings whose values may refer to resources of the parent's template. */
const referringSettings = ['environment', 'vpc', 'layers', 'kmsKeyArn'] as const;

/** The provider's settings for a resource's child stack. API, authorizers, CORS and access logs belong to the parent. */
export function childProvider(provider: Provider, resource: string, parent: Parent): Provider {
  const { httpApi, stackName, logs, ...rest } = provider;
  const { httpApi: _accessLogs, ...otherLogs } = logs ?? {};
  const payload = httpApi?.payload;
  return {
    ...rest,
    ...Object.fromEntries(sharedSettings(provider, parent).map(({ name, child }) => [name, child])),
    ...(logs ? { logs: otherLogs } : {}),
    ...(stackName === undefined ? {} : { stackName: stackNameOf({ ...parent, stackName, resource }) }),
    ...(rest.iam ? { iam: { ...rest.iam, role: shareRole(rest.iam['role'], parent).child } } : {}),
    httpApi: {
      id: httpApi?.id ?? { 'Fn::ImportValue': exportName(parent, 'HttpApiId') },
      ...(payload === undefined ? {} : { payload }),
    },
  };
}

/** The settings of a function in a resource's child stack. Its triggers and its own role may belong to the parent. */
export function childFunction<Settings extends FunctionReferences>(
  settings: Settings,
  parent: Parent,
): Settings {
  return { ...settings, ...(share(referringIn(settings), parent).child as object) };
}

/** The expression by which a child imports an export of its parent. */
export function importOf(value: object, parent: Parent): object {
  return share(value, parent).child as object;
}

interface FunctionReferences {
  readonly environment?: unknown;
  readonly events?: unknown;
  readonly destinations?: unknown;
  readonly role?: unknown;
}

/** The settings of a function that may refer to resources of the parent's template. */
function referringIn(settings: FunctionReferences): object {
  const { environment, events, destinations, role } = settings;
  return omitUndefined({ environment, events, destinations, role: roleReference(role) });
}

/**
 * The outputs that the parent must export for its children, besides the id of the API, which osls exports.
 *
 * @param functions The functions of the children.
 * @param used Further values in their stacks, such as ARNs in the roles of functions.
 */
export function parentOutputs(
  provider: Provider,
  functions: readonly FunctionReferences[],
  parent: Parent,
  used: readonly object[] = [],
): Outputs {
  const role = shareRole(provider.iam?.['role'], parent);
  const ofFunctions = functions.map((settings) => share(referringIn(settings), parent));
  const ofRoles = used.map((value) => share(value, parent));
  const shared = [...sharedSettings(provider, parent), ...ofFunctions, ...ofRoles];
  return Object.assign({}, role.outputs, ...shared.map(({ outputs }) => outputs));
}

interface SharedValue {
  readonly child: unknown;
  readonly outputs: Outputs;
}

function sharedSettings(provider: Provider, parent: Parent) {
  return referringSettings
    .filter((name) => provider[name] !== undefined)
    .map((name) => ({ name, ...share(provider[name], parent) }));
}

/** Shares an existing role, or the statements that each stack adds to the roles of its functions. */
function shareRole(role: unknown, parent: Parent): SharedValue {
  return share(roleReference(role), parent);
}

/** osls takes a text without a colon for the id of a role in the template. */
function roleReference(role: unknown): unknown {
  const isId = typeof role === 'string' && !role.includes(':');
  return isId ? { 'Fn::GetAtt': [role, 'Arn'] } : role;
}

/** Turns values that refer to the parent's template into outputs of the parent and imports of the child. */
function share(value: unknown, parent: Parent): SharedValue {
  if (Array.isArray(value)) {
    const items = value.map((item) => share(item, parent));
    return { child: items.map(({ child }) => child), outputs: merge(items) };
  }
  if (!isObject(value)) return { child: value, outputs: {} };
  if (refersToTemplate(value)) {
    const key = outputKey(value);
    const Name = exportName(parent, key);
    return { child: { 'Fn::ImportValue': Name }, outputs: { [key]: { Value: value, Export: { Name } } } };
  }
  const members = Object.entries(value).map(([name, member]) => ({ name, ...share(member, parent) }));
  return {
    child: Object.fromEntries(members.map(({ name, child }) => [name, child])),
    outputs: merge(members),
  };
}

function merge(parts: readonly SharedValue[]): Outputs {
  return Object.assign({}, ...parts.map(({ outputs }) => outputs));
}

/** Pseudo parameters such as AWS::Region exist in every stack. */
function refersToTemplate(value: Readonly<Record<string, unknown>>): boolean {
  if ('Fn::GetAtt' in value) return true;
  if ('Ref' in value) return !String(value['Ref']).startsWith('AWS::');
  return 'Fn::Sub' in value && /\$\{(?!AWS::|!)/.test(JSON.stringify(value['Fn::Sub']));
}

/** A readable key, different for every value. CloudFormation allows letters and digits only. */
function outputKey(value: object): string {
  const text = JSON.stringify(value);
  const [, readable = ''] = /^\W*(?:Ref|Fn::\w+)(.*)$/s.exec(text) ?? [];
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return `Shared${readable.replaceAll(/[^0-9A-Za-z]/g, '').slice(0, 60)}${digest}`;
}

function exportName({ service, stage }: Parent, key: string): string {
  return `sls-${service}-${stage}-${key}`;
}
