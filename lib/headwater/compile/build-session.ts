import type { ServicePlan } from '../shared/plan/service-plan.ts';
import type { ReadSettings } from './build-settings.ts';
import { KnownBundles, KnownResult, LastResult } from './bundle/known-files.ts';
import { PageBundles } from './bundle/page-bundles.ts';
import type { CheckedProject } from './bundle/type-check.ts';
import type { EmittedFiles } from './emit/wiring/generated-files.ts';
import type { BuildExtras, BuildResult } from './pipeline.ts';
import type { PlannedService } from './plan/plan-service.ts';
import { PatternVerdicts } from './read/common/pattern-verdicts.ts';
import { ValidatorModules } from './schema/validator-parts.ts';
import type { Descriptors } from './source/read-descriptors.ts';

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
  readonly settings: KnownResult<ReadSettings>;
  readonly descriptors: KnownResult<Descriptors>;
  /** The modules of the project that were loaded for its settings. */
  config: readonly string[];
  /** The plan of the descriptors with the settings. */
  readonly planned: LastResult<PlannedService>;
  /** What the build emits of this plan with the settings. */
  readonly emitted: LastResult<EmittedFiles>;
  /** The last build that has written its files. */
  last?: LastBuild;
  /** Called before what takes longest. */
  readonly onPlanned?: ((service: ServicePlan) => void) | undefined;
}

interface LastBuild {
  /** When it began to read, in ms since 1970. */
  readonly since: number;
  readonly extras: BuildExtras;
  readonly emitted: EmittedFiles;
  readonly result: BuildResult;
}

/** Starts with an empty session. */
export function startBuildSession({ onPlanned }: Pick<BuildSession, 'onPlanned'> = {}): BuildSession {
  return {
    onPlanned,
    verdicts: new PatternVerdicts(),
    validators: new ValidatorModules(),
    checked: {},
    bundles: new KnownBundles(),
    pages: new PageBundles(),
    settings: new KnownResult(),
    descriptors: new KnownResult(),
    config: [],
    planned: new LastResult(),
    emitted: new LastResult(),
  };
}
