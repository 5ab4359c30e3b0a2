/** The builds of `npm start`: for this machine, with readable bundles, before anybody has checked types. */

import { startBuildSession } from '../../compile/build-session.ts';
import { endBundler } from '../../compile/bundle/bundle.ts';
import {
  type BuildResult,
  build,
  buildUnlessKnown,
  checkTypes,
  countRefused,
  recordBuild,
  summarize,
} from '../../compile/pipeline.ts';
import { whileLocked } from '../../compile/project-lock.ts';
import { type Diagnostic, describeDiagnostic } from '../../compile/source/diagnostic.ts';
import { describeWriteFailure } from '../../compile/write-tree.ts';
import type { ServicePlan } from '../../shared/plan/service-plan.ts';
import { CommandError } from '../command-line/command-line.ts';
import { type ProjectWatch, waitingForSave } from './watch-project.ts';

/** The bundles are for debuggers and stacks, and none of them is deployed. */
const extras = { form: 'readable', types: 'later' } as const;

interface GoodBuild {
  readonly service: ServicePlan;
  /** Nobody has checked its types. */
  readonly isUnchecked: boolean;
}

export class LocalBuilds {
  readonly #projectFolder: string;
  #isFirst = true;
  readonly #session = startBuildSession({
    onPlanned: (service) => {
      if (this.#isFirst) console.log(`Bundling ${summarize(service)} …`);
    },
  });

  constructor(projectFolder: string) {
    this.#projectFolder = projectFolder;
  }

  /** What a build before has left, if nothing has changed since. @throws CommandError if nothing can be written. */
  #first(): Promise<BuildResult> {
    return writing(() => buildUnlessKnown(this.#projectFolder, extras, this.#session)).finally(endBundler);
  }

  /**
   * Reports what it finds, and waits for a save after a build that fails.
   *
   * @returns undefined after such a build if nothing watches the project.
   */
  async firstGood(watching: Promise<ProjectWatch> | undefined): Promise<GoodBuild | undefined> {
    console.log('Headwater: reading descriptors/ …');
    for (let result = await this.#first(); ; result = await this.again()) {
      const { service, isUnchecked, diagnostics } = result;
      report(diagnostics);
      if (service) {
        this.#isFirst = false;
        console.log('Starting …');
        return { service, isUnchecked: isUnchecked === true };
      }
      if (!watching) return undefined;
      console.error(`${countRefused(diagnostics)}; ${waitingForSave}`);
      await (await watching).next();
    }
  }

  /** Makes what has changed. @throws CommandError if nothing can be written. */
  again(): Promise<BuildResult> {
    // Tests may build the project at the same time.
    return writing(() =>
      whileLocked(this.#projectFolder, () => build(this.#projectFolder, this.#session, extras)),
    );
  }

  /** Whether `again` makes the parts only that have changed. */
  get isWarm(): boolean {
    return this.#session.last !== undefined;
  }

  /** The modules of the project that were loaded for its settings: paths below it. */
  get configModules(): readonly string[] {
    return this.#session.config;
  }

  /** @returns undefined if the signal has ended it. */
  checkTypes(signal: AbortSignal): Promise<readonly Diagnostic[] | undefined> {
    return checkTypes(this.#projectFolder, this.#session, signal);
  }

  /** For the next start: it need not build what has not changed. */
  async record(): Promise<void> {
    await whileLocked(this.#projectFolder, () => recordBuild(this.#projectFolder, this.#session));
  }
}

async function writing(build: () => Promise<BuildResult>): Promise<BuildResult> {
  try {
    return await build();
  } catch (cause) {
    const sentence = describeWriteFailure(cause);
    throw sentence === undefined ? cause : new CommandError(sentence, 1, { cause });
  }
}

export function report(diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) console.error(`${describeDiagnostic(diagnostic)}\n`);
}
