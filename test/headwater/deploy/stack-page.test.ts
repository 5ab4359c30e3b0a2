/** docs/headwater/stack.md names everything that the plugin `headwater/serverless` brings. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseMembers } from '../../../lib/headwater/compile/aws/configuration/cloudformation-yaml.ts';
import {
  defaultConfiguration,
  pluginName,
} from '../../../lib/headwater/compile/aws/configuration/default-configuration.ts';
import { deadLettersArn } from '../../../lib/headwater/compile/aws/functions/background-settings.ts';
import { monitoringResources } from '../../../lib/headwater/compile/aws/monitoring/monitoring.ts';
import { settingsSchema } from '../../../lib/headwater/deploy/plugins/settings-schema.ts';
import { tableOutputs, topicOutput } from '../../../lib/headwater/deploy/stack-outputs.ts';
import { repository } from '../../support/repository.ts';

type Members = Readonly<Record<string, unknown>>;

const pathsIn = (path: string, members: object) => Object.keys(members).map((name) => `${path}.${name}`);

/** A service whose functions have all kinds of triggers. */
function madeResources({ Resources }: { readonly Resources: Members }): object {
  const functions = [
    { key: 'sweep', name: 'sweep', settings: { events: [{ stream: {} }], destinations: deadLettersArn } },
  ];
  const role = { id: 'Role', functions: [], actions: ['GetItem'], keyActions: [] };
  return monitoringResources({
    prefix: 'shop-dev',
    functions,
    roles: [role],
    resources: Resources,
    tableName: 'shop',
    metricNamespace: 'Headwater',
  });
}

test('its table has each member, and no other', async () => {
  const defaults = defaultConfiguration({}, {}) as Readonly<
    Record<'provider' | 'package' | 'custom', Members>
  > & {
    readonly resources: { readonly Resources: Members; readonly extensions: Members };
  };
  const { provider, package: packaging, custom, resources } = defaults;
  const { headwater: _, ...otherCustom } = custom;
  const outputs = {
    ...topicOutput(resources.Resources),
    ...tableOutputs({ TABLE_NAME: 'shop', INDEX_SHARDS: '1' }),
  };
  const made = Object.keys({ ...resources.Resources, ...madeResources(resources) }).map((id) =>
    id.replace(/^Sweep/, '…').replace(/^(LogQuery)\d+$/, '$1…'),
  );
  const brought = [
    'params.default',
    'functions',
    'resources.Resources.Role…',
    // The framework sets them, if the project does not.
    ...['provider.region', 'provider.stage'],
    ...pathsIn('provider', provider),
    ...pathsIn('package', packaging),
    ...pathsIn('custom.headwater', settingsSchema.properties),
    ...pathsIn('custom', otherCustom),
    ...made.map((id) => `resources.Resources.${id}`),
    ...pathsIn('resources.Outputs', outputs),
    ...pathsIn('resources.extensions', resources.extensions),
  ];
  const page = await readFile(join(repository, 'docs/headwater/stack.md'), 'utf8');
  const [, table = ''] = page.split('\n## What the plugin brings\n');
  const cells = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell);
  const documented = cells.flatMap((cell) => [...cell.matchAll(/`(.+?)`/g)].map(([, path = '']) => path));
  expect(documented.toSorted()).toEqual([...new Set(brought)].toSorted());
});

test('a new project declares nothing of it', async () => {
  const file = join(repository, 'lib/headwater/tools/new/template/serverless.yml');
  const text = await readFile(file, 'utf8');
  expect(parseMembers(text)).toEqual({
    service: 'NAME',
    frameworkVersion: '4',
    plugins: [pluginName],
    provider: { name: 'aws', environment: { ACCESS: '{"issuers":[]}' } },
  });
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
});
