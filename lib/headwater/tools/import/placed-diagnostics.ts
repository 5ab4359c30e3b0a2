/** The diagnostics that the commands for descriptors report. */

import { relative, resolve } from 'node:path';
import { type Diagnostic, describeDiagnostic, isError } from '../../compile/source/diagnostic.ts';
import { count } from '../../shared/count.ts';

/** The diagnostics of a folder, with paths relative to the current folder. */
export function placedIn(folder: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((diagnostic) => ({ ...diagnostic, file: pathFromHere(folder, diagnostic.file) }));
}

export function pathFromHere(folder: string, path: string): string {
  return relative(process.cwd(), resolve(folder, path)).replaceAll('\\', '/') || '.';
}

/** Each cause once, with its first place and the lines of the others. */
export function describeRepeated(diagnostics: readonly Diagnostic[]): string[] {
  const causes = Map.groupBy(diagnostics, ({ file, code, found, accepted }) =>
    JSON.stringify([file, code, found, accepted]),
  );
  return [...causes.values()].map(([first, ...others]) =>
    [...(first ? [describeDiagnostic(first)] : []), ...describeOthers(others)].join('\n'),
  );
}

/** More places than anybody visits one by one. */
const maxPlaces = 10;

function describeOthers(others: readonly Diagnostic[]): string[] {
  if (others.length === 0) return [];
  const lines = others.slice(0, maxPlaces).map(({ line }) => line);
  const rest = others.length > maxPlaces ? ` and ${others.length - maxPlaces} more` : '';
  return [`  also      in ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${rest}`];
}

/** `2 errors, 1 warning`. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(isError).length;
  return `${count(errors, 'error')}, ${count(diagnostics.length - errors, 'warning')}`;
}
