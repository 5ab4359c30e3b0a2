/**
 * What a service gives to the framework: the export `service` of lib/service/service.ts. It is loaded with every command, so
 * it imports code only when that is needed.
 *
 * @example
 * // A service that adds nothing:
 * export const service = { commands: [], loadStoredTypes: async () => ({ documents: [], items: [] }) } satisfies Service;
 */

import type { SmokeDocument, StartOption } from '../config/config.ts';
import type { StoredTypes } from '../data/stored-types.ts';
import type { CommandEntry } from '../shared/command-declaration.ts';

export interface Service {
  /** Commands of `npx headwater` beside the framework's. */
  readonly commands: readonly CommandEntry[];
  /** Options of `npm start` beside the framework's, by their names: each sets a variable of the functions. */
  readonly startOptions?: Readonly<Record<string, StartOption>>;
  /** What `npx headwater verify` must know of the table. */
  readonly loadStoredTypes: () => Promise<StoredTypes>;
  /** A deployment proves with it that the stage stores what it is sent; without it, its smoke test only reads. */
  readonly smokeDocument?: SmokeDocument;
  /** Keys of YAML files that only this service needs, by file: `npx headwater new` leaves them out with all that is below them. */
  readonly settings?: Readonly<Record<string, readonly string[]>>;
}
