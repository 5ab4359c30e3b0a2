/** Reads any folder of descriptors, or one of its files. The content of a file decides what it is, not its name. */

import type { Dirent } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { acceptedRisks } from '../../../compile/read/common/security-schemes.ts';
import { isOpenApi } from '../../../compile/read/openapi/upgrade-document.ts';
import type { DescriptorFile } from '../../../compile/source/descriptor-file.ts';
import { type Diagnostic, fileDiagnostic, ignore, isError } from '../../../compile/source/diagnostic.ts';
import {
  type Descriptors,
  descriptorExtension,
  readDescriptorFile,
} from '../../../compile/source/read-descriptors.ts';
import { quote, SourceNode } from '../../../compile/source/source-node.ts';
import { isObject } from '../../../shared/json/is-object.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { CommandError } from '../../command-line/command-line.ts';
import { nameResources } from './resource-names.ts';

/** Common names of listings, the most common first. */
const listingName =
  /(?:^|\/)(?:(api[-_]?docs?)|(resource[-_]?list(?:ing)?|resources)|(index)|(service|swagger))(?:\.\w+)?$/i;

export interface ForeignDescriptors extends Descriptors {
  readonly listing: DescriptorFile;
}

interface ForeignPlace {
  readonly folder: string;
  /** The name of the only file to read. Without it, all files of the folder are read. */
  readonly file?: string;
}

/**
 * @param given the path of a folder, or of a file that describes an API alone, such as an OpenAPI document.
 * @throws CommandError for an address: builds and commands read files alone.
 */
export async function foreignPlace(given: string): Promise<ForeignPlace> {
  if (/^[a-z][a-z+.-]+:\/\//i.test(given)) {
    const name = given.replace(/[?#].*$/, '').match(/[^/]+\.(?:json|ya?ml)$/i)?.[0] ?? 'openapi.json';
    const advice = `download it first, such as with curl -L -o ${name} '${given}', and name the file`;
    throw new CommandError(`${given} is an address, not a path: ${advice}.`, 1);
  }
  const path = resolve(given);
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() ? { folder: dirname(path), file: basename(path) } : { folder: path };
}

/**
 * Never throws for the content of the files: one that cannot be read is a diagnostic.
 *
 * @param place with an absolute path; the paths of files and diagnostics are below it.
 * @param own the listing of the project: the risks that it accepts are accepted here, too.
 */
export async function readForeignDescriptors(
  { folder: root, file }: ForeignPlace,
  own?: DescriptorFile,
): Promise<ForeignDescriptors> {
  const found = file === undefined ? await findFiles(root) : { paths: [file], isCut: false };
  if (!found) {
    const isThere = await stat(root).then(
      () => true,
      () => false,
    );
    const what = isThere ? 'no readable folder' : 'no such file or folder';
    const diagnostic = fileDiagnostic('.', 'E-FILE', what, 'a folder or file of descriptors');
    return { listing: emptyListing, resources: new Map(), diagnostics: [diagnostic] };
  }
  const { listings, declarations, diagnostics } = await sort(root, found.paths);
  if (found.isCut) {
    const accepted = 'a folder with few other files';
    diagnostics.push(
      fileDiagnostic(
        '.',
        'E-TOO-LARGE',
        `more than the ${found.paths.length} files that were read`,
        accepted,
      ),
    );
  }
  if (!diagnostics.some(isError) && listings.length + declarations.length === 0)
    diagnostics.push(
      fileDiagnostic(
        file ?? '.',
        'E-FILE',
        'no descriptor',
        'JSON or YAML files with apis (Swagger 1.x) or paths (OpenAPI)',
      ),
    );
  if (file !== undefined && listings.length > 0)
    diagnostics.push(
      fileDiagnostic(file, 'E-FILE', 'a listing alone', 'the folder with all files of the API'),
    );
  const [listing = emptyListing, ...others] = listings.toSorted(byLikeliness);
  for (const { path } of others)
    diagnostics.push(
      fileDiagnostic(path, 'W-FILE', 'another listing', `one listing: ${listing.path} is used`),
    );
  const apis = apisOf(listing);
  const { byName, listed } = nameResources(declarations, apis);
  diagnostics.push(...apis.flatMap((api, index) => (listed.has(index) ? [] : unlisted(listing, api, index))));
  return {
    listing: withRisksOf(own, renamed(listing, apis, listed)),
    resources: byName,
    diagnostics,
  };
}

interface SortedFiles {
  readonly listings: DescriptorFile[];
  readonly declarations: DescriptorFile[];
  readonly diagnostics: Diagnostic[];
}

async function sort(root: string, paths: readonly string[]): Promise<SortedFiles> {
  const sorted: SortedFiles = { listings: [], declarations: [], diagnostics: [] };
  for (const path of paths) {
    const { file, diagnostics } = await readDescriptorFile(root, path, '.');
    if (!file) {
      // A file without an ending may be anything.
      if (descriptorExtension.test(path) || (await beginsAnObject(root, path, diagnostics)))
        sorted.diagnostics.push(...diagnostics);
      continue;
    }
    const kind = kindOf(file.value, path);
    if (kind.is === 'neither') {
      if (descriptorExtension.test(path))
        sorted.diagnostics.push(
          fileDiagnostic(
            path,
            'W-FILE',
            `a file that is ${kind.why}`,
            'Swagger or OpenAPI; the file is skipped',
          ),
        );
      continue;
    }
    sorted.diagnostics.push(...diagnostics);
    (kind.is === 'listing' ? sorted.listings : sorted.declarations).push(file);
  }
  return sorted;
}

/** Opens the file again only if it could be read: its diagnostic is in the text. */
async function beginsAnObject(
  root: string,
  path: string,
  diagnostics: readonly Diagnostic[],
): Promise<boolean> {
  if (!diagnostics.every(({ code }) => code === 'E-JSON')) return false;
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
function unlisted(listing: DescriptorFile, api: unknown, index: number): Diagnostic[] {
  const path = (api as { readonly path?: unknown } | null)?.path;
  if (typeof path !== 'string') return [];
  const found = `${quote(path)}, without a declaration in the folder`;
  const node = new SourceNode({ file: listing, path: ['apis', index], value: api, report: ignore });
  return [node.diagnose('W-LISTING', found, 'a file with this name; the entry is skipped')];
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

function withRisksOf(own: DescriptorFile | undefined, listing: DescriptorFile): DescriptorFile {
  const { [acceptedRisks]: risks } = (own?.value ?? {}) as Record<string, unknown>;
  return risks === undefined
    ? listing
    : { ...listing, value: { ...(listing.value as object), [acceptedRisks]: risks } };
}

/** Far more than any API has, but a limit for a home folder. */
const maxFiles = 2_000;
const maxFolders = 2_000;

interface FoundFiles {
  /** Below the folder, with `/`; nearest to the root first, then by name. */
  readonly paths: readonly string[];
  /** There are more files than `paths`. */
  readonly isCut: boolean;
}

/**
 * Descriptors end in .json, .yaml or .yml, or have no ending. Skips node_modules,
 * hidden folders, and links to folders.
 *
 * @returns undefined if the folder itself cannot be read. Skips sub-folders that cannot be read.
 */
async function findFiles(root: string): Promise<FoundFiles | undefined> {
  const first = await listFolder(root, '');
  if (!first) return undefined;
  const paths = [...first.files];
  const folders = [...first.folders];
  // The loop also visits folders that are added while it runs, so it goes level by level.
  for (const folder of folders) {
    const { files = [], folders: below = [] } = (await listFolder(root, folder)) ?? {};
    paths.push(...files);
    folders.push(...below);
    if (folders.length > maxFolders) break;
  }
  return { paths: paths.slice(0, maxFiles), isCut: paths.length > maxFiles || folders.length > maxFolders };
}

async function listFolder(
  root: string,
  folder: string,
): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] } | undefined> {
  const all = await readdir(join(root, folder), { withFileTypes: true }).catch(() => undefined);
  if (!all) return undefined;
  const entries = all
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const below = ({ name }: { readonly name: string }) => (folder === '' ? name : `${folder}/${name}`);
  return {
    files: entries.filter(isDescriptorLike).map(below),
    folders: entries.filter((entry) => entry.isDirectory()).map(below),
  };
}

/** A link may lead to a file. Its target is checked when it is read. */
function isDescriptorLike(entry: Dirent): boolean {
  const hasDescriptorName = descriptorExtension.test(entry.name) || !entry.name.includes('.');
  return hasDescriptorName && (entry.isFile() || entry.isSymbolicLink());
}

type DescriptorKind =
  | { readonly is: 'listing' | 'declaration' }
  /** `why` completes "a file that is …". */
  | { readonly is: 'neither'; readonly why: string };

/** Members of declarations that listings do not have. */
const declarationWords = ['models', 'resourcePath'];

/**
 * Recognizes listings and declarations by their content: real files have all kinds of names.
 * A file whose `apis` have operations is a declaration; without operations it is a
 * listing. A file that resembles one of them counts as it, and the checks report
 * what is wrong with it.
 */
function kindOf(value: unknown, path: string): DescriptorKind {
  if (!isObject(value)) return { is: 'neither', why: 'not a JSON object' };
  if (isOpenApi({ value })) return { is: 'declaration' };
  const { apis } = value;
  if (Array.isArray(apis) && apis.length > 0) {
    return { is: apis.some(hasOperations) || 'models' in value ? 'declaration' : 'listing' };
  }
  const isDeclaration = declarationWords.some((word) => word in value);
  const isSwagger = 'apis' in value || String(value['swaggerVersion']).startsWith('1.');
  const isMisspelt = isDeclaration && Object.keys(value).some((key) => nearSpelling(key, ['apis']));
  // As in a project, where a listing need not list its declarations.
  if (!isSwagger && !isDeclaration && hasNameOfListing(path)) return { is: 'listing' };
  if (!isSwagger && !isMisspelt)
    return { is: 'neither', why: 'neither a listing nor a declaration: no apis and no paths' };
  return { is: isDeclaration ? 'declaration' : 'listing' };
}

/** Also recognizes a misspelt `operations`. */
function hasOperations(api: unknown): boolean {
  return isObject(api) && Object.keys(api).some((key) => nearSpelling(key, ['operations']) !== undefined);
}

function hasNameOfListing(path: string): boolean {
  return /(?:^|\/)api-docs(?:\.\w+)?$/i.test(path);
}
