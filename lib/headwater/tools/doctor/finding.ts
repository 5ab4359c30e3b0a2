/** What a project must change for the installed version. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit } from 'jsonc-parser';

/** A change of a text. A file that does not exist has the empty text. */
export interface FileEdit extends Edit {
  /** Below the project, with `/`. */
  readonly file: string;
}

export interface Finding {
  /** Below the project, with `/`. */
  readonly file: string;
  /** In the text of the file. */
  readonly offset: number;
  readonly found: string;
  readonly change: string;
  /** The change as `--fix` makes it. Without edits, people decide. */
  readonly edits?: readonly FileEdit[];
}

export interface Project {
  /** An absolute path. */
  readonly folder: string;
  /** @returns undefined if there is no such file. */
  read(path: string): string | undefined;
}

export type ProjectCheck = (project: Project) => Promise<readonly Finding[]> | readonly Finding[];

export function openProject(folder: string): Project {
  return { folder, read: (path) => readText(join(folder, path)) };
}

export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * @param texts the present texts of the files that the findings name.
 * @returns new texts by file. The next round makes edits that touch an edit of an earlier finding.
 */
export function applyFindings(
  findings: readonly Finding[],
  read: Project['read'],
): ReadonlyMap<string, string> {
  const accepted: FileEdit[] = [];
  for (const { edits = [] } of findings)
    if (!edits.some((edit) => accepted.some((other) => touches(edit, other)))) accepted.push(...edits);
  const changed = new Map<string, string>();
  for (const edit of accepted.toSorted((one, other) => other.offset - one.offset)) {
    const text = changed.get(edit.file) ?? read(edit.file) ?? '';
    const end = edit.offset + edit.length;
    changed.set(edit.file, `${text.slice(0, edit.offset)}${edit.content}${text.slice(end)}`);
  }
  return changed;
}

function touches(one: FileEdit, other: FileEdit): boolean {
  return (
    one.file === other.file &&
    one.offset <= other.offset + other.length &&
    other.offset <= one.offset + one.length
  );
}
