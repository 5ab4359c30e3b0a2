/** Checks TypeScript as strictly as it can. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from './repository.ts';

/** @param into the folder of the file. @returns the errors of TypeScript. */
export async function typeErrors(into: string, file: string): Promise<string> {
  const options = `--noEmit --ignoreConfig --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess
    --noPropertyAccessFromIndexSignature --noUnusedLocals --noUnusedParameters --erasableSyntaxOnly --verbatimModuleSyntax --allowImportingTsExtensions
    --target es2024 --module nodenext --types node`;
  const args = [join(repository, 'node_modules/typescript/bin/tsc'), ...options.split(/\s+/), file];
  return promisify(execFile)(process.execPath, args, { cwd: into }).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
}
