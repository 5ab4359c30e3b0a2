/** Imports of a child stack, and the exports of its parent. */

import { describe, expect, test } from 'vitest';
import {
  childFunction,
  childProvider,
  type Provider,
  parentOutputs,
  parentStackName,
} from '../../../../lib/headwater/compile/aws/child-stack.ts';

const parent = { service: 'headwater', stage: 'prod' };
const apiOfParent = { 'Fn::ImportValue': 'sls-headwater-prod-HttpApiId' };

/** The exported values of the parent, by export name. */
function exportsOf(provider: Provider): Record<string, unknown> {
  const outputs = Object.values(parentOutputs(provider, [], parent)) as {
    Value: unknown;
    Export: { Name: string };
  }[];
  return Object.fromEntries(outputs.map(({ Value, Export }) => [Export.Name, Value]));
}

/** The child's settings with each import replaced by the exported value. */
function resolved(provider: Provider): unknown {
  const exported = exportsOf(provider);
  const text = JSON.stringify(childProvider(provider, 'orders', parent));
  return JSON.parse(text, (_, value) => exported[value?.['Fn::ImportValue']] ?? value);
}

describe('the role of a child', () => {
  const cases: [string, unknown, unknown][] = [
    ['no role', undefined, undefined],
    [
      'statements for the roles of all functions',
      { statements: [{ Effect: 'Allow', Resource: { 'Fn::GetAtt': ['Queue', 'Arn'] } }] },
      { statements: [{ Effect: 'Allow', Resource: { 'Fn::GetAtt': ['Queue', 'Arn'] } }] },
    ],
    ['an ARN', 'arn:aws:iam::123456789012:role/mine', 'arn:aws:iam::123456789012:role/mine'],
    ['the id of a resource', 'MyRole', { 'Fn::GetAtt': ['MyRole', 'Arn'] }],
    ['an attribute of a resource', { 'Fn::GetAtt': ['MyRole', 'Arn'] }, { 'Fn::GetAtt': ['MyRole', 'Arn'] }],
    ['an import', { 'Fn::ImportValue': 'shared-role' }, { 'Fn::ImportValue': 'shared-role' }],
  ];
  test.each(cases)('%s', (_, role, want) => {
    expect(resolved({ iam: { role } })).toEqual({ iam: { role: want }, httpApi: { id: apiOfParent } });
  });
});

test.each([
  ['of the template', 'Own', { 'Fn::GetAtt': ['Own', 'Arn'] }],
  ['as an attribute', { 'Fn::GetAtt': ['Own', 'Arn'] }, { 'Fn::GetAtt': ['Own', 'Arn'] }],
  ['that exists', 'arn:aws:iam::123456789012:role/mine', 'arn:aws:iam::123456789012:role/mine'],
])('a function has its own role %s in the stack of a child', (_, role, want) => {
  const outputs = Object.values(parentOutputs({}, [{ role }], parent)) as {
    readonly Value: unknown;
    readonly Export: { readonly Name: string };
  }[];
  const exported = new Map(outputs.map(({ Value, Export }) => [Export.Name, Value]));
  const found = JSON.parse(
    JSON.stringify(childFunction({ role }, parent)),
    (_name, value) => exported.get(value?.['Fn::ImportValue']) ?? value,
  );
  expect(found).toEqual({ role: want });
});

describe('settings', () => {
  const iam = { role: 'arn:aws:iam::123456789012:role/mine' };

  test('of the API stay with the parent, except for the payload version of functions', () => {
    const httpApi = { cors: true, authorizers: { jwt: {} }, metrics: true, payload: '1.0' };
    const logs = { httpApi: true, frameworkLambda: false };
    expect(childProvider({ iam, httpApi, logs }, 'orders', parent)).toEqual({
      iam,
      httpApi: { id: apiOfParent, payload: '1.0' },
      logs: { frameworkLambda: false },
    });
  });

  test('the children also use an API of another stack', () => {
    const httpApi = { id: 'a1b2c3' };
    expect(childProvider({ iam, httpApi }, 'orders', parent)).toEqual({ iam, httpApi });
  });

  test('each stack has its own name', () => {
    const { stackName } = childProvider({ iam, stackName: 'mine' }, 'orders', parent);
    expect(stackName).toBe('mine-orders');
  });

  test('that refer to the parent template become imports; others are unchanged', () => {
    const environment = {
      PLAIN: 'text',
      REGION: { Ref: 'AWS::Region' },
      NAMED: { 'Fn::Sub': 'x-${AWS::AccountId}' },
      TABLE: { Ref: 'Table' },
      JOINED: { 'Fn::Join': ['-', ['x', { 'Fn::GetAtt': ['Table', 'Arn'] }]] },
      FILLED: { 'Fn::Sub': '${Table}-x' },
    };
    const vpc = { subnetIds: [{ Ref: 'Subnet' }, 'subnet-1'] };
    const provider = { iam, environment, vpc };
    expect(resolved(provider)).toEqual({ ...provider, httpApi: { id: apiOfParent } });
    expect(Object.values(exportsOf(provider))).toEqual([
      { Ref: 'Table' },
      { 'Fn::GetAtt': ['Table', 'Arn'] },
      { 'Fn::Sub': '${Table}-x' },
      { Ref: 'Subnet' },
    ]);
  });

  test('that differ only in punctuation are exported under different names', () => {
    const environment = { ONE: { 'Fn::Sub': '${A}-b' }, OTHER: { 'Fn::Sub': '${A}b' } };
    expect(Object.keys(exportsOf({ iam, environment }))).toHaveLength(2);
  });
});

test.each([
  ['shop-orders-prod', 'shop-prod'],
  ['shop-orders-orders-prod', 'shop-orders-prod'],
  // serverless.yml names the stacks.
  ['mine-prod-orders', 'mine-prod'],
  ['orders-orders', 'orders'],
])('the stack %s of the resource orders belongs to %s', (name, parentName) => {
  expect(parentStackName(name, 'orders', 'prod')).toBe(parentName);
});
