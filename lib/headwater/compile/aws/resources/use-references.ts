/** How the template refers to what functions use: the values of their variables, and the statements of their roles. */

import type { AwsSettings } from '../../../config/aws-resources.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import {
  type AwsResource,
  type AwsUse,
  type ResourceUse,
  variableOf,
} from '../../../shared/plan/aws-resources.ts';
import { kindOfResource } from '../../../shared/rights/resource-actions.ts';
import { logicalIdOf, type TemplateKind } from './logical-ids.ts';

export interface UseContext {
  readonly settings: AwsSettings;
  readonly stage: string;
}

/** The resources to which a role allows actions of IAM. */
export interface UseStatement {
  readonly actions: readonly string[];
  readonly resource: unknown;
}

const arn = (rest: string) => `arn:\${AWS::Partition}:${rest}`;
const ofAccount = `\${AWS::Region}:\${AWS::AccountId}`;

/** The variables of a function with these uses, by name. */
export function variablesOfUses(
  uses: readonly AwsUse[],
  context: UseContext,
): Readonly<Record<string, unknown>> {
  const pairs = uses.flatMap((use) => (use.kind === 'other' ? [] : variableOfUse(use, context)));
  return Object.fromEntries(pairs);
}

function variableOfUse(use: ResourceUse, context: UseContext): (readonly [string, unknown])[] {
  const { kind, name } = use;
  if (kind === 'secret' || kind === 'parameter') return [[variableOf(use), secretOf(use, context).variable]];
  if (kind !== 'index') return [[variableOf(use), { Ref: idOf({ kind, name }, context) }]];
  const table = tableOfIndex(name, context.settings);
  // The variable of the table of the service belongs to all functions.
  return table === undefined ? [] : variableOfUse({ kind: 'table', name: table, actions: [] }, context);
}

/** The statements of a role, besides those for the table of the service. @param serviceTable The ARN of that table. */
export function statementsOfUse(use: AwsUse, context: UseContext, serviceTable: unknown): UseStatement[] {
  if (use.kind === 'other')
    return [{ actions: use.actions, resource: use.resource === '*' ? '*' : { 'Fn::Sub': use.resource } }];
  const { kind, name } = use;
  if (kind === 'secret' || kind === 'parameter') return secretOf(use, context).statements;
  const { actions } = kindOfResource(kind);
  const allowed = use.actions.map((action) => ownMember(actions, action)?.allows ?? []);
  if (kind === 'bucket') {
    const bucket = attribute(idOf({ kind, name }, context));
    const [ofBucket = [], ofObjects = []] = [true, false].map((isList) =>
      use.actions.flatMap((action, at) => ((action === 'list') === isList ? (allowed[at] ?? []) : [])),
    );
    return [
      ...(ofObjects.length > 0 ? [{ actions: ofObjects, resource: below(bucket, '/*') }] : []),
      ...(ofBucket.length > 0 ? [{ actions: ofBucket, resource: bucket }] : []),
    ];
  }
  const resource = kind === 'index' ? indexArn(name, context, serviceTable) : arnOf({ kind, name }, context);
  return [{ actions: allowed.flat(), resource }];
}

function indexArn(name: string, context: UseContext, serviceTable: unknown): unknown {
  const table = tableOfIndex(name, context.settings);
  const base = table === undefined ? serviceTable : arnOf({ kind: 'table', name: table }, context);
  return below(base, `/index/${name}`);
}

/** The table of the project's own that has the index; undefined for the table of the service. */
function tableOfIndex(name: string, { tables = {} }: AwsSettings): string | undefined {
  return Object.keys(tables).find((table) => Object.hasOwn(tables[table]?.indexes ?? {}, name));
}

type InTemplate = { readonly kind: TemplateKind; readonly name: string };

/** The logical id: of serverless.yml if that declares the resource. */
function idOf({ kind, name }: InTemplate, { settings }: UseContext): string {
  const { buckets = {}, queues = {}, topics = {} } = settings;
  const declared = { table: {}, bucket: buckets, queue: queues, topic: topics }[kind];
  return ownMember<{ readonly resource?: string }>(declared, name)?.resource ?? logicalIdOf({ kind, name });
}

function arnOf(of: InTemplate, context: UseContext): unknown {
  const id = idOf(of, context);
  return of.kind === 'topic' ? { Ref: id } : attribute(id);
}

function attribute(id: string): unknown {
  return { 'Fn::GetAtt': [id, 'Arn'] };
}

function below(base: unknown, rest: string): unknown {
  return { 'Fn::Join': ['', [base, rest]] };
}

interface StoredSecret {
  readonly variable: string;
  readonly statements: UseStatement[];
}

function secretOf({ kind, name }: Pick<AwsResource, 'kind' | 'name'>, context: UseContext): StoredSecret {
  const { secrets = {}, parameters = {} } = context.settings;
  const {
    ssm,
    secretsManager = '',
    key,
  }: { ssm?: string; secretsManager?: string; key?: string } = (kind === 'secret'
    ? ownMember(secrets, name)
    : ownMember(parameters, name)) ?? {};
  const inStage = (text: string) => text.replaceAll('{stage}', context.stage);
  const decrypt = key === undefined ? [] : [{ actions: ['kms:Decrypt'], resource: key }];
  if (ssm !== undefined) {
    const path = inStage(ssm);
    const resource = { 'Fn::Sub': arn(`ssm:${ofAccount}:parameter/${path.replace(/^\//, '')}`) };
    return {
      variable: `ssm:${path}`,
      statements: [{ actions: ['ssm:GetParameter'], resource }, ...decrypt],
    };
  }
  const secret = inStage(secretsManager);
  // The service adds a hyphen and six characters to the name.
  const resource = { 'Fn::Sub': arn(`secretsmanager:${ofAccount}:secret:${secret}-??????`) };
  return {
    variable: `secretsmanager:${secret}`,
    statements: [{ actions: ['secretsmanager:GetSecretValue'], resource }, ...decrypt],
  };
}
