import { readDeployment } from '../../compile/aws/deployment.ts';
import { isObject } from '../../shared/json/is-object.ts';

/** The variables that serverless.yml sets for functions, except values that osls computes. */
export async function plainVariables(projectFolder: string): Promise<Readonly<Record<string, string>>> {
  const { deployment } = await readDeployment(projectFolder);
  const declared = deployment?.provider['environment'];
  const plain = Object.entries(isObject(declared) ? declared : {}).filter(
    ([, value]) => typeof value !== 'object' && !String(value).includes('${'),
  );
  const variables = plain.map(([name, value]) => [name, String(value)]);
  return { AWS_REGION: 'us-east-1', ...Object.fromEntries(variables) };
}
