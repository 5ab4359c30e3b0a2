/** Paths that the service can route: API Gateway routes whole segments, the default route all others. */

import { quote, type SourceNode } from '../../source/source-node.ts';
import { isSafeName } from './names.ts';

/**
 * The unescaped characters of RFC 3986 section 3.3 that route keys and
 * CloudFormation allow; not `.` and `..`, which clients resolve.
 */
const literalPattern = /^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/;
/** `{name}`; `{name+}` matches one or more segments, `{name*}` zero or more. */
const variablePattern = /^\{([^{}/*+:]+)([*+]?)\}$/;
const variablesPattern = /\{([^{}/*+:]+)([*+]?)\}/g;

/** Variables with text between them: a segment that only the default route can match. `:id` is a variable of other frameworks. */
const mixedPattern = /^(?!:\w+\??$)(?!\.{1,2}$)(?:[\w.~!$&'()+,;=:@-]|(?<!\})\{[^{}/*+:]+\})+$/;

/** A fifth of all real paths let the client choose the format by a suffix. Here `Accept` chooses it. */
const formatSuffix = /\(?\.\{_?format\}\)?|\{\.format\}/g;

/** The gateway allows 10,240 bytes for the request line and all headers. */
const maxPathLength = 1_000;

export interface ReadPath {
  /** As documented for clients. */
  readonly path: string;
  /** Without a slash at its end, which a route key of the gateway cannot have. */
  readonly route: string;
  /** Their names. */
  readonly variables: readonly string[];
  /** False if a segment was refused. */
  readonly isRoutable: boolean;
  /** `.{format}` was removed. Its parameter is ignored. */
  readonly hadFormat: boolean;
}

/** Whether the path may end before a variable, which is then `{name*}`. */
export function isOptional({ route }: ReadPath, name: string): boolean {
  return route.includes(`/{${name}*}`);
}

export function isFormatName(name: unknown): boolean {
  return name === 'format' || name === '_format' || name === '.format';
}

export function withoutFormat(path: string): string {
  return path.replaceAll(formatSuffix, '');
}

export function readPath(node: SourceNode, declared: string): ReadPath {
  if (declared.length > maxPathLength) {
    const accepted = `at most ${maxPathLength} characters`;
    node.report('E-SEGMENT', `a path of ${declared.length} characters`, accepted);
    return { path: '/', route: '', variables: [], isRoutable: false, hadFormat: false };
  }
  const rooted = declared.startsWith('/') ? declared : `/${declared}`;
  if (rooted !== declared)
    node.report('W-LEADING-SLASH', quote(declared), `${quote(rooted)}, which is assumed`);
  const sent = rooted.replace(/#.*$/s, '');
  if (sent !== rooted) {
    const accepted = `${quote(sent)}, which is assumed: clients do not send what follows #`;
    node.report('W-SEGMENT', quote(declared), accepted);
  }
  const path = withoutFormat(sent);
  const hadFormat = path !== sent;
  if (hadFormat) node.report('W-FORMAT', quote(declared), `${quote(path)}, which is assumed`);
  const route = path.replace(/\/+$/, '');
  if (route !== '' && route !== path) {
    const accepted = `${quote(route)}, which is routed; the default route serves ${quote(path)}`;
    node.report('W-TRAILING-SLASH', quote(path), accepted);
  }
  if (route.includes('?')) {
    reportQuery(node, route);
    return { path, route, variables: [], isRoutable: false, hadFormat };
  }
  const segments = route.split('/').slice(1);
  const isRoutable = segments.every((segment, index) => isSegment(segment, index === segments.length - 1));
  if (
    isRoutable &&
    !segments.every((segment) => literalPattern.test(segment) || variablePattern.test(segment))
  ) {
    const accepted = 'whole segments, which the gateway routes; the default route serves this path';
    node.report('W-SEGMENT', quote(route), accepted);
  }
  return { path, route, variables: readVariables(node, segments), isRoutable, hadFormat };
}

function isSegment(segment: string, isLast = true): boolean {
  return mixedPattern.test(segment) || (isLast && variablePattern.test(segment));
}

function readVariables(node: SourceNode, segments: readonly string[]): string[] {
  const names = segments.flatMap((segment, index) => {
    if (!isSegment(segment)) return reportSegment(node, segment, segments) ?? [];
    return [...segment.matchAll(variablesPattern)].flatMap(([, name = '', repeats]) => {
      if (repeats && index < segments.length - 1) {
        const accepted = `{${name}}, or ${quote(segment)} as the last segment`;
        node.report('E-GREEDY', `${quote(segment)} before the end of the path`, accepted);
      }
      return isSafeName(name, node) ? name : [];
    });
  });
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) === index) continue;
    node.report('E-TEMPLATE', `{${name}} twice in one path`, 'each variable once');
  }
  return names;
}

function reportQuery(node: SourceNode, route: string): void {
  const [path = '', query = ''] = route.split(/\?(.*)/s);
  const names = query.split('&').map((pair) => pair.replace(/=.*$/s, ''));
  const accepted = `${quote(path)}; ${node.terms.place} "query" for ${names.map(quote).join(', ')}`;
  const fix = { path: node.path, value: path };
  node.report('E-SEGMENT', `the query ${quote(`?${query}`)} in a path`, accepted, fix);
}

function reportSegment(node: SourceNode, segment: string, segments: readonly string[]): undefined {
  const rule = "letters, digits, . _ ~ - ! $ & ' ( ) + , ; = : @, and {variables} with text between them";
  const proposal = proposeSegments(segment);
  const accepted = proposal === undefined ? rule : `${rule}, e.g. ${quote(proposal)}`;
  const found = segment === '' ? 'an empty segment' : quote(segment);
  const proposed = segments.flatMap((each) => (isSegment(each) ? each : (proposeSegments(each) ?? [])));
  return node.report('E-SEGMENT', found, accepted, { path: node.path, value: `/${proposed.join('/')}` });
}

/** `{id` -> `{id}`, `{a}-{b}` -> `{a}/{b}`, `:id` -> `{id}`, `{id: [0-9]+}` -> `{id}`, `by-{x}` -> `by/{x}`. */
function proposeSegments(segment: string): string | undefined {
  const express = /^:(\w+)\??$/.exec(segment)?.[1];
  if (express !== undefined) return `{${express}}`;
  const unclosed = /^(?:\{([\w-]+)|([\w-]+)\})$/.exec(segment);
  if (unclosed) return `{${unclosed[1] ?? unclosed[2]}}`;
  const parts = segment.match(/\{[^{}]*\}|[A-Za-z0-9_~]+/g) ?? [];
  const proposed = parts.map((part) => part.replace(/^\{\s*([\w-]+).*\}$/, '{$1}'));
  const withoutSuffix = proposed.filter((part, index) => index === 0 || !/^(?:json|xml|html?)$/.test(part));
  return withoutSuffix.length > 0 &&
    withoutSuffix.every((part) => !/[{}]/.test(part) || variablePattern.test(part))
    ? withoutSuffix.join('/')
    : undefined;
}

/** The path of a base path, which may be a URL, without a trailing slash. Empty if it cannot be routed. */
export function readBasePath(node: SourceNode | undefined, text: string | undefined): string {
  if (!node || text === undefined) return '';
  const url = text.length > maxPathLength ? null : URL.parse(text.trim(), 'https://localhost');
  const path = url?.pathname.replace(/\/+$/, '') ?? '';
  const isRoutable = path
    .split('/')
    .slice(1)
    .every((segment) => literalPattern.test(segment));
  if (url && isRoutable) return path;
  const accepted = 'a URL or a path such as /v1; routes begin at / without one';
  node.report('W-BASE-PATH', quote(text), accepted);
  return '';
}

/** The literal segments with which all paths begin. */
export function commonPath(paths: readonly string[]): string | undefined {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(1));
  const end = first.findIndex(
    (segment, index) =>
      segment === '' || segment.includes('{') || others.some((path) => path[index] !== segment),
  );
  const common = end < 0 ? first : first.slice(0, end);
  return common.length > 0 ? `/${common.join('/')}` : undefined;
}
