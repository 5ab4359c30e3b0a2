/**
 * What is wrong with the input of a build. Problems are values: every check
 * reports what it finds and goes on, so that one run shows them all.
 */

export const problemMeanings = {
  'E-FILE': 'a descriptor cannot be read',
  'E-JSON': 'a descriptor is not JSON',
  'E-LISTING': 'the listing names a resource without a descriptor',
  'E-TOO-LARGE': 'a descriptor is larger than any that people write',
  'E-NAME': 'a name cannot stand safely in source, schemas and messages',
  'E-SHAPE': 'a member is missing or has the wrong JSON type',
  'E-METHOD': 'the method is not one of HTTP',
  'E-NICKNAME': 'the nickname cannot name a handler file and a function',
  'E-SEGMENT': 'a segment of the path cannot be routed',
  'E-GREEDY': 'a variable for the rest of the path is not the last segment',
  'E-TEMPLATE': 'path and path parameters do not match',
  'E-DUPLICATE': 'something is declared twice',
  'E-INPUT-CLASH': 'two parameters would share one place in the input map',
  'E-PARAM': 'a parameter does not say where it comes from or what it is',
  'E-BODY': 'the body is declared in a way that cannot be sent',
  'E-TYPE': 'the type is not known, or cannot be used here',
  'E-MODEL': 'the model is not declared',
  'E-REF': 'a reference leads out of the file',
  'E-INHERITANCE': 'sub types that cannot be told apart, or are below themselves',
  'E-LIMIT': 'a limit does not fit its type, or nothing can satisfy it',
  'E-PATTERN': 'the pattern is not a regular expression',
  'E-REGEX': 'some text would keep the pattern busy for seconds',
  'E-DEFAULT': 'the default does not satisfy its own declaration',
  'E-STATUS': 'the status cannot be a success',
  'E-DEPRECATION': 'since when an operation is deprecated, or when it ends, cannot be told',
  'E-IDEMPOTENT': 'x-idempotent where no key is needed, or beside a parameter for the key',
  'E-MEDIA-VERSION': 'a version of the result cannot be offered',
  'E-ROUTE': 'two functions or routes would get one name in the deployed stack',
  'E-HANDLER': 'the handler is missing, or does not fit its operation',
  'E-CODE': 'a handler, or what it imports, does not pass the type check',
  'E-BUNDLE': 'the code of a function cannot be bundled',
  'E-SETTING': 'a build setting is not known, or cannot be as it is',
  'E-BUDGET': 'AWS would refuse what is deployed, for its size or number',
  'W-AUTHORIZATION': 'authorizations are served and not enforced',
  'W-BASE-PATH': 'the base path is missing or cannot be routed',
  'W-BODY': 'a body where some clients send none',
  'W-BUDGET': 'what is deployed takes up most of what AWS allows',
  'W-DEFAULT': 'a default that is empty, or of a body, stands for nothing',
  'W-DISCRIMINATOR': 'the discriminator is not a property of its model',
  'W-FILE': 'a file of a foreign folder is not used',
  'W-FLAG': 'a text stands where true or false should',
  'W-FORMAT': 'the format suffix of a path is dropped: Accept chooses the format',
  'W-JSON': 'a name twice in one object, both times with the same value',
  'W-KEY': 'a member looks like a misspelt one and is ignored',
  'W-LEADING-SLASH': 'a path does not begin with a slash',
  'W-LIMIT': 'a limit says nothing about its type and is ignored',
  'W-LISTING': 'the listing of a foreign folder names a declaration that is not there',
  'W-MEDIA-TYPE': 'a media type that is not served',
  'W-MODEL-ID': 'the id of a model differs from its key',
  'W-PARAM': 'the place of a parameter in words of another language',
  'W-RESOURCE-PATH': 'the resourcePath is missing, or a path is outside it',
  'W-RESPONSE': 'a response that cannot be documented is left out',
  'W-TRAILING-SLASH': 'a slash at the end of a path is not routed',
  'W-TYPE': 'a type in words of another language',
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
  /** A change of the file with which the problem is gone, where there is one that a program can make. */
  readonly fix?: Fix;
}

export interface Fix {
  /** Of the value to change; -1 at its end stands for a new item of an array. */
  readonly path: readonly (string | number)[];
  /** What it becomes; absent: it is taken out. */
  readonly value?: unknown;
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
