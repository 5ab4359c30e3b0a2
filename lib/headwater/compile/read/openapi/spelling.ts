/** Misspelt members of a document: each is an error, and does not keep the document's other mistakes from being found. */

import { isObject } from '../../../shared/json/is-object.ts';
import { toPointer } from '../../../shared/json/pointer.ts';
import type { DescriptorFile, JsonPath } from '../../source/descriptor-file.ts';
import { isError, type Report } from '../../source/diagnostic.ts';
import { rootOf } from '../../source/source-node.ts';
import { hasShape, type Shape } from './shapes.ts';

/** Names by the pointers of members. */
type Names = ReadonlyMap<string, string>;

/**
 * Reports what has another shape.
 *
 * @returns the document as it is meant: the same if it has the shape, or with the right names if only names are wrong.
 *   Undefined if more is wrong.
 */
export function readAsMeant(file: DescriptorFile, shape: Shape, report: Report): DescriptorFile | undefined {
  const names = new Map<string, string>();
  let areNamesAlone = true;
  const note: Report = ({ fix, ...diagnostic }) => {
    report({
      ...diagnostic,
      ...(fix ? { fix: { ...fix, path: file.written?.(fix.path) ?? fix.path } } : {}),
    });
    if (fix?.rename !== undefined) names.set(toPointer(fix.path), fix.rename);
    else if (isError(diagnostic)) areNamesAlone = false;
  };
  if (hasShape(rootOf(file, note), shape)) return file;
  // What a misspelt member contains has not been read yet.
  return areNamesAlone && names.size > 0 ? readAsMeant(withNames(file, names), shape, report) : undefined;
}

function withNames(file: DescriptorFile, names: Names): DescriptorFile {
  const former = new Map<string, string>();
  const value = renamed(file.value, { names, former, from: [], to: [] });
  const formerPath = (path: JsonPath) =>
    path.map((step, at) => former.get(toPointer(path.slice(0, at + 1))) ?? step);
  return {
    ...file,
    value,
    locate: (path) => file.locate(formerPath(path)),
    written: (path) => file.written?.(formerPath(path)) ?? formerPath(path),
  };
}

interface Renaming {
  readonly names: Names;
  /** Gets the former name of each renamed member, by its new pointer. */
  readonly former: Map<string, string>;
  /** The place of the value before. */
  readonly from: JsonPath;
  readonly to: JsonPath;
}

function renamed(value: unknown, { from, to, ...renaming }: Renaming): unknown {
  const within = (part: unknown, step: string | number, name = step) =>
    renamed(part, { ...renaming, from: [...from, step], to: [...to, name] });
  if (Array.isArray(value)) return value.map((item, index) => within(item, index));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, part]) => {
    const meant = renaming.names.get(toPointer([...from, name])) ?? name;
    if (meant !== name) renaming.former.set(toPointer([...to, meant]), name);
    return [meant, within(part, name, meant)] as const;
  });
  return Object.fromEntries(members);
}
