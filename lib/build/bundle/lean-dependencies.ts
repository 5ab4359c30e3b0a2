/** Leaves out of bundles what dependencies import and no function uses. Figures: bench/service/start-up.ts. */

import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

/**
 * In an ES module, `import … from 'node:http'` reads every export. One of them
 * is a getter that loads all of undici: 20 ms of start-up.
 */
const lazyBuiltins = /^(?:node:)?https?$/;
const builtinNames = /^(?:node:)?[a-z_]+(?:\/[a-z]+)?$/;

/** middy needs only the phrases of an error that it makes: `node:http` takes most of the time of a start without data. */
const statusCodes = `
let codes;
export const STATUS_CODES = new Proxy({}, {
  get: (_target, code) => (codes ??= process.getBuiltinModule('node:http').STATUS_CODES)[code],
});
`;

/**
 * What has no side effect, though its package does not say so: every bundle would keep it. Calls that make a paginator keep
 * the commands Query and Scan, too.
 */
const pure = /\/(?:Query|Scan)Paginator$|^jsonc-parser$/;

/** In Lambda, credentials come from the environment. The provider chain that looks elsewhere is half of the SDK client. */
const environmentCredentials = `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';`;

/**
 * The parser of middy calls a function for each value, which makes `JSON.parse` five times slower. It looks for the names
 * that `parseJsonBody` has already refused (lib/shared/json/inspect-json.ts).
 */
const plainParser = `
export { createError, decodeBody, jsonContentTypePattern, validateOptions } from '@middy/util';
export const jsonParseProtectProto = (text, reviver) => JSON.parse(text, reviver);
`;

/** Marks a module that this plugin itself resolves. */
const resolving = Symbol('resolving');

export const leanDependencies: Plugin = {
  name: 'lean-dependencies',
  setup({ onResolve, onLoad, resolve }) {
    // CommonJS dependencies import built-in modules with `require`, which an ES module does not have.
    onResolve({ filter: /^node:http$/ }, ({ path, importer }) =>
      /[\\/]@middy[\\/]util[\\/]/.test(importer)
        ? { path, namespace: 'status-codes', sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'status-codes' }, () => ({ contents: statusCodes }));
    onResolve({ filter: builtinNames }, ({ path, kind }) =>
      lazyBuiltins.test(path) || (kind === 'require-call' && isBuiltin(path))
        ? { path: path.replace(/^node:/, ''), namespace: 'lazy-builtin', sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'lazy-builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(`node:${path}`)});`,
    }));
    onResolve({ filter: pure }, async ({ path, ...place }) =>
      place.pluginData === resolving
        ? undefined
        : { ...(await resolve(path, { ...place, pluginData: resolving })), sideEffects: false },
    );
    onResolve({ filter: /^@middy\/util$/ }, ({ path, importer, resolveDir }) =>
      /[\\/]@middy[\\/]http-json-body-parser[\\/]/.test(importer)
        ? { path, namespace: 'plain-parser', pluginData: resolveDir, sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'plain-parser' }, ({ pluginData }) => ({
      contents: plainParser,
      resolveDir: pluginData,
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
