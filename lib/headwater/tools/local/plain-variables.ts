import { readDeployment } from '../../compile/aws/deployment.ts';
import { isObject } from '../../shared/json/is-object.ts';
import { valueOnMachine } from './osls-variables.ts';

/**
 * The variables that serverless.yml sets for functions, except values that osls computes.
 *
 * @param environment for `${env:NAME}`.
 */
export async function plainVariables(
  projectFolder: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Readonly<Record<string, string>>> {
  const { deployment } = await readDeployment(projectFolder);
  const declared = deployment?.provider['environment'];
  const variables = Object.entries(isObject(declared) ? declared : {}).flatMap(([name, value]) => {
    const text = String(value);
    if (typeof value !== 'object' && !text.includes('${')) return [[name, text]];
    const known = valueOnMachine(text, environment);
    return typeof known === 'object' ? [[name, known.value]] : [];
  });
  return { AWS_REGION: 'us-east-1', ...Object.fromEntries(variables) };
}
