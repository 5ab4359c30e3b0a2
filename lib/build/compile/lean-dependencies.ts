/** What dependencies bring along and a function never uses, left out of its bundle. Figures: bench/start-up.ts. */

import type { Plugin } from 'esbuild';

/**
 * In an ES module `import … from 'node:http'` reads every export, and one of
 * them is a getter that loads all of undici: 20 ms of start-up.
 */
const lazyBuiltins = /^(?:node:)?https?$/;

/** In Lambda credentials come from the environment; the chain that looks elsewhere is half of the SDK client. */
const environmentCredentials = `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';`;

export const leanDependencies: Plugin = {
  name: 'lean-dependencies',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: lazyBuiltins }, ({ path }) => ({
      path: path.replace(/^node:/, ''),
      namespace: 'lazy-builtin',
      sideEffects: false,
    }));
    onLoad({ filter: /.*/, namespace: 'lazy-builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(`node:${path}`)});`,
    }));
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path, resolveDir }) => ({
      path,
      namespace: 'environment-credentials',
      pluginData: resolveDir,
      sideEffects: false,
    }));
    onLoad({ filter: /.*/, namespace: 'environment-credentials' }, ({ pluginData }) => ({
      contents: environmentCredentials,
      resolveDir: pluginData,
    }));
  },
};
