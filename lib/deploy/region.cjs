// The framework takes functions from modules of CommonJS alone.
module.exports = async ({ options }) => {
  const { findRegion } = await import('./region.ts');
  return findRegion({ profile: options['aws-profile'] });
};
