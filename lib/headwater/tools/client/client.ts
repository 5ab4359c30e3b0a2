/** `npx headwater client OUT.ts`: writes the client of a service from its descriptors, and beside it the runtime that it imports. */

import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { clientSource } from '../../compile/emit/client/client-source.ts';
import { planService } from '../../compile/plan/plan-service.ts';
import { describeDiagnostic, isError, sortDiagnostics } from '../../compile/source/diagnostic.ts';
import { readDescriptors } from '../../compile/source/read-descriptors.ts';
import type { Config } from '../../config/config.ts';
import { projectNamesOf } from '../../config/names.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { count } from '../../shared/count.ts';
import { CommandError, type CommandLine, usageOf } from '../command-line/command-line.ts';
import { clientCommand } from '../command-line/declared-commands.ts';

/** The modules of the runtime, without their endings. They import each other alone. */
const runtimeModules = ['client/answers', 'client/calls', 'shared/json/lossless-json'];

/** That of modules of the framework: TypeScript in the repository, JavaScript in the package, with types beside it. */
const ending = extname(import.meta.filename);
const endings = ending === '.ts' ? ['.ts'] : ['.js', '.js.map', '.d.ts'];

/** @param config of the project, which may name its problems. */
export async function client(
  { file: path }: CommandLine<typeof clientCommand>,
  config: Config,
): Promise<CommandResult> {
  if (!path.endsWith('.ts'))
    throw new CommandError(
      `The client is TypeScript: a file such as ${path}.ts, not ${path}: ${usageOf(clientCommand)}`,
    );
  const { service, diagnostics } = planService(await readDescriptors(process.cwd(), 'descriptors'));
  if (!service) {
    const errors = sortDiagnostics(diagnostics).filter(isError).map(describeDiagnostic);
    throw new CommandError([...errors, 'There is no client of descriptors that have errors.'].join('\n\n'));
  }
  const runtime = `${basename(path, '.ts')}-runtime`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(
      path,
      clientSource(service, projectNamesOf(config), {
        answers: `./${runtime}/client/answers${ending}`,
        calls: `./${runtime}/client/calls${ending}`,
      }),
    );
    await copyRuntime(join(dirname(path), runtime));
  } catch (error) {
    throw new CommandError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`, 1);
  }
  const operations = service.functions.filter(({ kind }) => kind === 'operation').length;
  return {
    exitCode: 0,
    output: `${path}: ${count(operations, 'operation')} of ${count(service.resources.length, 'resource')}.`,
  };
}

async function copyRuntime(folder: string): Promise<void> {
  for (const name of runtimeModules.flatMap((module) => endings.map((each) => `${module}${each}`))) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await copyFile(join(import.meta.dirname, '../..', name), join(folder, name));
  }
}
