/** Every operation has its handler file, by exactly its name. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationPlan } from '../../plan/operation-plan.ts';
import { handlerPath } from '../emit/generated-files.ts';
import { nearSpelling } from '../source/near-spelling.ts';
import type { Problem } from '../source/problem.ts';

/** Compares names of the folder and not the file system's own answer, which may fold letter case. */
export async function checkHandlers(
  projectFolder: string,
  operations: readonly OperationPlan[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const plan of operations) {
    const present = await handlerNames(projectFolder, plan.resource);
    if (present.includes(plan.nickname)) continue;
    const path = handlerPath(plan);
    const near = nearSpelling(plan.nickname, present);
    const found = near ? `no such file, but ${near}.ts beside it` : 'no such file';
    const accepted = `a file that exports "handle" for ${plan.method} ${plan.routePath}`;
    problems.push({ code: 'E-HANDLER', file: path, pointer: '', line: 1, column: 1, found, accepted });
  }
  return problems;
}

async function handlerNames(projectFolder: string, resource: string): Promise<string[]> {
  const names = await readdir(join(projectFolder, 'handlers', resource)).catch(() => []);
  return names.filter((name) => name.endsWith('.ts')).map((name) => name.slice(0, -'.ts'.length));
}
