/** The files of this folder that apply to any origin: the others start gateways, or a service with CORS. */
export const originSuites = {
  include: ['test/service/gateways/*.test.ts'],
  exclude: ['test/service/gateways/{cors,slashes,differences}.test.ts'],
};
