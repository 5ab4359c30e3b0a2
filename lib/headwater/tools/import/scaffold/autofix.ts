/** Applies the fixes that diagnostics propose to copies of foreign descriptors. The files themselves stay unchanged. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { planService } from '../../../compile/plan/plan-service.ts';
import type { DescriptorFile } from '../../../compile/source/descriptor-file.ts';
import {
  type Diagnostic,
  describeDiagnostic,
  type Fix,
  isError,
  sortDiagnostics,
} from '../../../compile/source/diagnostic.ts';
import { parseDescriptor } from '../../../compile/source/read-descriptors.ts';
import { quote } from '../../../compile/source/source-node.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import type { ForeignDescriptors } from '../foreign/read-foreign-descriptors.ts';
import { fixText } from './fix-text.ts';

/** A fix may reveal the next diagnostic. */
const maxRounds = 10;

interface AutofixResult {
  readonly foreign: ForeignDescriptors;
  /** The new texts of changed files, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** In the order in which they were made. */
  readonly changes: readonly Change[];
}

/** What was changed to fix a diagnostic. */
export interface Change {
  readonly diagnostic: Diagnostic;
  /** Members or values, as JSON. Undefined if there was none, or is none any more. */
  readonly before?: string;
  readonly after?: string;
}

/** Fixes errors only: warnings do not stop a build. */
export async function autofix(root: string, original: ForeignDescriptors): Promise<AutofixResult> {
  const texts = new Map<string, string>();
  const changes: Change[] = [];
  let foreign = original;
  for (let round = 0; round < maxRounds; round++) {
    const fixable = sortDiagnostics(planService(foreign).diagnostics).filter(
      (diagnostic) => isError(diagnostic) && diagnostic.fix,
    );
    if (fixable.length === 0) break;
    const resources = new Map(foreign.resources);
    for (const [name, file] of foreign.resources) {
      const diagnostics = fixable.filter((diagnostic) => diagnostic.file === file.path);
      const fixes = diagnostics.flatMap(({ fix }) => fix ?? []);
      const changed =
        fixes.length > 0 &&
        reparse(file, fixText(file.path, texts.get(file.path) ?? (await textOf(root, file)), fixes));
      if (!changed) continue;
      texts.set(file.path, changed.text);
      resources.set(name, changed.file);
      changes.push(...diagnostics.flatMap((diagnostic) => changeOf(diagnostic, file) ?? []));
    }
    foreign = { ...foreign, resources };
  }
  return { foreign, texts, changes };
}

/** Without a byte order mark, which would shift the offsets of jsonc-parser. */
async function textOf(root: string, { path }: DescriptorFile): Promise<string> {
  return (await readFile(join(root, path), 'utf8')).replace(/^\ufeff/, '');
}

function reparse({ path }: DescriptorFile, text: string): { text: string; file: DescriptorFile } | undefined {
  const { file } = parseDescriptor(path, text);
  return file && { text, file };
}

function changeOf(diagnostic: Diagnostic, file: DescriptorFile): Change | undefined {
  const { fix } = diagnostic;
  if (!fix) return undefined;
  const name = fix.path.at(-1);
  if (fix.rename !== undefined) return { diagnostic, before: quote(name), after: quote(fix.rename) };
  const before = valueAt(file.value, fix.path);
  return {
    diagnostic,
    ...omitUndefined({
      before: before === undefined ? undefined : JSON.stringify(before),
      after: fix.value === undefined ? undefined : JSON.stringify(fix.value),
    }),
  };
}

function valueAt(root: unknown, path: Fix['path']): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[key];
  }
  return value;
}

/**
 * The diagnostic, and what was done about it.
 *
 * @example
 * pets.json:4:15 E-SEGMENT at /apis/0/path
 *   found     "{petId"
 *   accepted  letters, digits, and . _ ~ -, or one {variable} that is the whole segment, e.g. "{petId}"
 *   changed   "/pets/{petId" -> "/pets/{petId}"
 */
export function describeChange({ diagnostic, before, after }: Change): string {
  const what = before === undefined ? `added ${after}` : `${before} -> ${after ?? 'removed'}`;
  return `${describeDiagnostic(diagnostic)}\n  changed   ${what}`;
}
