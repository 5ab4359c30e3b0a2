/** Members of a config that name resources of AWS: what a project has besides the table of the service. */

import { isObject, membersOf } from '../shared/json/is-object.ts';
import type { AwsResource } from '../shared/plan/aws-resources.ts';
import type { ResourceKindName } from '../shared/rights/resource-actions.ts';
import { repeatedNames, resourceNameRule } from './resource-names.ts';
import {
  flagRule,
  listRule,
  type MemberRules,
  objectRule,
  recordRule,
  type SettingPath,
  type SettingProblem,
  type SettingRule,
  textRule,
  wholeNumberRule,
  withCheck,
} from './rules.ts';
import { type ServiceTableSettings, serviceTableRule, type TableSettings, tablesRule } from './tables.ts';

export interface AwsSettings {
  /** Indexes of the table of the service. */
  readonly table?: ServiceTableSettings;
  /** Further tables of DynamoDB. */
  readonly tables?: Readonly<Record<string, TableSettings>>;
  readonly buckets?: Readonly<Record<string, BucketSettings>>;
  readonly queues?: Readonly<Record<string, QueueSettings>>;
  readonly topics?: Readonly<Record<string, TopicSettings>>;
  /** Values that only AWS keeps; functions read them at run time. */
  readonly secrets?: Readonly<Record<string, SecretSettings>>;
  /** Values of the Parameter Store that change without a deployment. */
  readonly parameters?: Readonly<Record<string, ParameterSettings>>;
}

interface DeclaredElsewhere {
  /** The logical id of a resource that serverless.yml declares, which the plugin then does not make. */
  readonly resource?: string;
}

export interface BucketSettings extends DeclaredElsewhere {
  /** The origins whose pages may send files to the bucket, and read them, with presigned URLs. */
  readonly cors?: { readonly origins: readonly string[]; readonly methods?: readonly BucketMethod[] };
  /** After so many days, S3 deletes an object. */
  readonly expireDays?: number;
}

export type BucketMethod = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';

export interface QueueSettings extends DeclaredElsewhere {
  /** Whether the queue keeps the order of a group of messages. */
  readonly isFifo?: boolean;
}

export interface TopicSettings extends DeclaredElsewhere {
  readonly isFifo?: boolean;
}

/** The name of the secret in one of two services. `{stage}` in it is the name of the stage. */
export type SecretSettings = (
  | { readonly ssm: string; readonly secretsManager?: never }
  | { readonly secretsManager: string; readonly ssm?: never }
) & {
  /** The ARN of a key of your own that encrypts it. */
  readonly key?: string;
};

/** Parameters that are not encrypted: a text, or a list of texts separated by commas. */
export interface ParameterSettings {
  readonly ssm: string;
}

/** docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html, with `{stage}`. */
const ssmRule = textRule(
  'the name of a parameter, such as "/shop/{stage}/payment"',
  /^\/?(?:[\w.-]|\{stage\})+(?:\/(?:[\w.-]|\{stage\})+){0,14}$/,
);
/** docs.aws.amazon.com/secretsmanager/latest/apireference/API_CreateSecret.html, with `{stage}`. */
const secretsManagerRule = textRule(
  'the name of a secret, such as "shop/{stage}/payment"',
  /^(?:[\w/+=.@-]|\{stage\}){1,512}$/,
);
const keyRule = textRule(
  'the ARN of a key, such as "arn:aws:kms:eu-central-1:123456789012:key/…"',
  /^arn:\S+:kms:\S+$/,
);
const logicalIdRule = textRule('the logical id of a resource in serverless.yml', /^[A-Za-z0-9]{1,255}$/);
const originRule = textRule(
  'an origin such as "https://app.example.com", or "*"',
  /^(?:\*|https?:\/\/[^/\s]+)$/,
);
const methodNames: readonly string[] = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'] satisfies BucketMethod[];

const secretRule = withCheck(
  objectRule<{ ssm: string; secretsManager: string; key: string }>(
    { ssm: ssmRule, secretsManager: secretsManagerRule, key: keyRule },
    'an object with ssm or secretsManager, and optionally key',
  ),
  (value, path) => {
    const { ssm, secretsManager } = membersOf(value);
    if (!isObject(value) || (ssm === undefined) !== (secretsManager === undefined)) return [];
    const found = ssm === undefined ? 'neither ssm nor secretsManager' : 'both ssm and secretsManager';
    return [{ path, found, accepted: 'one of them, with the name of the secret' }];
  },
);

const named = (rule: SettingRule, what: string) =>
  recordRule(resourceNameRule, rule, `an object of ${what}, by name`);

export const awsRules: MemberRules<AwsSettings> = {
  table: serviceTableRule,
  tables: tablesRule,
  buckets: named(
    objectRule<BucketSettings>(
      {
        cors: objectRule<NonNullable<BucketSettings['cors']>>(
          {
            origins: listRule(originRule, 'a list of at least one origin'),
            methods: listRule(
              textRule(`one of ${methodNames.join(', ')}`, new RegExp(`^(?:${methodNames.join('|')})$`)),
              'a list of methods',
            ),
          },
          'an object with origins, and optionally methods',
          ['origins'],
        ),
        expireDays: wholeNumberRule(1, 36_500, 'a whole number of days'),
        resource: logicalIdRule,
      },
      'an object with any of cors, expireDays and resource',
    ),
    'buckets',
  ),
  queues: named(
    objectRule<QueueSettings>(
      { isFifo: flagRule, resource: logicalIdRule },
      'an object with any of isFifo and resource',
    ),
    'queues',
  ),
  topics: named(
    objectRule<TopicSettings>(
      { isFifo: flagRule, resource: logicalIdRule },
      'an object with any of isFifo and resource',
    ),
    'topics',
  ),
  secrets: named(secretRule, 'secrets'),
  parameters: named(
    objectRule<ParameterSettings>({ ssm: ssmRule }, 'an object with ssm', ['ssm']),
    'parameters',
  ),
};

/** The members whose members are resources, by their kind. */
const members = {
  tables: 'table',
  buckets: 'bucket',
  queues: 'queue',
  topics: 'topic',
  secrets: 'secret',
  parameters: 'parameter',
} as const satisfies Partial<Record<keyof AwsSettings, ResourceKindName>>;

/** All resources that a config names, in its order. */
export function awsResourcesOf(settings: AwsSettings): readonly AwsResource[] {
  return placedResources(settings).map(({ resource }) => resource);
}

/** @param settings may have any form. */
function placedResources(settings: unknown) {
  const { table, ...others } = membersOf(settings);
  const indexesOf = (of: unknown, path: SettingPath, name?: string) =>
    Object.keys(membersOf(membersOf(of)['indexes'])).map((index) => ({
      path: [...path, 'indexes', index],
      resource: { kind: 'index', name: index, ...(name === undefined ? {} : { table: name }) } as AwsResource,
    }));
  const listed = Object.entries(members).flatMap(([member, kind]) =>
    Object.entries(membersOf(others[member])).flatMap(([name, each]) => [
      { path: [member, name], resource: { kind, name } as AwsResource },
      ...(kind === 'table' ? indexesOf(each, [member, name], name) : []),
    ]),
  );
  return [...indexesOf(table, ['table']), ...listed];
}

export function checkResourceNames(value: unknown): SettingProblem[] {
  return repeatedNames(placedResources(value).map(({ path, resource: { name } }) => ({ name, path })));
}
