/** `npx headwater client OUT`: writes the client of a service, one module, from its descriptors. */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { planService } from '../../build/plan/plan-service.ts';
import { describeDiagnostic, isError, sortDiagnostics } from '../../build/source/diagnostic.ts';
import { readDescriptors } from '../../build/source/read-descriptors.ts';
import { CommandError, type CommandLine, type CommandResult, usageOf } from '../commands/command-line.ts';
import { clientCommand } from '../commands/declared-commands.ts';
import { count } from '../commands/terminal.ts';
import { clientSource } from './client-source.ts';

export async function client({ file: path }: CommandLine<typeof clientCommand>): Promise<CommandResult> {
  if (!path.endsWith('.ts'))
    throw new CommandError(
      `The client is TypeScript: a file such as ${path}.ts, not ${path}: ${usageOf(clientCommand)}`,
    );
  const { service, diagnostics } = planService(await readDescriptors(process.cwd(), 'descriptors'));
  if (!service) {
    const errors = sortDiagnostics(diagnostics).filter(isError).map(describeDiagnostic);
    throw new CommandError([...errors, 'There is no client of descriptors that have errors.'].join('\n\n'));
  }
  const text = await clientSource(service);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    throw new CommandError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`, 1);
  }
  const operations = service.functions.filter(({ kind }) => kind === 'operation').length;
  return {
    exitCode: 0,
    output: `${path}: ${count(operations, 'operation')} of ${count(service.resources.length, 'resource')}.`,
  };
}
