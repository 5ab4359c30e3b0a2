/** What a child takes from its parent, and what the parent exports for it. */

import { describe, expect, test } from 'vitest';
import { childProvider, type Provider, parentOutputs } from '../../lib/aws/deploy/child-stack.ts';

const parent = { service: 'headwater', stage: 'prod' };
const apiOfParent = { 'Fn::ImportValue': 'sls-headwater-prod-HttpApiId' };

/** The values of the parent's outputs by the names that children import. */
function exportsOf(provider: Provider): Record<string, unknown> {
  const outputs = Object.values(parentOutputs(provider, parent)) as {
    Value: unknown;
    Export: { Name: string };
  }[];
  return Object.fromEntries(outputs.map(({ Value, Export }) => [Export.Name, Value]));
}

/** The child's settings with the exported value in place of each import. */
function resolved(provider: Provider): unknown {
  const exported = exportsOf(provider);
  const text = JSON.stringify(childProvider(provider, 'orders', parent));
  return JSON.parse(text, (_, value) => exported[value?.['Fn::ImportValue']] ?? value);
}

const madeRole = { 'Fn::GetAtt': ['IamRoleLambdaExecution', 'Arn'] };

describe('the role of a child', () => {
  const cases: [string, unknown, unknown][] = [
    ['none named', undefined, madeRole],
    ['statements for the one that is made', { statements: [{ Effect: 'Allow' }] }, madeRole],
    ['an ARN', 'arn:aws:iam::123456789012:role/mine', 'arn:aws:iam::123456789012:role/mine'],
    ['the id of a resource', 'MyRole', { 'Fn::GetAtt': ['MyRole', 'Arn'] }],
    ['an attribute of a resource', { 'Fn::GetAtt': ['MyRole', 'Arn'] }, { 'Fn::GetAtt': ['MyRole', 'Arn'] }],
    ['an import', { 'Fn::ImportValue': 'shared-role' }, { 'Fn::ImportValue': 'shared-role' }],
  ];
  test.each(cases)('%s', (_, role, want) => {
    expect(resolved({ iam: { role } })).toEqual({ iam: { role: want }, httpApi: { id: apiOfParent } });
  });
});

describe('settings', () => {
  const iam = { role: 'arn:aws:iam::123456789012:role/mine' };

  test('of the API stay with the parent, but for the payload that functions get', () => {
    const httpApi = { cors: true, authorizers: { jwt: {} }, metrics: true, payload: '1.0' };
    const logs = { httpApi: true, frameworkLambda: false };
    expect(childProvider({ iam, httpApi, logs }, 'orders', parent)).toEqual({
      iam,
      httpApi: { id: apiOfParent, payload: '1.0' },
      logs: { frameworkLambda: false },
    });
  });

  test('an API of another stack is that of the children too', () => {
    const httpApi = { id: 'a1b2c3' };
    expect(childProvider({ iam, httpApi }, 'orders', parent)).toEqual({ iam, httpApi });
  });

  test('a name of the stack is not given twice', () => {
    const { stackName } = childProvider({ iam, stackName: 'mine' }, 'orders', parent);
    expect(stackName).toBe('mine-orders');
  });

  test('that refer to the template of the parent become imports, the others stay', () => {
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

  test('that differ in punctuation alone are exported under names of their own', () => {
    const environment = { ONE: { 'Fn::Sub': '${A}-b' }, OTHER: { 'Fn::Sub': '${A}b' } };
    expect(Object.keys(exportsOf({ iam, environment }))).toHaveLength(2);
  });
});
