/** The diagnostics that the commands for descriptors report. */

import { relative, resolve } from 'node:path';
import { type Diagnostic, isError } from '../../build/source/diagnostic.ts';
import { count } from '../commands/terminal.ts';

/** The diagnostics of a folder, with paths relative to the current folder. */
export function placedIn(folder: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((diagnostic) => ({ ...diagnostic, file: pathFromHere(folder, diagnostic.file) }));
}

export function pathFromHere(folder: string, path: string): string {
  return relative(process.cwd(), resolve(folder, path)).replaceAll('\\', '/') || '.';
}

/** `2 errors, 1 warning`. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(isError).length;
  return `${count(errors, 'error')}, ${count(diagnostics.length - errors, 'warning')}`;
}
