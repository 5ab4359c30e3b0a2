/** What is wrong with the config of a project, as a build reports it. */

import type { ConfigProblem } from '../config/load-config.ts';
import { toPointer } from '../shared/json/pointer.ts';
import { type Diagnostic, describeDiagnostic } from './source/diagnostic.ts';

/** A member that another module declares has no line here, but a path. */
export function configDiagnostic({ file, path, at, found, accepted }: ConfigProblem): Diagnostic {
  const { line, column } = at ?? { line: 1, column: 1 };
  return { code: 'E-SETTING', file, pointer: toPointer(path), line, column, found, accepted };
}

/** For commands, which end with this text. */
export function describeConfigProblems(problems: readonly ConfigProblem[]): string {
  return problems.map((problem) => describeDiagnostic(configDiagnostic(problem))).join('\n\n');
}
