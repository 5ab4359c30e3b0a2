/** Deploys projects as `npm run build` and `serverless deploy` do. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pluginName } from '../../../lib/headwater/compile/aws/configuration/default-configuration.ts';
import { startBuildSession } from '../../../lib/headwater/compile/build-session.ts';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { framework } from '../../support/framework.ts';
import { declareIn } from '../../support/serverless-yml.ts';
import type { Ministack } from './ministack.ts';

export interface Project {
  readonly folder: string;
  /** @throws Error if it does not build. */
  build(): Promise<void>;
  /** Replaces a text, which must be there, in a file of the project. */
  replace(path: string, from: string | RegExp, to: string): Promise<void>;
  /** Runs a command of the framework. @returns its output. @throws Error with `stdout` and `stderr`. */
  serverless(...args: readonly string[]): Promise<string>;
  /** The same with the credentials of another user. */
  serverlessAs(environment: Ministack['environment'], ...args: readonly string[]): Promise<string>;
}

/** How often the framework asks for the state of a stack, in milliseconds: MiniStack is done at once. */
export const quickPolling = { SLS_AWS_MONITORING_FREQUENCY: '50' };

/** MiniStack knows no saved queries of logs, and no alarms for a sum of metrics: cfn-lint checks them (test:template). */
const plugin = `export default class {
  constructor({ service }) {
    const isUnknown = ({ Type, Properties }) =>
      Type === 'AWS::Logs::QueryDefinition' || (Type === 'AWS::CloudWatch::Alarm' && Properties.Metrics !== undefined);
    const leaveOut = () => {
      const { Resources } = service.provider.compiledCloudFormationTemplate;
      for (const id of Object.keys(Resources)) if (isUnknown(Resources[id])) delete Resources[id];
    };
    this.hooks = { 'after:aws:package:finalize:mergeCustomProviderResources': leaveOut };
  }
}
`;

/** A deployment then has no resources that MiniStack refuses. */
export async function leaveOutUnknown(folder: string): Promise<void> {
  await writeFile(join(folder, 'ministack-plugin.mjs'), plugin);
  await declareIn(folder, { plugins: ['./ministack-plugin.mjs', pluginName] });
}

export async function projectIn(folder: string, { environment }: Ministack): Promise<Project> {
  await leaveOutUnknown(folder);
  const session = startBuildSession();
  const serverlessAs: Project['serverlessAs'] = async (own, ...args) => {
    const { stdout, stderr } = await framework(folder, args, { ...process.env, ...own, ...quickPolling });
    return stdout + stderr;
  };
  return {
    folder,
    build: async () => {
      const { tree, diagnostics } = await build(folder, session);
      if (!tree) throw new Error(`The project does not build: ${JSON.stringify(diagnostics)}`);
    },
    replace: async (path, from, to) => {
      const text = await readFile(join(folder, path), 'utf8');
      const changed = text.replace(from, to);
      if (changed === text) throw new Error(`${path} does not contain ${from}.`);
      await writeFile(join(folder, path), changed);
    },
    serverless: (...args) => serverlessAs(environment, ...args),
    serverlessAs,
  };
}

/** @returns the name of the deployed API, for the header Host. */
export function hostIn(output: string): string {
  const [, api] = /https:\/\/(\w+)\.execute-api\./.exec(output) ?? [];
  if (api === undefined) throw new Error(`No API is deployed:\n${output}`);
  return `${api}.execute-api.localhost`;
}

/** @param access the value of ACCESS. */
export async function setAccess(project: Project, access: string): Promise<void> {
  await declareIn(project.folder, { provider: { environment: { ACCESS: access } } });
}
