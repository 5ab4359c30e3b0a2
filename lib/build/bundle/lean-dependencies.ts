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

/** What replaces a dependency, where all or only some modules import it. */
const replacements: readonly {
  readonly namespace: string;
  readonly dependency: RegExp;
  readonly importer?: RegExp;
  readonly contents: string;
}[] = [
  {
    namespace: 'status-codes',
    dependency: /^node:http$/,
    importer: /[\\/]@middy[\\/]util[\\/]/,
    contents: statusCodes,
  },
  {
    namespace: 'plain-parser',
    dependency: /^@middy\/util$/,
    importer: /[\\/]@middy[\\/]http-json-body-parser[\\/]/,
    contents: plainParser,
  },
  {
    namespace: 'environment-credentials',
    dependency: /^@aws-sdk\/credential-provider-node$/,
    contents: environmentCredentials,
  },
];

/** Marks a module that this plugin itself resolves. */
const resolving = Symbol('resolving');

export const leanDependencies: Plugin = {
  name: 'lean-dependencies',
  setup({ onResolve, onLoad, resolve }) {
    for (const { namespace, dependency, importer, contents } of replacements) {
      onResolve({ filter: dependency }, ({ path, importer: from, resolveDir }) =>
        !importer || importer.test(from)
          ? { path, namespace, pluginData: resolveDir, sideEffects: false }
          : undefined,
      );
      onLoad({ filter: /.*/, namespace }, ({ pluginData }) => ({ contents, resolveDir: pluginData }));
    }
    // CommonJS dependencies import built-in modules with `require`, which an ES module does not have.
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
  },
};
