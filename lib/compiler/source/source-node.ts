/**
 * A JSON value that knows where it stands. Checks walk a descriptor with
 * these, so that no check has to carry file and pointer by hand.
 */

import { omitUndefined } from '../../json/omit-undefined.ts';
import type { DescriptorFile, JsonPath } from './descriptor-file.ts';
import { nearSpelling } from './near-spelling.ts';
import type { Fix, Problem, ProblemCode, Report } from './problem.ts';

export interface SourceNode {
  readonly file: DescriptorFile;
  readonly path: JsonPath;
  readonly value: unknown;
  /** Members that stand elsewhere and are read as if they stood here. */
  readonly inherited?: SourceNode;
}

export function rootOf(file: DescriptorFile): SourceNode {
  return { file, path: [], value: file.value };
}

/** The member `key`, or undefined when it is absent; null means absent. */
export function member(node: SourceNode, key: string): SourceNode | undefined {
  const value = isObject(node.value) && Object.hasOwn(node.value, key) ? node.value[key] : undefined;
  if (value !== null && value !== undefined) return { file: node.file, path: [...node.path, key], value };
  return node.inherited && member(node.inherited, key);
}

/** The first of several spellings of one member: the two dialects are read key by key. */
export function anyMember(node: SourceNode, keys: readonly string[]): SourceNode | undefined {
  for (const key of keys) {
    const found = member(node, key);
    if (found) return found;
  }
  return undefined;
}

export function members(node: SourceNode): [name: string, value: SourceNode][] {
  if (!isObject(node.value)) return [];
  const own = Object.keys(node.value).flatMap((key) => {
    const found = member(node, key);
    return found ? [[key, found] as [string, SourceNode]] : [];
  });
  return node.inherited ? [...own, ...members(node.inherited)] : own;
}

/** null means absent here too. */
export function items(node: SourceNode): SourceNode[] {
  if (!Array.isArray(node.value)) return [];
  return node.value.flatMap((value, index) =>
    value === null ? [] : { file: node.file, path: [...node.path, index], value },
  );
}

/** The same place with these members alone. */
export function only(node: SourceNode, keys: readonly string[]): SourceNode {
  const value = isObject(node.value) ? node.value : {};
  return { ...node, value: Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key))) };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** RFC 6901 section 3: `~` and `/` are escaped. */
export function toPointer(path: JsonPath): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function problemAt(
  node: SourceNode,
  code: ProblemCode,
  found: string,
  accepted: string,
  fix?: Fix,
): Problem {
  const { file, path } = node;
  const place = { file: file.path, pointer: toPointer(path), ...file.locate(path) };
  return { code, ...place, found, accepted, ...omitUndefined({ fix }) };
}

/** A value in a message: as JSON, shortened, so that a hostile one stays on its line. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const safe = text.replace(
    /[\u2028\u2029\u007f-\u009f]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return safe.length > 80 ? `${safe.slice(0, 77)}...` : safe;
}

const jsonTypes = {
  string: (value: unknown): value is string => typeof value === 'string',
  boolean: (value: unknown): value is boolean => typeof value === 'boolean',
  object: isObject,
  array: (value: unknown): value is readonly unknown[] => Array.isArray(value),
} as const;

type JsonTypes = {
  string: string;
  boolean: boolean;
  object: Readonly<Record<string, unknown>>;
  array: readonly unknown[];
};

/** The value when it has the JSON type; otherwise the problem is reported. */
export function expectType<T extends keyof JsonTypes>(
  node: SourceNode,
  type: T,
  report: Report,
  fix?: Fix,
): JsonTypes[T] | undefined {
  // What has no arrays apart from objects writes an object without members as [].
  if (type === 'object' && Array.isArray(node.value) && node.value.length === 0) return {} as JsonTypes[T];
  // Each guard of the table above narrows to the type of its own key.
  if (jsonTypes[type](node.value)) return node.value as JsonTypes[T];
  const accepted = type === 'array' ? 'an array' : `${article(type)} ${type}`;
  report(problemAt(node, 'E-SHAPE', quote(node.value), accepted, fix));
  return undefined;
}

function article(word: string): string {
  return /^[aeiou]/.test(word) ? 'an' : 'a';
}

export function textMember(node: SourceNode, key: string, report: Report): string | undefined {
  const found = member(node, key);
  return found && expectType(found, 'string', report, { path: found.path });
}

/** Real files also write `"true"`, `"False"`, `""`, 1 and 0. */
export function isFlag(value: unknown): boolean {
  return typeof value !== 'object' && ['true', 'false', '', '1', '0'].includes(String(value).toLowerCase());
}

/** False when it is absent. */
export function flagMember(node: SourceNode, key: string, report: Report): boolean {
  const found = member(node, key);
  if (!found) return false;
  if (typeof found.value === 'boolean' || !isFlag(found.value))
    return expectType(found, 'boolean', report, { path: found.path }) === true;
  const isSet = /^(?:true|1)$/i.test(String(found.value));
  report(problemAt(found, 'W-FLAG', quote(found.value), `${isSet}, which is assumed`));
  return isSet;
}

/** `{ extensions }`: the members that begin with `x-`, served as they were written; nothing without any. */
export function extensionsOf(node: SourceNode): { extensions?: Readonly<Record<string, unknown>> } {
  const extensions = members(node).filter(([key]) => key.startsWith('x-'));
  if (extensions.length === 0) return {};
  return { extensions: Object.fromEntries(extensions.map(([key, { value }]) => [key, value])) };
}

/** `{ description }`, or nothing. */
export function describe(node: SourceNode, report: Report): { description?: string } {
  return omitUndefined({ description: textMember(node, 'description', report) });
}

/** Words of other description languages that say what a word of this one says. */
const otherWords: Readonly<Record<string, string>> = {
  default: 'defaultValue',
  in: 'paramType',
  operationId: 'nickname',
  oneOf: 'subTypes',
  allOf: 'subTypes',
};

/** Warns of members that are not known but near to one that is; others are left alone. */
export function warnOfMisspelling(node: SourceNode, known: readonly string[], report: Report): void {
  for (const [key, value] of members(node)) {
    if (known.includes(key) || key.startsWith('x-')) continue;
    const other = Object.hasOwn(otherWords, key) ? otherWords[key] : undefined;
    const meant = other !== undefined && known.includes(other) ? other : nearSpelling(key, known);
    if (meant) report(problemAt(value, 'W-KEY', `the member ${quote(key)}`, `"${meant}"`));
  }
}
