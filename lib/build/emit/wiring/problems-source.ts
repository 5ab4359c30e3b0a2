import type { DeclaredProblem } from '../../../shared/errors.ts';
import { code, docComment, identifier, joinCode, lineComment, literal } from './source-text.ts';

/** One constant for each problem, so that a bundle has only those that its handler throws: `already_sold` is `alreadySold`. */
export function problemsSource(problems: readonly DeclaredProblem[]): string {
  const head = lineComment(
    'The problems that the listing declares. Written by `npm run build`: do not edit.',
  );
  const constants = problems.map(
    (problem) =>
      code`${docComment(problem.title)}export const ${identifier(constantOf(problem.code))} = ${literal(problem)};`,
  );
  return code`${joinCode([head, ...constants], '\n\n')}\n`.text;
}

function constantOf(problemCode: string): string {
  return problemCode.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
