/** Reads the descriptors folder of a project: the listing and one file per resource, with limits: its size, and no link out of the folder. */

import { isUtf8 } from 'node:buffer';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { omitUndefined } from '../../shared/json/omit.ts';
import { type DescriptorFile, type ParsedFile, positionsIn, refuse } from './descriptor-file.ts';
import { type Diagnostic, fileDiagnostic } from './diagnostic.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';
import { isUtf16 } from './unreadable-text.ts';

const listingName = 'api-docs';

export interface Descriptors {
  readonly listing?: DescriptorFile;
  /** Sorted by resource name, which is the file name without its ending. */
  readonly resources: ReadonlyMap<string, DescriptorFile>;
  /** Names of resources whose file exists but cannot be read. */
  readonly unread?: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Never throws for the content of the folder: a file that cannot be read is a diagnostic. */
export async function readDescriptors(projectFolder: string, folder: string): Promise<Descriptors> {
  const diagnostics: Diagnostic[] = [];
  const files = new Map<string, DescriptorFile | undefined>();
  const names = await listDescriptors(join(projectFolder, folder));
  if (!names)
    diagnostics.push(fileDiagnostic(folder, 'E-FILE', 'no readable folder', 'a folder of descriptors'));
  for (const name of names ?? []) {
    const path = `${folder}/${name}`;
    const resource = name.replace(descriptorExtension, '');
    const parsed = files.has(resource)
      ? refuse(path, 'E-DUPLICATE', `a second file for ${resource}`, 'JSON or YAML, not both')
      : await readDescriptorFile(projectFolder, path, folder);
    diagnostics.push(...parsed.diagnostics);
    files.set(resource, files.get(resource) ?? parsed.file);
  }
  if (!files.has(listingName)) {
    const accepted = 'the listing: apiVersion, basePath and other general members';
    diagnostics.push(fileDiagnostic(`${folder}/${listingName}.json`, 'E-FILE', 'no such file', accepted));
  }
  const listing = files.get(listingName);
  const resources = [...files].flatMap(([name, file]): [string, DescriptorFile][] =>
    file && name !== listingName ? [[name, file]] : [],
  );
  const unread = [...files].flatMap(([name, file]) => (file ? [] : name));
  return { ...omitUndefined({ listing }), resources: new Map(resources), unread, diagnostics };
}

/** @returns undefined if the folder cannot be read. */
async function listDescriptors(folder: string): Promise<string[] | undefined> {
  const names = await readdir(folder).catch(() => undefined);
  return names?.filter((name) => descriptorExtension.test(name)).toSorted();
}

/** 16 MiB. The document of GitHub has 13 MB. */
const maxBytes = 16_777_216;

/**
 * @param path below `root`, with `/`.
 * @param folder below `root`: a link that leads out of it is refused.
 */
export async function readDescriptorFile(root: string, path: string, folder: string): Promise<ParsedFile> {
  try {
    const file = await realpath(join(root, path));
    const below = relative(await realpath(join(root, folder)), file);
    if (below === '..' || below.startsWith(`..${sep}`)) {
      const found = 'a link that leads out of the folder';
      return refuse(path, 'E-FILE', found, 'a file in the folder of descriptors');
    }
    const stats = await stat(file);
    // Reading a pipe would wait for a writer.
    if (!stats.isFile()) return refuse(path, 'E-FILE', 'not a file', 'a readable file');
    const { size } = stats;
    if (size > maxBytes) {
      const accepted = `at most ${maxBytes} bytes`;
      return refuse(path, 'E-TOO-LARGE', `a file of ${size} bytes`, accepted);
    }
    const bytes = await readFile(file);
    return refuseEncoding(path, bytes) ?? parseDescriptor(path, bytes.toString());
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const found = `a file that cannot be read (${code})`;
    return refuse(path, 'E-FILE', found, 'a readable file');
  }
}

/** In another encoding, names would silently become other names. @returns undefined for UTF-8. */
function refuseEncoding(path: string, bytes: Buffer): ParsedFile | undefined {
  if (isUtf16(bytes)) {
    const accepted = 'a file in UTF-8 (RFC 8259 section 8.1), for example: iconv -f UTF-16 -t UTF-8';
    return refuse(path, 'E-JSON', 'a file in UTF-16', accepted);
  }
  if (isUtf8(bytes)) return undefined;
  const decoded = Buffer.from(bytes.toString());
  const offset = bytes.findIndex((byte, index) => byte !== decoded[index]);
  const at = positionsIn(bytes.toString('latin1', 0, offset))(offset);
  const found = `the byte 0x${bytes[offset]?.toString(16)} at offset ${offset}, which is not UTF-8`;
  const accepted = 'a file in UTF-8 (RFC 8259 section 8.1); an older one is often in Latin-1';
  return refuse(path, 'E-JSON', found, accepted, at);
}

export const descriptorExtension = /\.(?:json|ya?ml)$/i;

/** Parses a descriptor as YAML or JSON, by the ending of its name. */
export function parseDescriptor(path: string, text: string): ParsedFile {
  return /\.ya?ml$/i.test(path) ? parseYaml(path, text) : parseJson(path, text);
}
