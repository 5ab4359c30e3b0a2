/** What dependencies bring along and a function never uses, left out of its bundle. Figures: bench/start-up.ts. */

import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

/**
 * In an ES module `import … from 'node:http'` reads every export, and one of
 * them is a getter that loads all of undici: 20 ms of start-up.
 */
const lazyBuiltins = /^(?:node:)?https?$/;
const builtinNames = /^(?:node:)?[a-z_]+(?:\/[a-z]+)?$/;

/** In Lambda credentials come from the environment; the chain that looks elsewhere is half of the SDK client. */
const environmentCredentials = `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';`;

export const leanDependencies: Plugin = {
  name: 'lean-dependencies',
  setup({ onResolve, onLoad }) {
    // An ES module has no `require`, which is how CommonJS dependencies ask for the others.
    onResolve({ filter: builtinNames }, ({ path, kind }) =>
      lazyBuiltins.test(path) || (kind === 'require-call' && isBuiltin(path))
        ? { path: path.replace(/^node:/, ''), namespace: 'lazy-builtin', sideEffects: false }
        : undefined,
    );
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
