/** The names that the declarations of a foreign folder get as resources, and which entry of the listing means which. */

import type { DescriptorFile } from '../../compiler/source/descriptor-file.ts';
import { descriptorExtension } from '../../compiler/source/parse-descriptor.ts';

const maxLength = 60;

export interface NamedResources {
  readonly byName: ReadonlyMap<string, DescriptorFile>;
  /** By index of the listing's `apis`: the resource that an entry names, when it is in the folder. */
  readonly listed: ReadonlyMap<number, string>;
}

/**
 * A resource is called as the listing calls it, otherwise as its file; what
 * cannot be in a name gives way to `-`, and of several alike all but the first
 * are numbered.
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
  // In the order of the files, so that two runs report alike.
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

/** The file whose path ends most like the entry, not counting those that have their name; otherwise the one whose resourcePath does. */
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

/** How many segments are alike, from the end; letter case aside. */
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

/** File systems may fold letter case: names that differ in nothing else are alike. */
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
