/**
 * What is wrong with the input of a build. Problems are values: every check
 * reports what it finds and goes on, so that one run shows them all.
 */

export const problemMeanings = {
  'E-FILE': 'a descriptor cannot be read',
  'E-JSON': 'a descriptor is not JSON',
  'E-LISTING': 'the listing names a resource without a descriptor',
  'E-SHAPE': 'a member is missing or has the wrong JSON type',
  'E-METHOD': 'the method is not one of HTTP',
  'E-NICKNAME': 'the nickname cannot name a handler file and a function',
  'E-SEGMENT': 'a segment of the path cannot be routed',
  'E-TEMPLATE': 'path and path parameters do not match',
  'E-DUPLICATE': 'something is declared twice',
  'E-INPUT-CLASH': 'two parameters would share one place in the input map',
  'E-PARAM': 'a parameter does not say where it comes from or what it is',
  'E-BODY': 'the body is declared in a way that cannot be sent',
  'E-TYPE': 'the type is not known, or cannot be used here',
  'E-MODEL': 'the model is not declared',
  'E-LIMIT': 'a limit does not fit its type, or nothing can satisfy it',
  'E-PATTERN': 'the pattern is not a regular expression',
  'E-DEFAULT': 'the default does not satisfy its own declaration',
  'E-STATUS': 'the status cannot be a success',
  'E-ROUTE': 'two functions or routes would get one name in the deployed stack',
  'E-HANDLER': 'the handler is missing, or does not fit its operation',
  'E-CODE': 'a handler, or what it imports, does not pass the type check',
  'E-BUNDLE': 'the code of a function cannot be bundled',
  'E-SETTING': 'a build setting is not known, or has the wrong type',
  'E-BUDGET': 'AWS would refuse what is deployed, for its size or number',
  'W-BUDGET': 'what is deployed takes up most of what AWS allows',
  'W-FORMAT': 'the format suffix of a path is dropped: Accept chooses the format',
  'W-KEY': 'a member looks like a misspelt one and is ignored',
  'W-MODEL-ID': 'the id of a model differs from its key',
  'W-TRAILING-SLASH': 'a slash at the end of a path is not routed',
} as const;

export type ProblemCode = keyof typeof problemMeanings;

export interface Problem {
  readonly code: ProblemCode;
  /** Relative to the project, with `/`. */
  readonly file: string;
  /** JSON pointer (RFC 6901); empty when the whole file is meant or the file is not JSON. */
  readonly pointer: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly accepted: string;
}

export type Report = (problem: Problem) => void;

export function isError(problem: Problem): boolean {
  return problem.code.startsWith('E-');
}

/** By file, then by place in it; stable for the same place. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (a, b) =>
      compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.code, b.code),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * One problem as people read it.
 *
 * @example
 * descriptors/source.json:12:9 E-METHOD at /apis/0/operations/0/httpMethod
 *   found     "FETCH"
 *   accepted  one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS
 */
export function describeProblem(problem: Problem): string {
  const where = problem.pointer === '' ? '' : ` at ${problem.pointer}`;
  return [
    `${problem.file}:${problem.line}:${problem.column} ${problem.code}${where}`,
    `  found     ${problem.found}`,
    `  accepted  ${problem.accepted}`,
  ].join('\n');
}
