/**
 * Leaves out of the client of DynamoDB what no function uses: 39 KB of 205. A function that also has another client of AWS
 * keeps all of it, since that client may need it. test/store/lean-client.test.ts compares both on the wire.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

interface LeftOut {
  /** What an import names. */
  readonly imported: RegExp;
  /** The file that imports it. */
  readonly by: RegExp;
  /** The module that takes its place. */
  readonly contents: string;
}

const leftOut: readonly LeftOut[] = [
  // No operation of DynamoDB has an event stream.
  { imported: /^@smithy\/core\/event-streams$/, by: /HttpProtocol\.js$/, contents: '' },
  {
    imported: /^\.\/HeaderFormatter$/,
    by: /SignatureV4\.js$/,
    contents: 'export class HeaderFormatter {}',
  },
  // No command of DynamoDB asks for an endpoint, so the client's commands need no plugin for it.
  {
    imported: /^@aws-sdk\/middleware-endpoint-discovery$/,
    by: /client-dynamodb/,
    contents: `
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = { environmentVariableSelector: () => undefined };
export const resolveEndpointDiscoveryConfig = (config) => config;
`,
  },
  // Node.js always has its own.
  { imported: /^\.\/Sha256Js$/, by: /Sha256Node\.js$/, contents: 'export const Sha256Js = undefined;' },
  // Lambda has no files of configuration, and no metadata of an instance. Both are in the environment.
  {
    imported: /^\.\/fromSharedConfigFiles$/,
    by: /configLoader\.js$/,
    contents: 'export const fromSharedConfigFiles = () => () => Promise.reject({ tryNextLink: true });',
  },
  {
    imported: /\/getInstanceMetadataRegion$/,
    by: /resolveDefaultsModeConfig\.js$/,
    contents: 'export const getInstanceMetadataRegion = async () => undefined;',
  },
];

const anyImported = new RegExp(leftOut.map(({ imported }) => imported.source).join('|'));

export const leanClient: Plugin = {
  name: 'lean-client',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: anyImported }, ({ path, importer }) => {
      const index = leftOut.findIndex(({ imported, by }) => imported.test(path) && by.test(importer));
      return index < 0
        ? undefined
        : { path, namespace: 'left-out', pluginData: leftOut[index]?.contents, sideEffects: false };
    });
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ pluginData }) => ({ contents: pluginData }));
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
