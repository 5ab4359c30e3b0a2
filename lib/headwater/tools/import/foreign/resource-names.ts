/** Names the resources of a foreign folder, and assigns the entries of the listing to them. */

import type { DescriptorFile } from '../../../compile/source/descriptor-file.ts';
import { descriptorExtension } from '../../../compile/source/read-descriptors.ts';

const maxLength = 60;

interface NamedResources {
  readonly byName: ReadonlyMap<string, DescriptorFile>;
  /** By index in the listing's `apis`: the resource of the entry, if its declaration is in the folder. */
  readonly listed: ReadonlyMap<number, string>;
}

/**
 * A resource has the name of its entry in the listing, otherwise of its file. `-`
 * replaces invalid characters. Of equal names, all but the first get a number.
 */
export function nameResources(
  declarations: readonly DescriptorFile[],
  apis: readonly unknown[],
): NamedResources {
  const names = new Map<DescriptorFile, string>();
  const listed = new Map<number, string>();
  const taken = new Set(['api-docs']);
  const give = (file: DescriptorFile, wanted: string): string => {
    const name = unique(wanted, taken);
    names.set(file, name);
    return name;
  };
  for (const [index, api] of apis.entries()) {
    const segments = segmentsOf(pathOf(api));
    const file = segments.length > 0 ? fileFor(segments, declarations, names) : undefined;
    if (file) listed.set(index, give(file, segments.at(-1) ?? ''));
  }
  for (const file of declarations) if (!names.has(file)) give(file, stemOf(file.path));
  // In the order of the files, so that reports are deterministic.
  return { byName: new Map(declarations.map((file) => [names.get(file) ?? '', file])), listed };
}

function pathOf(api: unknown): string {
  const path = (api as { readonly path?: unknown } | null)?.path;
  return typeof path === 'string' ? path : '';
}

/** `http://host/docs/pet.{format}`, `/../pet.json` and `/pet` all end in the segment `pet`. */
function segmentsOf(path: string): string[] {
  const withoutQuery = path.replace(/[?#].*$/s, '');
  const segments = withoutQuery.split('/').filter((segment) => segment !== '' && !/^\.+$/.test(segment));
  return segments.map((segment) => segment.replace(/\.(?:\{_?format\}|json|ya?ml)$/i, ''));
}

/** The file without a name whose path has the longest common end with the entry; otherwise the one whose resourcePath has. */
function fileFor(
  segments: readonly string[],
  declarations: readonly DescriptorFile[],
  names: ReadonlyMap<DescriptorFile, string>,
): DescriptorFile | undefined {
  const free = declarations.filter((file) => !names.has(file));
  const matches = (pathOfFile: (file: DescriptorFile) => string) =>
    free
      .map((file) => ({ file, common: commonEnd(segments, segmentsOf(pathOfFile(file))) }))
      .filter(({ common }) => common > 0)
      .toSorted((a, b) => b.common - a.common)
      .at(0)?.file;
  return matches(({ path }) => path) ?? matches(resourcePathOf);
}

function resourcePathOf({ value }: DescriptorFile): string {
  const path = (value as { readonly resourcePath?: unknown }).resourcePath;
  return typeof path === 'string' ? path : '';
}

/** The number of equal segments at the end, ignoring letter case. */
function commonEnd(some: readonly string[], others: readonly string[]): number {
  const reversed = others.toReversed().map((segment) => segment.toLowerCase());
  const differing = some
    .toReversed()
    .findIndex((segment, index) => segment.toLowerCase() !== reversed[index]);
  return differing === -1 ? some.length : differing;
}

function stemOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(descriptorExtension, '');
}

/** File systems may ignore letter case, so names that differ in nothing else are equal. */
function unique(wanted: string, taken: Set<string>): string {
  const base =
    wanted
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^[^A-Za-z]+/, '')
      .slice(0, maxLength)
      .replace(/-+$/, '') || 'resource';
  let name = base;
  for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${base}-${count}`;
  taken.add(name.toLowerCase());
  return name;
}
