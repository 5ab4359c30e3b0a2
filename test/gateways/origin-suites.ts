/** Which files of this folder hold over any origin: the others have gateways, or a service with CORS, of their own. */
export const originSuites = {
  include: ['test/gateways/*.test.ts'],
  exclude: ['test/gateways/{cors,slashes,differences,gateway-answers,gateway-events}.test.ts'],
};
