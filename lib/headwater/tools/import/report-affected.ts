/** How many operations of OpenAPI documents cannot be served, and why. */

import { isOpenApi } from '../../compile/read/openapi/upgrade-document.ts';
import { type Diagnostic, isError } from '../../compile/source/diagnostic.ts';
import type { Descriptors } from '../../compile/source/read-descriptors.ts';
import { count } from '../../shared/count.ts';
import { AffectedOperations } from './foreign/affected-operations.ts';

export interface AffectedReport {
  readonly operations: number;
  /** The operations that `npx headwater init --skip-unsupported` would leave out. */
  readonly affected: number;
  /** The cause with the most operations first. An operation may have several. */
  readonly causes: readonly AffectedCause[];
}

interface AffectedCause {
  readonly code: string;
  readonly found: string;
  readonly operations: readonly string[];
}

/** @returns undefined if no operation has an error. */
export function reportAffected(
  { resources }: Pick<Descriptors, 'resources'>,
  diagnostics: readonly Diagnostic[],
): AffectedReport | undefined {
  const causes = new Map<string, { code: string; found: string; operations: Set<string> }>();
  const affected = new Set<string>();
  let operations = 0;
  for (const file of [...resources.values()].filter(isOpenApi)) {
    const document = new AffectedOperations(file);
    operations += document.operations.length;
    for (const error of diagnostics.filter((each) => isError(each) && each.file === file.path)) {
      const { code, found } = error;
      const key = `${code} ${found}`;
      const cause = causes.get(key) ?? { code, found, operations: new Set() };
      causes.set(key, cause);
      for (const { name } of document.by(error)) {
        cause.operations.add(name);
        affected.add(`${file.path} ${name}`);
      }
    }
  }
  if (affected.size === 0) return undefined;
  const sorted = [...causes.values()]
    .map((cause) => ({ ...cause, operations: [...cause.operations] }))
    .filter((cause) => cause.operations.length > 0)
    .toSorted((one, other) => other.operations.length - one.operations.length);
  return { operations, affected: affected.size, causes: sorted };
}

export function describeAffected({ operations, affected, causes }: AffectedReport): string {
  const width = String(causes[0]?.operations.length ?? 0).length;
  return [
    `${affected} of ${count(operations, 'operation')} cannot be served as they are; init --skip-unsupported does without them:`,
    ...causes.map(
      ({ code, found, operations: those }) => `  ${String(those.length).padStart(width)}  ${code} ${found}`,
    ),
  ].join('\n');
}
