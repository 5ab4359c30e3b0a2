// The settings of a stage: those of default.yml, and in their place those of the file with the name of the stage, if there is one.
// The framework loads functions from CommonJS modules only.
const folder = './lib/headwater/deploy/stages';

module.exports = async ({ resolveVariable }) => {
  const stage = await resolveVariable('sls:stage');
  const [common, own] = await Promise.all([
    resolveVariable(`file(${folder}/default.yml)`),
    resolveVariable(`file(${folder}/${stage}.yml), null`),
  ]);
  return { ...common, ...own };
};
