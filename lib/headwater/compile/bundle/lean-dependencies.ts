/**
 * Leaves out of bundles what dependencies import and no function uses. Figures: bench/service/start-up.ts. Of files with other names, in
 * other versions of the dependencies, nothing is left out; files that import more than is left of them fail the bundle, which is then
 * made without these plugins.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile, Plugin, PluginBuild } from 'esbuild';

/** What an import names, the files that import it, and the module that takes its place. */
type Replacement = readonly [dependency: RegExp, importer: RegExp, contents: string];

function replace({ onResolve, onLoad }: PluginBuild, namespace: string, all: readonly Replacement[]): void {
  for (const [filter, importers, contents] of all)
    onResolve({ filter }, ({ path, importer }) =>
      importers.test(importer)
        ? { path, namespace, pluginData: { contents, resolveDir: import.meta.dirname }, sideEffects: false }
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
 * that `parseJsonBody` has already refused (lib/headwater/shared/json/inspect-json.ts).
 */
const plainParser = `
export { createError, decodeBody, jsonContentTypePattern, validateOptions } from '@middy/util';
export const jsonParseProtectProto = (text, reviver) => JSON.parse(text, reviver);
`;

const replacements: readonly Replacement[] = [
  [/^node:http$/, /[\\/]@middy[\\/]util[\\/]/, statusCodes],
  [/^@middy\/util$/, /[\\/]@middy[\\/]http-json-body-parser[\\/]/, plainParser],
  [/^@aws-sdk\/credential-provider-node$/, /^/, environmentCredentials],
];

/** Each package of middy names its own version of this one. A function has one: the framework's. */
const shared = /^@middy\/util$/;

/** Marks a module that this plugin itself resolves. */
const resolving = Symbol('resolving');

export const leanDependencies: Plugin = {
  name: 'lean-dependencies',
  setup(build) {
    const { onResolve, resolve } = build;
    replace(build, 'replaced', replacements);
    onResolve({ filter: shared }, ({ path, kind, pluginData }) =>
      pluginData === resolving
        ? undefined
        : resolve(path, { kind, resolveDir: import.meta.dirname, pluginData: resolving }),
    );
    onResolve({ filter: pure }, async ({ path, ...place }) =>
      place.pluginData === resolving
        ? undefined
        : { ...(await resolve(path, { ...place, pluginData: resolving })), sideEffects: false },
    );
  },
};

const unusedByClient: readonly Replacement[] = [
  // No operation of DynamoDB has an event stream.
  [/^@smithy\/core\/event-streams$/, /HttpProtocol\.js$/, 'export {};'],
  [/^\.\/HeaderFormatter$/, /SignatureV4\.js$/, 'export class HeaderFormatter {}'],
  // No command of DynamoDB asks for an endpoint, so the client's commands need no plugin for it.
  [
    /^@aws-sdk\/middleware-endpoint-discovery$/,
    /client-dynamodb/,
    `
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = { environmentVariableSelector: () => undefined };
export const resolveEndpointDiscoveryConfig = (config) => config;
`,
  ],
  // Requests to DynamoDB are texts, and its responses streams of Node.js. To ask whether a body is a stream of the web, or of
  // a file, loads 17 modules of Node.js.
  [/\/stream-type-check$/, /^/, 'export const isReadableStream = () => false, isBlob = () => false;'],
  [/\/isStreamingPayload$/, /[\\/]retry[\\/]index\.js$/, 'export const isStreamingPayload = () => false;'],
  [
    /^node:fs$/,
    /calculateBodyLength\.js$/,
    'export class ReadStream {} export const fstatSync = undefined, lstatSync = undefined;',
  ],
  // Node.js always has its own.
  [/^\.\/Sha256Js$/, /Sha256Node\.js$/, 'export const Sha256Js = undefined;'],
  // Lambda has no files of configuration, and no metadata of an instance. Both are in the environment.
  [
    /^\.\/fromSharedConfigFiles$/,
    /configLoader\.js$/,
    'export const fromSharedConfigFiles = () => () => Promise.reject({ tryNextLink: true });',
  ],
  [
    /\/getInstanceMetadataRegion$/,
    /resolveDefaultsModeConfig\.js$/,
    'export const getInstanceMetadataRegion = async () => undefined;',
  ],
];

/**
 * Leaves out of the client of DynamoDB what no function uses: 39 KB of 205. A function that also has another client of AWS
 * keeps all of it, since that client may need it. test/headwater/data/store/lean-client.test.ts compares both on the wire.
 */
export const leanClient: Plugin = {
  name: 'lean-client',
  setup(build) {
    const { onResolve, onLoad } = build;
    replace(build, 'left-out', unusedByClient);
    // The client reads only its version.
    onResolve({ filter: /^\.\.\/package\.json$/ }, ({ path, importer, resolveDir }) =>
      /client-dynamodb/.test(importer)
        ? { path, namespace: 'version', pluginData: join(resolveDir, path), sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'version' }, async ({ pluginData: file }) => {
      const { version } = JSON.parse(await readFile(file, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/** Whether a bundle has another client of AWS than DynamoDB's. */
export function hasOtherClient(output: Metafile['outputs'][string] | undefined): boolean {
  return Object.keys(output?.inputs ?? {}).some((path) => /\/@aws-sdk\/client-(?!dynamodb\/)/.test(path));
}
