/** Where a service is deployed: one rule for the framework (serverless.yml), the commands and CI. */

/** When nobody says a region. */
const usualRegion = 'us-east-1';

export interface RegionSettings {
  /** `provider.region` of serverless.yml. */
  readonly declared?: unknown;
  /** A profile in the files of AWS's command line; by default the one that AWS_PROFILE names, or `default`. */
  readonly profile?: string | undefined;
}

/**
 * The first that is there: the region that serverless.yml names, AWS_REGION, AWS_DEFAULT_REGION, the profile's region in ~/.aws/config.
 *
 * @throws Error when the profile's region cannot be one.
 */
export async function findRegion({ declared, profile }: RegionSettings): Promise<string> {
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  // A variable of the framework is this rule.
  if (typeof declared === 'string' && !declared.includes('$')) return declared;
  return AWS_REGION || AWS_DEFAULT_REGION || (await regionOfProfile(profile)) || usualRegion;
}

async function regionOfProfile(profile: string | undefined): Promise<string | undefined> {
  // Loaded when it is needed: every command of the framework, and `npm start`, asks for the region.
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
