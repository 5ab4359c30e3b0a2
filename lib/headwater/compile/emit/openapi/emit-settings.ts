/** The settings of the project that change what is emitted. */

import type { ProjectNames } from '../../../shared/project-names.ts';

export interface EmitSettings {
  /**
   * Off: the functions hold no validators, and handlers get the raw strings
   * of path, query and headers, and the body as it was parsed.
   */
  readonly validation: boolean;
  /** Parameters of a query that are not declared are ignored, not refused. */
  readonly ignoreUnknownQuery?: boolean;
  /** A module below lib/ or handlers/ that exports `formatError`; see FormatError. */
  readonly errorFormatter?: string;
  readonly names: ProjectNames;
  /** The files of middlewares around handlers that exist: `aroundFilesOf` says which there may be. */
  readonly around?: readonly string[];
}
