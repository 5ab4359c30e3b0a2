/** Reads any folder of Swagger 1.x. The content of a file decides what it is, not its name. */

import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DescriptorFile } from '../../../build/source/descriptor-file.ts';
import { descriptorExtension } from '../../../build/source/parse-descriptor.ts';
import { isError, type Problem } from '../../../build/source/problem.ts';
import type { Descriptors } from '../../../build/source/read-descriptors.ts';
import { fileProblem, readDescriptorFile } from '../../../build/source/read-file.ts';
import { problemAt, quote } from '../../../build/source/source-node.ts';
import { kindOf } from './descriptor-kind.ts';
import { findFiles } from './find-files.ts';
import { nameResources } from './resource-names.ts';

/** Common names of listings, the most common first. */
const listingName =
  /(?:^|\/)(?:(api[-_]?docs?)|(resource[-_]?list(?:ing)?|resources)|(index)|(service|swagger))(?:\.\w+)?$/i;

export interface ForeignDescriptors extends Descriptors {
  readonly listing: DescriptorFile;
}

/**
 * Never throws for the content of the folder: a file that cannot be read is a problem.
 *
 * @param root an absolute path; the paths of files and problems are below it.
 */
export async function readForeignDescriptors(root: string): Promise<ForeignDescriptors> {
  const found = await findFiles(root);
  if (!found) {
    const isFile = await stat(root).then(
      (stats) => stats.isFile(),
      () => false,
    );
    const problem = isFile
      ? fileProblem('.', 'E-FILE', 'a file instead of its folder', 'the folder with all files of the API')
      : fileProblem('.', 'E-FILE', 'no readable folder', 'a folder of descriptors');
    return { listing: emptyListing, resources: new Map(), problems: [problem] };
  }
  const { listings, declarations, problems } = await sort(root, found.paths);
  if (found.isCut) {
    const accepted = 'a folder with few other files';
    problems.push(
      fileProblem('.', 'E-TOO-LARGE', `more than the ${found.paths.length} files that were read`, accepted),
    );
  }
  if (!problems.some(isError) && listings.length + declarations.length === 0)
    problems.push(fileProblem('.', 'E-FILE', 'no descriptor', 'JSON or YAML files with apis'));
  const [listing = emptyListing, ...others] = listings.toSorted(byLikeliness);
  for (const { path } of others)
    problems.push(fileProblem(path, 'W-FILE', 'another listing', `one listing: ${listing.path} is used`));
  const apis = apisOf(listing);
  const { byName, listed } = nameResources(declarations, apis);
  problems.push(...apis.flatMap((api, index) => (listed.has(index) ? [] : unlisted(listing, api, index))));
  return { listing: renamed(listing, apis, listed), resources: byName, problems };
}

interface SortedFiles {
  readonly listings: DescriptorFile[];
  readonly declarations: DescriptorFile[];
  readonly problems: Problem[];
}

async function sort(root: string, paths: readonly string[]): Promise<SortedFiles> {
  const sorted: SortedFiles = { listings: [], declarations: [], problems: [] };
  for (const path of paths) {
    const { file, problems } = await readDescriptorFile(root, path, '.');
    if (!file) {
      // A file without an ending may be anything.
      if (descriptorExtension.test(path) || (await beginsAnObject(root, path, problems)))
        sorted.problems.push(...problems);
      continue;
    }
    const kind = kindOf(file.value, path);
    if (kind.is === 'neither') {
      if (descriptorExtension.test(path))
        sorted.problems.push(
          fileProblem(path, 'W-FILE', `a file that is ${kind.why}`, 'Swagger 1.x; the file is skipped'),
        );
      continue;
    }
    sorted.problems.push(...problems);
    (kind.is === 'listing' ? sorted.listings : sorted.declarations).push(file);
  }
  return sorted;
}

/** Opens the file again only if it could be read: its problem is in the text. */
async function beginsAnObject(root: string, path: string, problems: readonly Problem[]): Promise<boolean> {
  if (!problems.every(({ code }) => code === 'E-JSON')) return false;
  const file = await open(join(root, path));
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(256) });
    return /^\ufeff?\s*\{/.test(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

const emptyListing: DescriptorFile = {
  path: 'api-docs.json',
  value: {},
  locate: () => ({ line: 1, column: 1 }),
};

/** The file nearest to the root, then the one with the most common name. The files are sorted by name. */
function byLikeliness(a: DescriptorFile, b: DescriptorFile): number {
  return depthOf(a) - depthOf(b) || nameRank(a) - nameRank(b);
}

function depthOf({ path }: DescriptorFile): number {
  return path.split('/').length;
}

function nameRank({ path }: DescriptorFile): number {
  const groups = listingName.exec(path)?.slice(1) ?? [];
  const rank = groups.findIndex((group) => group !== undefined);
  return rank === -1 ? Number.MAX_SAFE_INTEGER : rank;
}

function apisOf({ value }: DescriptorFile): readonly unknown[] {
  const { apis } = value as { readonly apis?: unknown };
  return Array.isArray(apis) ? apis : [];
}

/** A folder may have only some of the declarations of a listing. */
function unlisted(listing: DescriptorFile, api: unknown, index: number): Problem[] {
  const path = (api as { readonly path?: unknown } | null)?.path;
  if (typeof path !== 'string') return [];
  const found = `${quote(path)}, without a declaration in the folder`;
  const node = { file: listing, path: ['apis', index], value: api };
  return [problemAt(node, 'W-LISTING', found, 'a file with this name; the entry is skipped')];
}

/** The listing as in a project: entries have the names of their resources. Entries without a resource become null, so that indices stay valid. */
function renamed(
  listing: DescriptorFile,
  apis: readonly unknown[],
  listed: ReadonlyMap<number, string>,
): DescriptorFile {
  if (apis.length === 0) return listing;
  const entries = apis.map((api, index) => {
    const name = listed.get(index);
    const isSkipped = name === undefined && typeof (api as { path?: unknown } | null)?.path === 'string';
    if (name === undefined) return isSkipped ? null : api;
    return { ...(api as object), path: `/api-docs.json/${name}` };
  });
  return { ...listing, value: { ...(listing.value as object), apis: entries } };
}
