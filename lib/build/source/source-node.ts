/**
 * A JSON value with its position. Checks walk a descriptor with these nodes, so no
 * check has to pass file and pointer.
 */

import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import type { DescriptorFile, JsonPath } from './descriptor-file.ts';
import type { Diagnostic, DiagnosticCode, Fix, Report } from './diagnostic.ts';

export interface SourceNode {
  readonly file: DescriptorFile;
  readonly path: JsonPath;
  readonly value: unknown;
  /** A node whose members are read as if they were members of this one. */
  readonly inherited?: SourceNode;
  /** Members that are misspelt, by the word that they stand for. */
  readonly misspelt?: ReadonlyMap<string, string>;
}

export function rootOf(file: DescriptorFile): SourceNode {
  return { file, path: [], value: file.value };
}

/** The member `key`, or undefined when it is absent; null means absent. */
export function member(node: SourceNode, key: string): SourceNode | undefined {
  const written = node.misspelt?.get(key);
  return (
    ownMember(node, key) ??
    (written === undefined ? undefined : ownMember(node, written)) ??
    (node.inherited && member(node.inherited, key))
  );
}

function ownMember({ file, path, value: holder }: SourceNode, key: string): SourceNode | undefined {
  const value = isObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
  return value === null || value === undefined ? undefined : { file, path: [...path, key], value };
}

/** The first of several spellings of a member: the two versions of Swagger name some members differently. */
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

/** The same position, with only these members. */
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

/** Makes a diagnostic with the place of a node. */
export function diagnose(
  node: SourceNode,
  code: DiagnosticCode,
  found: string,
  accepted: string,
  fix?: Fix,
): Diagnostic {
  const { file, path } = node;
  const written = file.written?.(path) ?? path;
  const place = { file: file.path, pointer: toPointer(written), ...file.locate(path) };
  return { code, ...place, found, accepted, ...omitUndefined({ fix }) };
}

/** A value for a message: JSON on one line, shortened. */
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

/** The value if it has the JSON type; otherwise reports a diagnostic. */
export function expectType<T extends keyof JsonTypes>(
  node: SourceNode,
  type: T,
  report: Report,
  fix?: Fix,
): JsonTypes[T] | undefined {
  // PHP writes an object without members as [].
  if (type === 'object' && Array.isArray(node.value) && node.value.length === 0) return {} as JsonTypes[T];
  // Each guard of the table narrows to the type of its key.
  if (jsonTypes[type](node.value)) return node.value as JsonTypes[T];
  const accepted = withArticle(type);
  report(diagnose(node, 'E-SHAPE', quote(node.value), accepted, fix));
  return undefined;
}

export function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

export function textMember(node: SourceNode, key: string, report: Report): string | undefined {
  const found = member(node, key);
  return found && expectType(found, 'string', report, { path: found.path });
}

/** Real files also use `"true"`, `"False"`, `""`, 1 and 0. */
export function isFlag(value: unknown): boolean {
  return typeof value !== 'object' && ['true', 'false', '', '1', '0'].includes(String(value).toLowerCase());
}

/** False if absent. */
export function flagMember(node: SourceNode, key: string, report: Report): boolean {
  const found = member(node, key);
  return found !== undefined && flagOf(found, report);
}

export function flagOf(found: SourceNode, report: Report): boolean {
  if (typeof found.value === 'boolean' || !isFlag(found.value))
    return expectType(found, 'boolean', report, { path: found.path }) === true;
  const isSet = /^(?:true|1)$/i.test(String(found.value));
  report(diagnose(found, 'W-FLAG', quote(found.value), `${isSet}, which is assumed`));
  return isSet;
}

/** `{ extensions }`: the members that begin with `x-`, unchanged. Empty if there are none. */
export function extensionsOf(
  node: SourceNode,
  unserved: readonly string[] = [],
): { extensions?: Readonly<Record<string, unknown>> } {
  const extensions = members(node).filter(([key]) => key.startsWith('x-') && !unserved.includes(key));
  if (extensions.length === 0) return {};
  return { extensions: Object.fromEntries(extensions.map(([key, { value }]) => [key, value])) };
}

/** `{ description }`, or an empty object. */
export function describe(node: SourceNode, report: Report): { description?: string } {
  return omitUndefined({ description: textMember(node, 'description', report) });
}
