/** Puts builds into service: the last good one goes on until the next one is ready. Types are checked afterwards. */

import { readDeployment } from '../../compile/aws/deployment.ts';
import { tableId } from '../../compile/aws/functions/background-settings.ts';
import { functionsJsonPath } from '../../compile/aws/functions/functions-json.ts';
import { type BuildResult, countRefused, summarize } from '../../compile/pipeline.ts';
import { count } from '../../shared/count.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import type { ServicePlan } from '../../shared/plan/service-plan.ts';
import { CommandError } from '../command-line/command-line.ts';
import type { EventSources } from './event-sources.ts';
import type { Background } from './function-process.ts';
import { type LocalBuilds, report } from './local-builds.ts';
import type { Running, Variables } from './offline.ts';
import { plainVariables } from './plain-variables.ts';
import { type StreamView, streamViews } from './table-stream.ts';
import { typeMessage } from './type-header.ts';

interface Service {
  readonly projectFolder: string;
  readonly builds: LocalBuilds;
  readonly gateway: Running;
  /** Schedules and consumers. */
  readonly background: Background;
  /** They call the functions of `background`. */
  readonly sources: EventSources;
  readonly variablesOf: (service: ServicePlan) => Variables;
  /** Makes what `variablesOf` names, after the settings have changed. */
  readonly updateAws: () => Promise<void>;
}

/** How a build after a change has ended: `failed` may have left no version in service. */
type Outcome = 'served' | 'refused' | 'failed';

export class ServedBuilds {
  readonly #service: Service;
  #outcome: Outcome = 'served';
  #typeErrors = 0;
  #checking = new AbortController();
  #checked: Promise<void> = Promise.resolve();
  #last: Promise<void> = Promise.resolve();
  #isWaiting = false;
  #isEnding = false;
  /** Settings that no process has read yet. */
  #changedSettings: readonly string[] = [];

  constructor(service: Service) {
    this.#service = service;
  }

  /**
   * Builds, and serves what has changed. Changes during a build cause one more build.
   *
   * @param settings the files of settings that have changed: the processes read them when they start.
   */
  next(settings: readonly string[] = []): void {
    this.#changedSettings = [...new Set([...this.#changedSettings, ...settings])];
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#checking.abort();
    this.#last = this.#last.then(async () => {
      await this.#checked;
      this.#isWaiting = false;
      this.#outcome = await this.#build();
      if (!this.#isWaiting) this.checkTypes();
    });
  }

  /** Ends what the processes of the service need not end. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#isWaiting = true;
    this.#checking.abort();
    await this.#last;
    await this.#checked;
  }

  async #build(): Promise<Outcome> {
    const startedAt = performance.now();
    try {
      const result = await this.#service.builds.again();
      const { service, diagnostics, tree } = result;
      report(diagnostics);
      if (!service || !tree) {
        console.error(`${countRefused(diagnostics)}; the last good version stays in service.`);
        return 'refused';
      }
      const done = await this.#serve(service, tree);
      const ms = Math.round(performance.now() - startedAt);
      if (done) console.log(`${done} in ${ms} ms.`);
      else if (this.#outcome === 'refused') console.log('No errors; the version in service is up to date.');
      return 'served';
    } catch (error) {
      // Its processes have been ended.
      if (this.#isEnding) return 'failed';
      console.error(error instanceof CommandError ? error.message : error);
      if (this.#changedSettings.length > 0)
        console.error(`${this.#changedSettings.join(' and ')}: the settings of before stay in service.`);
      return 'failed';
    }
  }

  /** @returns what it has done, in words. */
  async #serve(service: ServicePlan, tree: NonNullable<BuildResult['tree']>): Promise<string | undefined> {
    const { gateway, background, variablesOf, updateAws } = this.#service;
    const settings = this.#changedSettings;
    if (settings.length > 0) {
      // What is saved meanwhile may be too late for these processes.
      this.#changedSettings = [];
      try {
        await updateAws();
        const variables = variablesOf(service);
        await gateway.restart(variables);
        await background.restart(variables);
      } catch (error) {
        this.#changedSettings = [...new Set([...settings, ...this.#changedSettings])];
        throw error;
      }
      await this.callFunctions(service);
      return `Read ${settings.join(' and ')}, and started anew with ${summarize(service)}`;
    }
    const changed = [...tree.written, ...tree.deleted];
    if (changed.length === 0 && this.#outcome !== 'failed') return undefined;
    await gateway.reload();
    const isOfBackground = changesBackground(service, changed) || this.#outcome === 'failed';
    if (isOfBackground) {
      await background.reload();
      await this.callFunctions(service);
    }
    return `Built ${summarize(service)} and put it into service`;
  }

  /** Lets the clock and the table call the schedules and consumers of the service. */
  async callFunctions(service: ServicePlan): Promise<void> {
    const { projectFolder, background, sources, variablesOf } = this.#service;
    const own = variablesOf(service);
    const declared = await plainVariables(projectFolder, { ...process.env, ...own });
    const variables = { ...process.env, ...declared, ...own };
    sources.use({ service, background, variables, view: await streamViewOf(projectFolder) });
  }

  /** Reports the type errors of the version in service, in the terminal and in its answers. */
  checkTypes(): void {
    this.#checking = new AbortController();
    this.#checked = this.#check(this.#checking.signal).catch((error: unknown) => console.error(error));
  }

  async #check(signal: AbortSignal): Promise<void> {
    const errors = await this.#service.builds.checkTypes(signal);
    if (!errors) return;
    this.#service.gateway.tell(typeMessage(errors));
    report(errors);
    const number = count(errors.length, 'type error');
    if (errors.length > 0) console.error(`${number}; the code is in service nevertheless.`);
    else if (this.#typeErrors > 0) console.log('No type errors.');
    this.#typeErrors = errors.length;
  }
}

/** @param changed generated files. */
function changesBackground({ functions }: ServicePlan, changed: readonly string[]): boolean {
  const isOfRequests = new Map(
    functions.map(({ id, kind }) => [id, !['schedule', 'consumer'].includes(kind)]),
  );
  return changed.some((path) => {
    if (path === functionsJsonPath) return true;
    // Bundles that several functions load have ids of their own.
    const [, id] = /^bundles\/(.+)\/index\.mjs$/.exec(path) ?? [];
    return id !== undefined && !isOfRequests.get(id);
  });
}

async function streamViewOf(projectFolder: string): Promise<StreamView> {
  const { deployment } = await readDeployment(projectFolder);
  const { StreamSpecification } = membersOf(membersOf(deployment?.resources[tableId])['Properties']);
  const { StreamViewType } = membersOf(StreamSpecification);
  return streamViews.find((view) => view === StreamViewType) ?? 'KEYS_ONLY';
}
