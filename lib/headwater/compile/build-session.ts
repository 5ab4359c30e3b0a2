import { KnownBundles } from './bundle/known-files.ts';
import { PageBundles } from './bundle/page-bundles.ts';
import type { CheckedProject } from './bundle/type-check.ts';
import { PatternVerdicts } from './read/common/pattern-verdicts.ts';
import { ValidatorModules } from './schema/validator-parts.ts';

/**
 * The results that one build of a project leaves for the next, so that a change of one
 * line takes less than a whole build. The output of a build is the same with any
 * session.
 */
export interface BuildSession {
  readonly verdicts: PatternVerdicts;
  readonly validators: ValidatorModules;
  readonly checked: CheckedProject;
  readonly bundles: KnownBundles;
  readonly pages: PageBundles;
  /** The modules of the project that were loaded for its settings. */
  config: readonly string[];
}

/** Starts with an empty session. */
export function startBuildSession(): BuildSession {
  return {
    verdicts: new PatternVerdicts(),
    validators: new ValidatorModules(),
    checked: {},
    bundles: new KnownBundles(),
    pages: new PageBundles(),
    config: [],
  };
}
