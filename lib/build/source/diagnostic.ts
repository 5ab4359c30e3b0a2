/**
 * Diagnostics of the input of a build. They are values: every check reports what it
 * finds and goes on, so one run shows all of them.
 */

import type { TextPosition } from '../../shared/json/inspect-json.ts';

export const diagnosticMeanings = {
  'E-FILE': 'a descriptor cannot be read',
  'E-JSON': 'a descriptor is not JSON',
  'E-LISTING': 'the listing names a resource without a descriptor',
  'E-TOO-LARGE': 'a descriptor exceeds a limit of size',
  'E-NAME': 'a name is not safe in source code, schemas and messages',
  'E-SHAPE': 'a member is missing or has the wrong JSON type',
  'E-KEY': 'a member that matters is misspelt',
  'E-METHOD': 'the method is not an HTTP method',
  'E-NICKNAME': 'an operation has no nickname, and no unique one can be derived',
  'E-SEGMENT': 'a segment of the path cannot be routed',
  'E-GREEDY': 'a variable for the rest of the path is not the last segment',
  'E-TEMPLATE': 'path and path parameters do not match',
  'E-DUPLICATE': 'a declaration is repeated',
  'E-INPUT-CLASH': 'two parameters have the same name in the input map',
  'E-PARAM': 'a parameter has no place, name or type',
  'E-BODY': 'the body is declared in a way that cannot be sent',
  'E-TYPE': 'the type is unknown, or not allowed here',
  'E-MODEL': 'the model is not declared',
  'E-REF': 'a reference leads out of the file',
  'E-INHERITANCE': 'sub types cannot be distinguished, or form a cycle',
  'E-LIMIT': 'a limit does not fit its type, or nothing can satisfy it',
  'E-PATTERN': 'the pattern is not a regular expression',
  'E-REGEX': 'the pattern takes seconds for some texts',
  'E-DEFAULT': 'the default does not satisfy its own declaration',
  'E-EXAMPLE': 'an example does not satisfy its own declaration',
  'E-AUTHORIZATION': 'an authorization cannot be checked, or would not protect',
  'E-STATUS': 'the status cannot be a success',
  'E-UNSUPPORTED': 'an OpenAPI keyword that is not supported',
  'E-HEADER': 'a header name or value that cannot be sent',
  'E-DEPRECATION': 'a date of deprecation or sunset is invalid, or the two contradict each other',
  'E-IDEMPOTENT': 'x-idempotent where no key is needed, or together with a parameter for the key',
  'E-MEDIA-VERSION': 'a version of the result cannot be offered',
  'E-BACKGROUND': 'a schedule or consumer has no valid trigger',
  'E-ROUTE': 'two functions or routes have the same name in the deployed stack',
  'E-HANDLER': 'the handler is missing, or does not fit its operation',
  'E-CODE': 'a handler, or what it imports, does not pass the type check',
  'E-BUNDLE': 'the code of a function cannot be bundled',
  'E-ROLE': 'a function may send a command that its role does not allow',
  'E-SETTING': 'a build setting is unknown, or has a wrong value',
  'E-BUDGET': 'the deployment exceeds a limit of AWS',
  'W-AUTHORIZATION': 'an authorization, or one of its scopes, is not defined; it is enforced anyway',
  'W-BASE-PATH': 'the base path is missing or cannot be routed',
  'W-BODY': 'a body with a method for which some clients send none',
  'W-BUDGET': 'the deployment is close to a limit of AWS',
  'W-DEFAULT': 'a default that is empty, or of a body, is ignored; one of another type is converted',
  'W-DISCRIMINATOR': 'the discriminator is not a property of its model',
  'W-EXAMPLE': 'an OpenAPI example is ignored: it violates its schema, or its value is not in the file',
  'W-FILE': 'a file of a foreign folder is not used',
  'W-FLAG': 'a string stands for true or false',
  'W-FORMAT': 'the format suffix of a path is dropped: Accept chooses the format',
  'W-JSON': 'a name is repeated in an object, with the same value',
  'W-KEY': 'a member looks misspelt, or is not an OpenAPI keyword',
  'W-LEADING-SLASH': 'a path does not begin with a slash',
  'W-LIMIT': 'a limit does not apply to its type and is ignored',
  'W-LISTING': 'the listing of a foreign folder names a declaration that does not exist',
  'W-MEDIA-TYPE': 'a media type is not served',
  'W-MODEL': 'a model is unknown',
  'W-MODEL-ID': 'the id of a model differs from its key',
  'W-NICKNAME': 'a nickname is missing, odd or used several times: another one is derived',
  'W-PARAM': 'a parameter or its place is missing, repeated, or named as in another description language',
  'W-REGEX': 'a pattern takes quadratic time, for texts of bounded length',
  'W-RESOURCE-PATH': 'the resourcePath is missing, or a path is outside it',
  'W-RESPONSE': 'a response that cannot be documented is omitted',
  'W-RESULT': 'an operation does not say what it returns',
  'W-RISK': 'a credential where others may read it or send it, which the listing accepts',
  'W-SEGMENT': 'the default route serves a path that the gateway cannot route',
  'W-SHAPE': 'an object has no properties, or requires one that it does not have',
  'W-TRAILING-SLASH': 'a path ends in a slash: the gateway cannot route it',
  'W-UNSUPPORTED': 'an OpenAPI keyword is ignored, or has another effect here',
  'W-TYPE': 'a type has the name that another language gives it',
} as const;

export type DiagnosticCode = keyof typeof diagnosticMeanings;

export interface Diagnostic {
  readonly code: DiagnosticCode;
  /** Relative to the project, with `/`. */
  readonly file: string;
  /** JSON pointer (RFC 6901); empty for the whole file, or if the file is not JSON. */
  readonly pointer: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly accepted: string;
  /** A change of the file that a program can make to remove the diagnostic. */
  readonly fix?: Fix;
}

export interface Fix {
  /** Path of the value to change; -1 at its end means a new item of an array. */
  readonly path: readonly (string | number)[];
  /** The new value. */
  readonly value?: unknown;
  /** The new name of the member. With neither, the value is removed. */
  readonly rename?: string;
}

const start: TextPosition = { line: 1, column: 1 };

/** A diagnostic of a whole file or of its text, which has no JSON pointer. */
export function fileDiagnostic(
  file: string,
  code: DiagnosticCode,
  found: string,
  accepted: string,
  { line, column } = start,
): Diagnostic {
  return { code, file, pointer: '', line, column, found, accepted };
}

export type Report = (diagnostic: Diagnostic) => void;

/** For parts whose diagnostics are reported elsewhere. */
export const ignore: Report = () => undefined;

/** Tells whether a diagnostic is new, for parts that are read several times. */
export function unseen(): (diagnostic: Diagnostic) => boolean {
  const known = new Set<string>();
  return ({ code, pointer, found }) => known.size < known.add(JSON.stringify([code, pointer, found])).size;
}

export function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.code.startsWith('E-');
}

/** By file, then by place in it; stable for the same place. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) =>
      compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.code, b.code),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The text of a diagnostic.
 *
 * @example
 * descriptors/bookmark.json:12:9 E-METHOD at /apis/0/operations/0/httpMethod
 *   found     "FETCH"
 *   accepted  one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS
 */
export function describeDiagnostic(diagnostic: Diagnostic): string {
  const where = diagnostic.pointer === '' ? '' : ` at ${diagnostic.pointer}`;
  return [
    `${diagnostic.file}:${diagnostic.line}:${diagnostic.column} ${diagnostic.code}${where}`,
    `  found     ${diagnostic.found}`,
    `  accepted  ${diagnostic.accepted}`,
  ].join('\n');
}
