/** The region of a service: one rule for the framework (serverless.yml), the commands and CI. */

/** The region if nothing else states one. */
const usualRegion = 'us-east-1';

interface RegionSettings {
  /** `provider.region` of serverless.yml. */
  readonly declared?: unknown;
  /** A profile in the files of the AWS CLI; by default the profile that AWS_PROFILE names, or `default`. */
  readonly profile?: string | undefined;
}

/**
 * The first of: the region in serverless.yml, AWS_REGION, AWS_DEFAULT_REGION, the profile's region in ~/.aws/config.
 *
 * @throws Error if the profile's region is invalid.
 */
export async function findRegion({ declared, profile }: RegionSettings): Promise<string> {
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  // A framework variable would lead back to this function.
  if (typeof declared === 'string' && !declared.includes('$')) return declared;
  return AWS_REGION || AWS_DEFAULT_REGION || (await regionOfProfile(profile)) || usualRegion;
}

async function regionOfProfile(profile: string | undefined): Promise<string | undefined> {
  // Loaded on demand: every command of the framework, and `npm start`, asks for the region.
  const { CloudFormationClient } = await import('@aws-sdk/client-cloudformation');
  const client = new CloudFormationClient(profile === undefined ? {} : { profile });
  try {
    return await client.config.region();
  } catch (error) {
    if (error instanceof Error && error.message === 'Region is missing') return undefined;
    throw error;
  } finally {
    client.destroy();
  }
}
