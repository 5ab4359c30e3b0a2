// The framework loads functions from CommonJS modules only.
module.exports = async ({ options }) => {
  const { findRegion } = await import('./region.ts');
  return findRegion({ profile: options['aws-profile'] });
};
