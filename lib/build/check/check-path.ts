/** Paths as API Gateway can route them. */

import type { Report } from '../problem.ts';
import { type Located, problemAt, quote } from './located.ts';

/** What RFC 3986 section 3.3 leaves unescaped, less what a route key or CloudFormation cannot hold. */
const literalPattern = /^[A-Za-z0-9._~-]+$/;
const variablePattern = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** A fifth of all real paths say that the caller chooses the format by a suffix. Here `Accept` does. */
const formatSuffix = '.{format}';

export interface ReadPath {
  /** As clients are told of it. */
  readonly path: string;
  /** As the gateway routes it: a route key has no slash at its end. */
  readonly route: string;
  /** In order. */
  readonly variables: readonly string[];
  /** `.{format}` was taken out of it, and the parameter goes with it. */
  readonly hadFormat: boolean;
}

export function withoutFormat(path: string): string {
  return path.replaceAll(formatSuffix, '');
}

/** What is wrong with a path is reported; the rest is read all the same. */
export function readPath(node: Located, declared: string, report: Report): ReadPath {
  if (!declared.startsWith('/'))
    report(problemAt(node, 'E-SEGMENT', quote(declared), 'a path that begins with /'));
  const path = withoutFormat(declared);
  const hadFormat = path !== declared;
  if (hadFormat)
    report(problemAt(node, 'W-FORMAT', quote(declared), `${quote(path)}, which it is taken for`));
  const route = path.replace(/\/+$/, '');
  if (route !== '' && route !== path) {
    report(problemAt(node, 'W-TRAILING-SLASH', quote(path), `${quote(route)}, which it is routed as`));
  }
  return { path, route, variables: readVariables(node, route, report), hadFormat };
}

function readVariables(node: Located, route: string, report: Report): string[] {
  const segments = route.split('/').slice(1);
  const variables = segments.flatMap((segment) => variablePattern.exec(segment)?.[1] ?? []);
  for (const segment of segments) {
    if (literalPattern.test(segment) || variablePattern.test(segment)) continue;
    const accepted = 'letters, digits, and . _ ~ -, or one {variable} that is the whole segment';
    report(problemAt(node, 'E-SEGMENT', segment === '' ? 'an empty segment' : quote(segment), accepted));
  }
  for (const [index, variable] of variables.entries()) {
    if (variables.indexOf(variable) === index) continue;
    report(problemAt(node, 'E-TEMPLATE', `{${variable}} twice in one path`, 'each variable once'));
  }
  return variables;
}

/** The path of a base path, which may be written as a URL; without a trailing slash. */
export function readBasePath(node: Located | undefined, text: string | undefined, report: Report): string {
  if (!node || text === undefined) return '';
  const url = URL.parse(text, 'https://localhost');
  const path = url?.pathname.replace(/\/+$/, '') ?? '';
  const isRoutable = path
    .split('/')
    .slice(1)
    .every((segment) => literalPattern.test(segment));
  if (url && isRoutable) return path;
  report(problemAt(node, 'E-SEGMENT', quote(text), 'a URL or a path such as /v1'));
  return '';
}
