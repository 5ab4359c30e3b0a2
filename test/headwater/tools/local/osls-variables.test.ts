/** Variables of osls on this machine: `npm start` asks AWS for none. */

import { describe, expect, test } from 'vitest';
import { refuseAskingAws, valueOnMachine } from '../../../../lib/headwater/tools/local/osls-variables.ts';
import { plainVariables } from '../../../../lib/headwater/tools/local/plain-variables.ts';
import { makeProject } from '../../../support/project.ts';

const environment = { PAYMENT: 'sk', EMPTY: '' };

test.each([
  ['${env:PAYMENT}', { value: 'sk' }],
  ['${env:EMPTY}', { value: '' }],
  ['${env:OTHER}', undefined],
  ["${env:OTHER, 'none'}", { value: 'none' }],
  ['${env:OTHER, env:PAYMENT}', { value: 'sk' }],
  ['${env:PAYMENT, ssm:/shop/payment}', { value: 'sk' }],
  ['${env:OTHER, ssm:/shop/payment}', 'aws'],
  ['${ssm:/shop/payment}', 'aws'],
  ['${ssm(eu-central-1):/shop/payment}', 'aws'],
  ["${ssm:/shop/payment, 'none'}", 'aws'],
  ['${s3:bucket/key}', 'aws'],
  ['${cf:stack.Output}', 'aws'],
  ['${aws:accountId}', 'aws'],
  ['${param:burst}', undefined],
  ['${self:service}', undefined],
  ['${AWS::Region}', undefined],
  ['${opt:stage, "dev"}', undefined],
])('%s', (text, expected) => {
  expect(valueOnMachine(text, environment)).toEqual(expected);
});

const deployment = (value: string) => ({
  'serverless.yml': `service: shop
provider:
  name: aws
  environment:
    # \${ssm:/in/a/comment} is no variable.
    PAYMENT_SECRET: ${value}
`,
});

describe('npm start', () => {
  test('refuses a variable that only AWS knows, with its line and what to write', async () => {
    const folder = await makeProject(deployment('${ssm:/shop/payment}'));
    await expect(refuseAskingAws(folder, environment)).rejects.toThrow(
      /^serverless\.yml:6 reads \$\{ssm:\/shop\/payment\}, which only AWS knows\. Name a value for this machine first, such as \$\{env:NAME, ssm:\/shop\/payment\}, with NAME in \.env; or declare a secret/,
    );
  });

  test('takes the value of the environment before it', async () => {
    const folder = await makeProject(deployment('${env:PAYMENT, ssm:/shop/payment}'));
    await refuseAskingAws(folder, environment);
    expect(await plainVariables(folder, environment)).toMatchObject({ PAYMENT_SECRET: 'sk' });
    await expect(refuseAskingAws(folder, {})).rejects.toThrow('${env:NAME, ssm:/shop/payment}');
  });
});
