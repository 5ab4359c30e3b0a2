/** The files of this folder that apply to any origin: the others start gateways, or a service with CORS. */
export const originSuites = {
  include: ['test/gateways/*.test.ts'],
  exclude: ['test/gateways/{cors,slashes,differences,gateway-answers,gateway-events}.test.ts'],
};
