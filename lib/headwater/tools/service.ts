/**
 * What a service gives to the framework: the export `service` of lib/service/service.ts. It is loaded with every command, so
 * it imports code only when that is needed.
 *
 * @example
 * // A service that adds nothing:
 * export const service = { commands: [], loadStoredTypes: async () => ({ documents: [], items: [] }) } satisfies Service;
 */

import type { StoredTypes } from '../data/stored-types.ts';
import type { CommandEntry, OptionDeclaration } from './command-line/command-line.ts';

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

/** A document without consequences: the smoke test of a deployment writes it for an owner of its own, reads it and deletes it. */
export interface SmokeDocument {
  /**
   * POST creates the document here, and answers 201 with its `Location`, which ends in the id. GET and DELETE take the id
   * below this path.
   */
  readonly path: string;
  /** What is sent. GET returns each of its members with the same value. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface StartOption extends OptionDeclaration {
  readonly placeholder: string;
  readonly variable: string;
  /** A variable that is "on" with the option. */
  readonly flag?: string;
}
