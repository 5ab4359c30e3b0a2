/** The options of `npm start` and `npm run dev`. */

import { parseArgs } from 'node:util';
import { LocalError } from './local-error.ts';

export interface LocalSettings {
  readonly port: number;
  readonly dataFolder: string;
  readonly isWatching: boolean;
}

/** @throws LocalError for an unknown option or an invalid port. */
export function readLocalSettings(args: readonly string[]): LocalSettings {
  const { port, data, watch } = parse(args);
  const portNumber = Number(port);
  if (!/^\d+$/.test(port) || portNumber < 1 || portNumber > 65_535) {
    throw new LocalError(`--port takes a number from 1 to 65535, not ${JSON.stringify(port)}.`);
  }
  return { port: portNumber, dataFolder: data, isWatching: watch };
}

function parse(args: readonly string[]): { port: string; data: string; watch: boolean } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '3000' },
        data: { type: 'string', default: '.data' },
        watch: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (cause) {
    const options = 'the options are --port NUMBER, --data FOLDER and --watch';
    throw new LocalError(`${(cause as Error).message.split('.')[0]}; ${options}.`, { cause });
  }
}
