/** Leaves operations that cannot be served out of copies of OpenAPI documents. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { planService } from '../../../compile/plan/plan-service.ts';
import { isOpenApi } from '../../../compile/read/openapi/upgrade-document.ts';
import type { DescriptorFile, JsonPath } from '../../../compile/source/descriptor-file.ts';
import { type Diagnostic, isError } from '../../../compile/source/diagnostic.ts';
import { quote } from '../../../compile/source/source-node.ts';
import { isObject } from '../../../shared/json/is-object.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import { fromPointer, toPointer } from '../../../shared/json/pointer.ts';
import { AffectedOperations, valueAt } from '../foreign/affected-operations.ts';
import type { ForeignDescriptors } from '../foreign/read-foreign-descriptors.ts';
import { fixText } from './fix-text.ts';

export interface SkippedPart {
  /** An operation, such as `GET /loan`, or the pointer of another part. */
  readonly name: string;
  readonly reason: Diagnostic;
}

export interface SkippedOperations {
  readonly foreign: ForeignDescriptors;
  /** The new texts of changed files, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Each with its first reason. */
  readonly operations: readonly SkippedPart[];
  /** What only they use, and credentials that cannot be checked. */
  readonly others: readonly SkippedPart[];
  /** The number of all operations of OpenAPI documents. */
  readonly of: number;
}

/** A part that is left out may reveal the next problem: a route that clashes, a schema that refers to it. */
const maxRounds = 20;

/** @param given the texts of files that were changed before, by path. */
export async function skipUnsupported(
  root: string,
  original: ForeignDescriptors,
  given: ReadonlyMap<string, string>,
): Promise<SkippedOperations> {
  const skipped: PartToSkip[] = [];
  let foreign = original;
  for (let round = 0; round < maxRounds; round++) {
    const parts = partsToSkip(foreign);
    if (parts.length === 0) break;
    skipped.push(...parts.map((part) => withCause(part, skipped)));
    foreign = { ...foreign, resources: withoutParts(foreign.resources, parts) };
  }
  const documents = [...original.resources.values()].filter(isOpenApi);
  return {
    foreign,
    texts: new Map([...given, ...(await textsWithout(root, { foreign, skipped, given }))]),
    operations: skipped.filter(({ isOperation }) => isOperation),
    others: skipped.filter(({ isOperation }) => !isOperation),
    of: documents.reduce((sum, file) => sum + new AffectedOperations(file).operations.length, 0),
  };
}

interface PartToSkip extends SkippedPart {
  readonly path: JsonPath;
  readonly isOperation: boolean;
}

/** A part that goes because it refers to another one has the reason of that one. */
function withCause(part: PartToSkip, skipped: readonly PartToSkip[]): PartToSkip {
  const cause = skipped.find(({ name }) => part.reason.found.startsWith(quote(name)));
  return cause ? { ...part, reason: cause.reason } : part;
}

function partsToSkip({ resources, ...others }: ForeignDescriptors): PartToSkip[] {
  const errors = planService({ resources, ...others }).diagnostics.filter(isError);
  return [...resources.values()].filter(isOpenApi).flatMap((file) => {
    const own = errors.filter((error) => error.file === file.path);
    return own.length === 0 ? [] : partsOf(file, own);
  });
}

function withoutParts(
  resources: ForeignDescriptors['resources'],
  parts: readonly PartToSkip[],
): ForeignDescriptors['resources'] {
  return new Map(
    [...resources].map(([name, file]) => {
      const paths = pathsIn(file, parts);
      return [name, paths.length === 0 ? file : { ...file, value: without(file.value, paths) }];
    }),
  );
}

function pathsIn(file: DescriptorFile, parts: readonly PartToSkip[]): JsonPath[] {
  return parts.filter(({ reason }) => reason.file === file.path).map(({ path }) => path);
}

function partsOf(file: DescriptorFile, errors: readonly Diagnostic[]): PartToSkip[] {
  const affected = new AffectedOperations(file);
  const parts = errors.flatMap((reason) => {
    const alone = alternativeOf(reason, file, errors);
    if (alone) return partAt(alone, reason, file);
    const operations = affected
      .by(reason)
      .map(({ name, path }) => ({ name, path, reason, isOperation: true }));
    return operations.length > 0
      ? operations
      : partAt(partWithoutOperations(fromPointer(reason.pointer)), reason, file);
  });
  // Each with its first reason.
  return [...new Map(parts.toReversed().map((part) => [toPointer(part.path), part])).values()].toReversed();
}

function partAt(path: JsonPath | undefined, reason: Diagnostic, { value }: DescriptorFile): PartToSkip[] {
  if (!path || valueAt(value, path) === undefined) return [];
  return [{ name: `#${toPointer(path)}`, path, reason, isOperation: false }];
}

/** One of several credentials, if another one can be checked: then the operation is served, and accepts only that. */
function alternativeOf(
  { code, pointer }: Diagnostic,
  { value }: DescriptorFile,
  errors: readonly Diagnostic[],
): JsonPath | undefined {
  const [, holder, item] = /^(.*\/security)\/(\d+)(?:\/|$)/.exec(pointer) ?? [];
  if (code !== 'E-AUTHORIZATION' || holder === undefined || item === undefined) return undefined;
  const list = valueAt(value, fromPointer(holder));
  const isRefused = (index: number) =>
    errors.some((error) => `${error.pointer}/`.startsWith(`${holder}/${index}/`));
  const isServed = Array.isArray(list) && !list.every((_, index) => isRefused(index));
  return isServed ? [...fromPointer(holder), item] : undefined;
}

/** How many steps lead to a part that may be left out if no operation needs it. */
const depthOfParts: Readonly<Record<string, number>> = {
  components: 3,
  definitions: 2,
  parameters: 2,
  responses: 2,
  paths: 3,
  security: 1,
};

function partWithoutOperations(path: readonly string[]): JsonPath | undefined {
  const [first = ''] = path;
  const isEmptyPath = first === 'paths' && path.length === 2;
  const depth = isEmptyPath ? 2 : ownMember(depthOfParts, first);
  return depth !== undefined && path.length >= depth ? path.slice(0, depth) : undefined;
}

function without(value: unknown, paths: readonly JsonPath[]): unknown {
  const gone = new Set(paths.map((path) => path.join('\n')));
  const copy = (at: unknown, path: JsonPath): unknown => {
    if (!paths.some((each) => path.every((step, index) => step === each[index]))) return at;
    if (Array.isArray(at)) return at.filter((_, index) => !gone.has([...path, index].join('\n')));
    if (!isObject(at)) return at;
    const kept = Object.entries(at).filter(([name]) => !gone.has([...path, name].join('\n')));
    return Object.fromEntries(kept.map(([name, each]) => [name, copy(each, [...path, name])]));
  };
  return copy(value, []);
}

/** Without those that go with another one. */
function outermost(paths: readonly JsonPath[]): readonly JsonPath[] {
  const all = new Set(paths.map(toPointer));
  return paths.filter(
    (path) => !path.some((_, length) => length > 0 && all.has(toPointer(path.slice(0, length)))),
  );
}

/** JSON is written anew; YAML keeps its comments. */
async function textsWithout(
  root: string,
  {
    foreign,
    skipped,
    given,
  }: {
    readonly foreign: ForeignDescriptors;
    readonly skipped: readonly PartToSkip[];
    readonly given: ReadonlyMap<string, string>;
  },
): Promise<[path: string, text: string][]> {
  const changed = [...foreign.resources.values()].filter((file) => pathsIn(file, skipped).length > 0);
  return Promise.all(
    changed.map(async (file): Promise<[string, string]> => {
      if (!/\.ya?ml$/i.test(file.path)) return [file.path, `${JSON.stringify(file.value, null, 2)}\n`];
      const text = given.get(file.path) ?? (await readFile(join(root, file.path), 'utf8'));
      return [
        file.path,
        fixText(
          file.path,
          text,
          outermost(pathsIn(file, skipped)).map((path) => ({ path })),
        ),
      ];
    }),
  );
}
