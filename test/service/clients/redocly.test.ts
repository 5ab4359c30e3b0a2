/** The recommended rules of Redocly, which openapi-typescript contains, on the OpenAPI document of a running service. */

import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { copyBuiltProject, startLocal } from '../../support/local-service.ts';

/** The used part of @redocly/openapi-core, whose typings do not fit this project. */
interface Redocly {
  createConfig(rules: { readonly extends: readonly string[] }): Promise<unknown>;
  lintFromString(input: {
    readonly source: string;
    readonly config: unknown;
  }): Promise<readonly { readonly ruleId: string; readonly severity: string; readonly message: string }[]>;
}

test('they find nothing but that there is no license', async () => {
  const service = await startLocal(await copyBuiltProject());
  const source = await (await service.fetch('/v1/openapi.json')).text();
  const { createConfig, lintFromString } = createRequire(import.meta.url)('@redocly/openapi-core') as Redocly;
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, config });
  // A service of this machine has an address that others would not have.
  const others = problems.filter(({ ruleId }) => ruleId !== 'no-server-example.com');
  expect(others.map(({ ruleId, severity, message }) => `${severity} ${ruleId}: ${message}`)).toEqual([
    'warn info-license: Info object should contain `license` field.',
  ]);
});
