/** What the build says of the stacks and their functions. */

import { readFile } from 'node:fs/promises';
import { accessJsonPath, type ServiceAccess } from '../../../compile/aws/access-json.ts';
import { type DeployOrder, deployOrderPath } from '../../../compile/aws/deploy-order.ts';
import { type FunctionSettings, functionsJsonPath } from '../../../compile/aws/functions/functions-json.ts';
import { type Role, rolesPath } from '../../../compile/aws/roles/plan-roles.ts';
import { describeOtherBuild } from '../../../compile/built-by.ts';
import { generatedFolder, openApiPath } from '../../../compile/emit/wiring/generated-files.ts';
import { CommandError } from '../../command-line/command-line.ts';

export interface Build {
  readonly order: DeployOrder;
  readonly roles: readonly Role[];
  readonly functions: FunctionSettings;
  readonly access: ServiceAccess;
  readonly document: OpenApiDocument;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses?: object }>>>>;
}

/** @throws CommandError if there is none in this folder, or only one of another version. */
export async function readBuild(): Promise<Build> {
  const order = await readGenerated<DeployOrder>(deployOrderPath);
  const other = describeOtherBuild(process.cwd());
  if (other !== undefined) throw new CommandError(`Run npm run build first: ${other}.`);
  return {
    order,
    roles: await readGenerated(rolesPath),
    functions: await readGenerated(functionsJsonPath),
    access: await readGenerated(accessJsonPath),
    document: await readGenerated(openApiPath),
  };
}

async function readGenerated<Content>(path: string): Promise<Content> {
  try {
    return JSON.parse(await readFile(`${generatedFolder}/${path}`, 'utf8'));
  } catch (cause) {
    throw new CommandError('There is no build to deploy in this folder: run npm run build first.', 2, {
      cause,
    });
  }
}
