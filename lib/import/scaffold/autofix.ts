/** Foreign descriptors, changed as the problems propose that a program can mend: copies of them, for the files stay as they are. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { planService } from '../../compiler/plan/plan-service.ts';
import type { DescriptorFile } from '../../compiler/source/descriptor-file.ts';
import { fixText } from '../../compiler/source/fix-text.ts';
import { parseDescriptor } from '../../compiler/source/parse-descriptor.ts';
import { isError, type Problem, sortProblems } from '../../compiler/source/problem.ts';
import type { ForeignDescriptors } from '../foreign/read-foreign-descriptors.ts';

/** One change may bring the next problem to light. */
const maxRounds = 10;

export interface Mended {
  readonly foreign: ForeignDescriptors;
  /** By the path of the file: what it would have to say. Others are as they are. */
  readonly texts: ReadonlyMap<string, string>;
  /** What is gone, as it was reported. */
  readonly mended: readonly Problem[];
}

/** Errors only: with a warning a service can be built. */
export async function mend(root: string, given: ForeignDescriptors): Promise<Mended> {
  const texts = new Map<string, string>();
  const mended: Problem[] = [];
  let foreign = given;
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
      mended.push(...problems);
    }
    foreign = { ...foreign, resources };
  }
  return { foreign, texts, mended };
}

/** Without the byte order mark, which would be in the way of what looks for a place in it. */
async function textOf(root: string, { path }: DescriptorFile): Promise<string> {
  return (await readFile(join(root, path), 'utf8')).replace(/^\ufeff/, '');
}

function reparse({ path }: DescriptorFile, text: string): { text: string; file: DescriptorFile } | undefined {
  const { file } = parseDescriptor(path, text);
  return file && { text, file };
}
