/** Reads and parses one file of a descriptors folder, with limits: its size, and no link out of the folder. */

import { isUtf8 } from 'node:buffer';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type ParsedFile, refuse } from './descriptor-file.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';
import { isUtf16 } from './unreadable-text.ts';

/** 16 MiB. The document of GitHub has 13 MB. */
const maxBytes = 16_777_216;

/**
 * @param path below `root`, with `/`.
 * @param folder below `root`: a link that leads out of it is refused.
 */
export async function readDescriptorFile(root: string, path: string, folder: string): Promise<ParsedFile> {
  try {
    const file = await realpath(join(root, path));
    if (isOutside(await realpath(join(root, folder)), file)) {
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
    return isUtf8(bytes) && !isUtf16(bytes)
      ? parseDescriptor(path, bytes.toString())
      : refuseEncoding(path, bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const found = `a file that cannot be read (${code})`;
    return refuse(path, 'E-FILE', found, 'a readable file');
  }
}

/** In another encoding, names would silently become other names. */
function refuseEncoding(path: string, bytes: Buffer): ParsedFile {
  if (isUtf16(bytes)) {
    const accepted = 'a file in UTF-8 (RFC 8259 section 8.1), for example: iconv -f UTF-16 -t UTF-8';
    return refuse(path, 'E-JSON', 'a file in UTF-16', accepted);
  }
  const decoded = Buffer.from(bytes.toString());
  const offset = bytes.findIndex((byte, index) => byte !== decoded[index]);
  const before = bytes.toString('latin1', 0, offset);
  const at = { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
  const found = `the byte 0x${bytes[offset]?.toString(16)} at offset ${offset}, which is not UTF-8`;
  const accepted = 'a file in UTF-8 (RFC 8259 section 8.1); an older one is often in Latin-1';
  return refuse(path, 'E-JSON', found, accepted, at);
}

function isOutside(folder: string, file: string): boolean {
  const below = relative(folder, file);
  return below === '..' || below.startsWith(`..${sep}`);
}

export const descriptorExtension = /\.(?:json|ya?ml)$/i;

/** Parses a descriptor as YAML or JSON, by the ending of its name. */
export function parseDescriptor(path: string, text: string): ParsedFile {
  return /\.ya?ml$/i.test(path) ? parseYaml(path, text) : parseJson(path, text);
}
