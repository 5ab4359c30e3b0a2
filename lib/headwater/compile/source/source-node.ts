/**
 * A JSON value with its position, and where its diagnostics go. Checks walk a descriptor with these nodes, so no check has
 * to pass on file, pointer and report.
 */

import { isObject } from '../../shared/json/is-object.ts';
import { nearSpelling } from '../../shared/json/near-spelling.ts';
import { omitEmpty, omitUndefined } from '../../shared/json/omit.ts';
import { toPointer } from '../../shared/json/pointer.ts';
import type { DescriptorFile, JsonPath } from './descriptor-file.ts';
import type { Diagnostic, DiagnosticCode, Fix, Report } from './diagnostic.ts';
import { type DialectTerms, swagger1Terms } from './dialect-terms.ts';

interface NodeParts {
  readonly file: DescriptorFile;
  readonly path: JsonPath;
  readonly value: unknown;
  readonly report: Report;
  /** A node whose members are read as if they were members of this one. */
  readonly inherited?: SourceNode;
  /** Members that are misspelt, or that another keyword says, by the keyword that they stand for. */
  readonly misspelt?: ReadonlyMap<string, string>;
}

export class SourceNode {
  readonly file: DescriptorFile;
  readonly path: JsonPath;
  readonly value: unknown;
  readonly #parts: NodeParts;

  constructor(parts: NodeParts) {
    this.file = parts.file;
    this.path = parts.path;
    this.value = parts.value;
    this.#parts = parts;
  }

  get name(): string {
    return String(this.path.at(-1));
  }

  /** The words for a diagnostic, in the language of the file. */
  get terms(): DialectTerms {
    return this.file.terms ?? swagger1Terms;
  }

  with(changes: Partial<NodeParts>): SourceNode {
    return new SourceNode({ ...this.#parts, ...changes });
  }

  root(): SourceNode {
    return rootOf(this.file, this.#parts.report);
  }

  /** A part of the value, or what is read in its place. */
  child(step: string | number, value: unknown): SourceNode {
    const { file, path } = this;
    return new SourceNode({ file, path: [...path, step], value, report: this.#parts.report });
  }

  /** The member `key`, or undefined when it is absent; null means absent. */
  member(key: string): SourceNode | undefined {
    const { inherited, misspelt } = this.#parts;
    const written = misspelt?.get(key);
    return (
      this.#own(key) ?? (written === undefined ? undefined : this.#own(written)) ?? inherited?.member(key)
    );
  }

  #own(key: string): SourceNode | undefined {
    const value = isObject(this.value) && Object.hasOwn(this.value, key) ? this.value[key] : undefined;
    return value === null || value === undefined ? undefined : this.child(key, value);
  }

  /** The first of several spellings of a member: the two versions of Swagger name some members differently. */
  anyMember(keys: readonly string[]): SourceNode | undefined {
    const [first] = keys.flatMap((key) => this.member(key) ?? []);
    return first;
  }

  /** The first of the members that is present, or the node itself: where a diagnostic about one of them belongs. */
  at(...keys: readonly string[]): SourceNode {
    return this.anyMember(keys) ?? this;
  }

  members(): [name: string, value: SourceNode][] {
    if (!isObject(this.value)) return [];
    const own = Object.keys(this.value).flatMap((key): [string, SourceNode][] => {
      const found = this.member(key);
      return found ? [[key, found]] : [];
    });
    return [...own, ...(this.#parts.inherited?.members() ?? [])];
  }

  membersOf(key: string): [name: string, value: SourceNode][] {
    return this.member(key)?.members() ?? [];
  }

  /** null means absent here too. */
  items(): SourceNode[] {
    if (!Array.isArray(this.value)) return [];
    return this.value.flatMap((value, index) => (value === null ? [] : this.child(index, value)));
  }

  itemsOf(key: string): SourceNode[] {
    return this.member(key)?.items() ?? [];
  }

  /** The same position, with only these members. */
  only(keys: readonly string[]): SourceNode {
    const members = Object.entries(isObject(this.value) ? this.value : {});
    return this.with({ value: Object.fromEntries(members.filter(([key]) => keys.includes(key))) });
  }

  /** Makes a diagnostic with the place of the node. */
  diagnose(code: DiagnosticCode, found: string, accepted: string, fix?: Fix): Diagnostic {
    const { file, path } = this;
    const written = file.written?.(path) ?? path;
    const place = { file: file.path, pointer: toPointer(written), ...file.locate(path) };
    return { code, ...place, found, accepted, ...omitUndefined({ fix }) };
  }

  /** @returns undefined, which is what is read of a refused part. */
  report(code: DiagnosticCode, found: string, accepted: string, fix?: Fix): undefined {
    this.#parts.report(this.diagnose(code, found, accepted, fix));
  }

  /** The same part, of which only some diagnostics are reported. */
  reporting(isReported: (diagnostic: Diagnostic) => boolean): SourceNode {
    const { report } = this.#parts;
    return this.with({ report: (diagnostic) => isReported(diagnostic) && report(diagnostic) });
  }

  /**
   * The value if it has the JSON type; otherwise reports a diagnostic.
   *
   * @param accepted for a member that may also have another form, which the caller reads.
   */
  expect<T extends keyof JsonTypes>(
    type: T,
    fix?: Fix,
    accepted = withArticle(type),
  ): JsonTypes[T] | undefined {
    const { value } = this;
    // PHP writes an object without members as [].
    if (type === 'object' && Array.isArray(value) && value.length === 0) return {} as JsonTypes[T];
    if (kindOf(value) === type) return value as JsonTypes[T];
    return this.report('E-SHAPE', quote(value), accepted, fix);
  }

  /**
   * The items of a member. Undefined if it is absent, or not an array, which is reported.
   *
   * @param fix proposes to remove a member that is not an array.
   */
  list(key: string, fix?: 'remove'): SourceNode[] | undefined {
    const found = this.member(key);
    return found?.expect('array', fix && { path: found.path }) && found.items();
  }

  text(key: string): string | undefined {
    const found = this.member(key);
    return found?.expect('string', { path: found.path });
  }

  /** The value if it is such a text; otherwise reports it. @param what it is, for the diagnostic. */
  matching(pattern: RegExp, code: DiagnosticCode, accepted: string, what = ''): string | undefined {
    const { value } = this;
    if (typeof value === 'string' && pattern.test(value)) return value;
    return this.report(code, `${what}${quote(value)}`, accepted);
  }

  /** The value if it is one of the names; otherwise reports the nearest one, or what is accepted. @param what it is. */
  knownName<Name extends string>(
    names: readonly Name[],
    code: DiagnosticCode,
    what: string,
    accepted: string,
  ): Name | undefined {
    const known = names.find((name) => name === this.value);
    if (known !== undefined) return known;
    const meant = nearSpelling(String(this.value), names);
    return this.report(code, `${what} ${quote(this.value)}`, meant === undefined ? accepted : quote(meant));
  }

  /** False if absent. */
  flag(key: string): boolean {
    return this.member(key)?.asFlag() ?? false;
  }

  /** @param accepted as for `expect`. */
  asFlag(accepted?: string): boolean {
    const { value, path } = this;
    if (typeof value === 'boolean' || !isFlag(value))
      return this.expect('boolean', { path }, accepted) === true;
    const isSet = /^(?:true|1)$/i.test(String(value));
    this.report('W-FLAG', quote(value), `${isSet}, which is assumed`);
    return isSet;
  }

  /** `{ extensions }`: the members that begin with `x-`, unchanged. Empty if there are none. */
  extensions(unserved: readonly string[] = []): { extensions?: Readonly<Record<string, unknown>> } {
    const extensions = this.members().filter(([key]) => key.startsWith('x-') && !unserved.includes(key));
    return omitEmpty({ extensions: Object.fromEntries(extensions.map(([key, { value }]) => [key, value])) });
  }

  /** `{ description }`, or an empty object. */
  describe(): { description?: string } {
    return omitUndefined({ description: this.text('description') });
  }
}

export function rootOf(file: DescriptorFile, report: Report): SourceNode {
  return new SourceNode({ file, path: [], value: file.value, report });
}

/** The first eight names. @example firstNames(['Loan', 'LoanInput']) // 'Loan, LoanInput' */
export function firstNames(names: readonly string[]): string {
  return names.length > 8 ? `${names.slice(0, 8).join(', ')}, …` : names.join(', ');
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

interface JsonTypes {
  readonly string: string;
  readonly boolean: boolean;
  readonly object: Readonly<Record<string, unknown>>;
  readonly array: readonly unknown[];
}

/** The JSON type of a value; an integer is a number. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

export function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

/** Real files also use `"true"`, `"False"`, `""`, 1 and 0. */
export function isFlag(value: unknown): boolean {
  return typeof value !== 'object' && ['true', 'false', '', '1', '0'].includes(String(value).toLowerCase());
}
