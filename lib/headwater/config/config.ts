/**
 * `headwater.config.ts`, in the root of a project: what the project decides besides its descriptors and its code. All of
 * its members are optional, and so is the file.
 *
 * Every command and every build loads it. So it imports code of commands and of stored types only in functions.
 *
 * @example
 * import { defineConfig } from 'headwater/config';
 *
 * export default defineConfig({
 *   strict: true,
 *   cors: { origins: ['https://app.example.com'] },
 *   storedTypes: async () => (await import('./lib/stored-types.ts')).storedTypes,
 *   stages: { prod: { requestsPerSecond: 1_000, burst: 2_000 } },
 * });
 */

import type { StoredTypes } from '../data/stored-types.ts';
import type { CommandEntry, OptionDeclaration } from '../shared/command-declaration.ts';
import type { AwsSettings } from './aws-resources.ts';
import type { CorsSettings } from './cors-settings.ts';
import type { MetricNames, ProblemNames } from './names.ts';
import type { Pages } from './pages.ts';
import type { StageSettings } from './stages.ts';

/** Checks the types of a config in the editor. It returns the config as it is. */
export function defineConfig(config: Config): Config {
  return config;
}

export interface Config extends BuildSettings {
  /** What `npx headwater verify` must know of the table. It is called when a command needs the types. */
  readonly storedTypes?: () => Promise<StoredTypes>;
  /** Commands of `npx headwater` beside the framework's. */
  readonly commands?: readonly CommandEntry[];
  /** Options of `npm start` beside the framework's, by their names: each sets a variable of the functions. */
  readonly startOptions?: Readonly<Record<string, StartOption>>;
  /** A deployment proves with it that the stage stores what it is sent; without it, its smoke test only reads. */
  readonly smokeDocument?: SmokeDocument;
}

/** The members that a build reads. */
export interface BuildSettings extends AwsSettings {
  /** `false` removes the validators from the functions: handlers get the raw strings, and the body as it was parsed. */
  readonly validation?: boolean;
  /** `true` ignores query parameters that are not declared. Otherwise they are refused. */
  readonly ignoreUnknownQuery?: boolean;
  /** `true` refuses warnings of descriptors like errors. */
  readonly strict?: boolean;
  /** `true` allows other stages than `dev` to serve operations without an access rule. */
  readonly public?: boolean;
  /** A module below lib/ or handlers/ that exports `formatError`: it makes the response of a failed request. */
  readonly errorFormatter?: string;
  /** If absent, only pages of the service's own origin may read responses. */
  readonly cors?: CorsSettings;
  /** The beginnings of the URIs in problem documents. */
  readonly problems?: ProblemNames;
  readonly metrics?: MetricNames;
  /** The pages that the service has besides its operations, by name. A stage has those that its `pages` name. */
  readonly pages?: Pages;
  /** The settings of a stage by its name, such as `prod`, or `pr-*`; `default` has the settings of all stages. */
  readonly stages?: Readonly<Record<string, StageSettings>>;
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
