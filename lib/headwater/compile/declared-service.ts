/** What a project declares, and what the build emits of it. A session repeats the parts whose files have not changed. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { awsResourcesOf } from '../config/aws-resources.ts';
import { configFile } from '../config/load-config.ts';
import { pagePlansOf } from '../config/pages.ts';
import { omitUndefined } from '../shared/json/omit.ts';
import type { ServicePlan } from '../shared/plan/service-plan.ts';
import type { BuildSession } from './build-session.ts';
import { type ReadSettings, readBuildSettings } from './build-settings.ts';
import { builtByPath, builtByText } from './built-by.ts';
import { checkHandlers, findAround } from './bundle/function-parts.ts';
import { listFiles } from './bundle/known-files.ts';
import { clientSource } from './emit/client/client-source.ts';
import { accessorFiles } from './emit/wiring/accessor-files.ts';
import { aroundFilesOf } from './emit/wiring/around-source.ts';
import { emit } from './emit/wiring/emit.ts';
import { clientPath, type EmittedFiles } from './emit/wiring/generated-files.ts';
import { planService } from './plan/plan-service.ts';
import { isError } from './source/diagnostic.ts';
import { type Descriptors, readDescriptors } from './source/read-descriptors.ts';

/** Reads settings, descriptors and the names of handlers. There is no service if settings or descriptors are refused. */
export async function declare(projectFolder: string, session: BuildSession) {
  const { settings, diagnostics: settingDiagnostics } = await knownSettings(projectFolder, session);
  const areSettingsSound = !settingDiagnostics.some(isError);
  const descriptors = await knownDescriptors(projectFolder, session);
  const planned = session.planned.of([descriptors, settings], () =>
    planService(
      descriptors,
      omitUndefined({
        allowedOrigins: settings.cors?.origins,
        pages: pagePlansOf(settings.pages),
        awsResources: awsResourcesOf(settings),
        verdicts: session.verdicts,
      }),
    ),
  );
  const around = await findAround(projectFolder, aroundFilesOf(planned.resources));
  const missing = [...(await checkHandlers(projectFolder, planned.functions)), ...around.diagnostics];
  // The listing accepts risks by their names, so nobody overlooks them.
  const isRefused = settings.strict && planned.diagnostics.some(({ code }) => code !== 'W-RISK');
  return {
    settings,
    files: descriptors.resources,
    service: areSettingsSound && !isRefused ? planned.service : undefined,
    missing,
    around: around.files,
    diagnostics: [...settingDiagnostics, ...planned.diagnostics, ...missing],
  };
}

type Declared = Awaited<ReturnType<typeof declare>>;

async function knownSettings(projectFolder: string, session: BuildSession): Promise<ReadSettings> {
  // A config under another name is reported.
  const named = (await readdir(projectFolder)).filter((name) => /^headwater/i.test(name)).toSorted();
  return session.settings.of(projectFolder, named, async () => {
    const value = await readBuildSettings(projectFolder);
    session.config = value.modules;
    return { value, paths: [configFile, ...value.modules] };
  });
}

async function knownDescriptors(projectFolder: string, session: BuildSession): Promise<Descriptors> {
  const paths = (await listFiles(join(projectFolder, 'descriptors'))).map((path) => `descriptors/${path}`);
  return session.descriptors.of(projectFolder, paths, async () => {
    return { value: await readDescriptors(projectFolder, 'descriptors'), paths };
  });
}

/** Pages and tests import the client; functions have nothing of it, nor of the version. */
export function emittedFiles(
  service: ServicePlan,
  { settings, around }: Pick<Declared, 'settings' | 'around'>,
  { validators, emitted }: BuildSession,
): EmittedFiles {
  const runtime = { answers: 'headwater/client', calls: 'headwater/client' };
  return emitted.of(
    [service, settings, around.join()],
    () =>
      new Map([
        ...emit(service, { ...settings, around }, validators),
        ...accessorFiles(awsResourcesOf(settings)),
        [clientPath, clientSource(service, settings.names, runtime)],
        [builtByPath, builtByText],
      ]),
  );
}
