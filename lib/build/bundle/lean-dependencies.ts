/** Leaves out of bundles what dependencies import and no function uses. Figures: bench/service/start-up.ts. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile, Plugin, PluginBuild } from 'esbuild';

interface Replacement {
  /** What an import names. */
  readonly dependency: RegExp;
  /** The files that import it; all by default. */
  readonly importer?: RegExp;
  /** The module that takes its place. */
  readonly contents: string;
}

function replace({ onResolve, onLoad }: PluginBuild, namespace: string, all: readonly Replacement[]): void {
  for (const { dependency, importer = /^/, contents } of all)
    onResolve({ filter: dependency }, ({ path, importer: from, resolveDir }) =>
      importer.test(from)
        ? { path, namespace, pluginData: { contents, resolveDir }, sideEffects: false }
        : undefined,
    );
  onLoad({ filter: /.*/, namespace }, ({ pluginData }) => pluginData);
}

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

/**
 * In Lambda, credentials come from the environment, which stays the same as long as the process. The provider chain that looks
 * elsewhere is half of the SDK client.
 */
const environmentCredentials = `
import { fromEnv } from '@aws-sdk/credential-provider-env';
export const defaultProvider = (options) => {
  let credentials;
  return async () => (credentials ??= await fromEnv(options)());
};
`;

/**
 * The parser of middy calls a function for each value, which makes `JSON.parse` five times slower. It looks for the names
 * that `parseJsonBody` has already refused (lib/shared/json/inspect-json.ts).
 */
const plainParser = `
export { createError, decodeBody, jsonContentTypePattern, validateOptions } from '@middy/util';
export const jsonParseProtectProto = (text, reviver) => JSON.parse(text, reviver);
`;

const replacements: readonly Replacement[] = [
  { dependency: /^node:http$/, importer: /[\\/]@middy[\\/]util[\\/]/, contents: statusCodes },
  {
    dependency: /^@middy\/util$/,
    importer: /[\\/]@middy[\\/]http-json-body-parser[\\/]/,
    contents: plainParser,
  },
  { dependency: /^@aws-sdk\/credential-provider-node$/, contents: environmentCredentials },
];

/** Marks a module that this plugin itself resolves. */
const resolving = Symbol('resolving');

export const leanDependencies: Plugin = {
  name: 'lean-dependencies',
  setup(build) {
    const { onResolve, resolve } = build;
    replace(build, 'replaced', replacements);
    onResolve({ filter: pure }, async ({ path, ...place }) =>
      place.pluginData === resolving
        ? undefined
        : { ...(await resolve(path, { ...place, pluginData: resolving })), sideEffects: false },
    );
  },
};

const unusedByClient: readonly Replacement[] = [
  // No operation of DynamoDB has an event stream.
  { dependency: /^@smithy\/core\/event-streams$/, importer: /HttpProtocol\.js$/, contents: '' },
  {
    dependency: /^\.\/HeaderFormatter$/,
    importer: /SignatureV4\.js$/,
    contents: 'export class HeaderFormatter {}',
  },
  // No command of DynamoDB asks for an endpoint, so the client's commands need no plugin for it.
  {
    dependency: /^@aws-sdk\/middleware-endpoint-discovery$/,
    importer: /client-dynamodb/,
    contents: `
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = { environmentVariableSelector: () => undefined };
export const resolveEndpointDiscoveryConfig = (config) => config;
`,
  },
  // Requests to DynamoDB are texts, and its responses streams of Node.js. To ask whether a body is a stream of the web, or of
  // a file, loads 17 modules of Node.js.
  {
    dependency: /\/stream-type-check$/,
    contents: 'export const isReadableStream = () => false, isBlob = () => false;',
  },
  {
    dependency: /\/isStreamingPayload$/,
    importer: /[\\/]retry[\\/]index\.js$/,
    contents: 'export const isStreamingPayload = () => false;',
  },
  {
    dependency: /^node:fs$/,
    importer: /calculateBodyLength\.js$/,
    contents: 'export class ReadStream {} export const fstatSync = undefined, lstatSync = undefined;',
  },
  // Node.js always has its own.
  {
    dependency: /^\.\/Sha256Js$/,
    importer: /Sha256Node\.js$/,
    contents: 'export const Sha256Js = undefined;',
  },
  // Lambda has no files of configuration, and no metadata of an instance. Both are in the environment.
  {
    dependency: /^\.\/fromSharedConfigFiles$/,
    importer: /configLoader\.js$/,
    contents: 'export const fromSharedConfigFiles = () => () => Promise.reject({ tryNextLink: true });',
  },
  {
    dependency: /\/getInstanceMetadataRegion$/,
    importer: /resolveDefaultsModeConfig\.js$/,
    contents: 'export const getInstanceMetadataRegion = async () => undefined;',
  },
];

/**
 * Leaves out of the client of DynamoDB what no function uses: 39 KB of 205. A function that also has another client of AWS
 * keeps all of it, since that client may need it. test/store/lean-client.test.ts compares both on the wire.
 */
export const leanClient: Plugin = {
  name: 'lean-client',
  setup(build) {
    const { onResolve, onLoad } = build;
    replace(build, 'left-out', unusedByClient);
    // The client reads only its version.
    onResolve({ filter: /^\.\.\/package\.json$/ }, ({ path, importer, resolveDir }) =>
      /client-dynamodb/.test(importer)
        ? { path: join(resolveDir, path), namespace: 'version', sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'version' }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/** Whether a bundle has another client of AWS than DynamoDB's. */
export function hasOtherClient(output: Metafile['outputs'][string] | undefined): boolean {
  return Object.keys(output?.inputs ?? {}).some((path) => /\/@aws-sdk\/client-(?!dynamodb\/)/.test(path));
}
