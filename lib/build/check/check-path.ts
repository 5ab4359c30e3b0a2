/** Paths as API Gateway can route them. */

import type { Report } from '../problem.ts';
import { type Located, problemAt, quote } from './located.ts';

/** What RFC 3986 section 3.3 leaves unescaped, less what a route key or CloudFormation cannot hold. */
const literalPattern = /^[A-Za-z0-9._~-]+$/;
const variablePattern = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** The variables of a path in order; problems are reported. */
export function readPathVariables(node: Located, path: string, report: Report): string[] {
  if (!path.startsWith('/')) report(problemAt(node, 'E-SEGMENT', quote(path), 'a path that begins with /'));
  const segments = path.split('/').slice(1);
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
