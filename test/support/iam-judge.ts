/**
 * What IAM refuses in the policies of a template, by the schemas of cfn-lint 1.58.0 (test/support/iam-schemas; MIT-0), which
 * knows nothing of this project.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import type { PolicyKind } from '../../lib/headwater/deploy/policies/policy-problems.ts';
import type { PackagedTemplate } from './packaged-template.ts';
import { repository } from './repository.ts';

const ajv = new Ajv({ strict: false, allErrors: true });
// The keywords that cfn-lint adds to JSON Schema.
ajv.addKeyword({
  keyword: 'requiredXor',
  type: 'object',
  validate: (names: string[], value: object) => names.filter((name) => name in value).length === 1,
});
ajv.addKeyword({
  keyword: 'uniqueKeys',
  type: 'array',
  validate: ([name = '']: string[], list: readonly object[]) => {
    const ids = list.flatMap((each) => Object(each)[name] ?? []);
    return new Set(ids).size === ids.length;
  },
});
const read = (name: string): object =>
  JSON.parse(readFileSync(join(repository, `test/support/iam-schemas/${name}.json`), 'utf8'));
ajv.addSchema(read('policy'));
const schemas: Readonly<Record<PolicyKind, ValidateFunction>> = {
  identity: ajv.compile(read('identity')),
  trust: ajv.compile(read('trust')),
  resource: ajv.compile(read('resource')),
};

/** @returns the reasons why IAM refuses the policy, each with its place. */
export function refusals(policy: unknown, kind: PolicyKind): string[] {
  const validate = schemas[kind];
  return validate(policy)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

/** Of all roles of a template, whose intrinsic functions have these values. */
export function refusedPolicies({ Resources }: PackagedTemplate): string[] {
  return Object.entries(Resources).flatMap(([id, { Type, Properties }]) => {
    if (Type !== 'AWS::IAM::Role') return [];
    const { AssumeRolePolicyDocument, Policies = [] } = inStack(Properties);
    const own = Policies.flatMap(({ PolicyDocument }) => refusals(PolicyDocument, 'identity'));
    return [...own, ...refusals(AssumeRolePolicyDocument, 'trust')].map((reason) => `${id}: ${reason}`);
  });
}

interface RoleProperties {
  readonly AssumeRolePolicyDocument: unknown;
  readonly Policies?: readonly { readonly PolicyDocument: unknown }[];
}

const pseudo: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-central-1',
  'AWS::AccountId': '123456789012',
};

/** As CloudFormation passes them to IAM. Attributes and imports are ARNs here. */
function inStack(properties: unknown): RoleProperties {
  return JSON.parse(JSON.stringify(properties), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('Fn::GetAtt' in value || 'Fn::ImportValue' in value)
      return 'arn:aws:sqs:eu-central-1:123456789012:made';
    if ('Ref' in value) return pseudo[String(value.Ref)] ?? 'name';
    if ('Fn::Join' in value) {
      const [separator, parts] = value['Fn::Join'] as [string, string[]];
      return parts.join(separator);
    }
    if (!('Fn::Sub' in value)) return value;
    const [text, own = {}] = [value['Fn::Sub']].flat() as [string, Readonly<Record<string, string>>?];
    return text.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => own[name] ?? pseudo[name] ?? 'name');
  });
}
