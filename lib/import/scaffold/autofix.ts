/** Applies the fixes that problems propose to copies of foreign descriptors. The files themselves stay unchanged. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { planService } from '../../compiler/plan/plan-service.ts';
import type { DescriptorFile } from '../../compiler/source/descriptor-file.ts';
import { fixText } from '../../compiler/source/fix-text.ts';
import { parseDescriptor } from '../../compiler/source/parse-descriptor.ts';
import { isError, type Problem, sortProblems } from '../../compiler/source/problem.ts';
import type { ForeignDescriptors } from '../foreign/read-foreign-descriptors.ts';

/** A fix may reveal the next problem. */
const maxRounds = 10;

export interface Autofixed {
  readonly foreign: ForeignDescriptors;
  /** The new texts of changed files, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** The problems that no longer exist, as they were reported. */
  readonly fixed: readonly Problem[];
}

/** Fixes errors only: warnings do not stop a build. */
export async function autofix(root: string, original: ForeignDescriptors): Promise<Autofixed> {
  const texts = new Map<string, string>();
  const fixed: Problem[] = [];
  let foreign = original;
  for (let round = 0; round < maxRounds; round++) {
    const fixable = sortProblems(planService(foreign).problems).filter(
      (problem) => isError(problem) && problem.fix,
    );
    if (fixable.length === 0) break;
    const resources = new Map(foreign.resources);
    for (const [name, file] of foreign.resources) {
      const problems = fixable.filter((problem) => problem.file === file.path);
      const fixes = problems.flatMap(({ fix }) => fix ?? []);
      const changed =
        fixes.length > 0 &&
        reparse(file, fixText(file.path, texts.get(file.path) ?? (await textOf(root, file)), fixes));
      if (!changed) continue;
      texts.set(file.path, changed.text);
      resources.set(name, changed.file);
      fixed.push(...problems);
    }
    foreign = { ...foreign, resources };
  }
  return { foreign, texts, fixed };
}

/** Without a byte order mark, which would shift the offsets of jsonc-parser. */
async function textOf(root: string, { path }: DescriptorFile): Promise<string> {
  return (await readFile(join(root, path), 'utf8')).replace(/^\ufeff/, '');
}

function reparse({ path }: DescriptorFile, text: string): { text: string; file: DescriptorFile } | undefined {
  const { file } = parseDescriptor(path, text);
  return file && { text, file };
}
