/** The options of `npm start` and `npm run dev`. */

import { parseArgs } from 'node:util';
import { LocalError } from './local-error.ts';

const gatewayKinds = ['offline', 'strict'] as const;

export const defaultDataFolder = '.data';

type GatewayKind = (typeof gatewayKinds)[number];

export interface LocalSettings {
  readonly port: number;
  readonly dataFolder: string;
  readonly isWatching: boolean;
  /** `strict` shapes events and responses as AWS does; `offline` is serverless-offline. */
  readonly gateway: GatewayKind;
  /** Protected operations need a token or a key. */
  readonly hasAuth: boolean;
  /** Further host names, without port, that the header Host may contain beside the names of this machine. */
  readonly allowedHosts: readonly string[];
}

/** @throws LocalError for an unknown option or an invalid port. */
export function readLocalSettings(args: readonly string[]): LocalSettings {
  const { port, data, watch, gateway: name, auth, 'allow-host': allowedHosts } = parseArguments(args);
  const portNumber = Number(port);
  if (!/^\d+$/.test(port) || portNumber < 1 || portNumber > 65_535) {
    throw new LocalError(`--port takes a number from 1 to 65535, not ${JSON.stringify(port)}.`);
  }
  const gateway = gatewayKinds.find((kind) => kind === name);
  if (!gateway) throw new LocalError(`--gateway takes offline or strict, not ${JSON.stringify(name)}.`);
  const odd = allowedHosts.find((host) => !/^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(host));
  if (odd !== undefined)
    throw new LocalError(
      `--allow-host takes a name without port, such as dev.example.com, not ${JSON.stringify(odd)}.`,
    );
  return { port: portNumber, dataFolder: data, isWatching: watch, gateway, hasAuth: auth, allowedHosts };
}

function parseArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '3000' },
        data: { type: 'string', default: defaultDataFolder },
        watch: { type: 'boolean', default: false },
        gateway: { type: 'string', default: 'offline' },
        auth: { type: 'boolean', default: false },
        'allow-host': { type: 'string', multiple: true, default: [] },
      },
    });
    return values;
  } catch (cause) {
    const options =
      'the options are --port NUMBER, --data FOLDER, --gateway strict, --auth, --allow-host NAME and --watch';
    throw new LocalError(`${(cause as Error).message.split('.')[0]}; ${options}.`, { cause });
  }
}
