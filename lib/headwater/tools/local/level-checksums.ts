/**
 * Verifies the checksums of the tables of LevelDB, which classic-level cannot turn on: LevelDB itself returns altered bytes as
 * data. The format: https://github.com/google/leveldb/blob/main/doc/table_format.md. LevelDB checks its logs when it opens
 * them.
 */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @returns the first file with a block that is not as it was written; undefined if there is none. */
export async function findDamagedTable(folder: string): Promise<string | undefined> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => /\.(?:ldb|sst)$/.test(each)))
    if (!isIntact(await readFile(join(folder, name)))) return name;
  return undefined;
}

/** The offset and the size of a block. */
interface Handle {
  readonly offset: number;
  readonly size: number;
}

const footerBytes = 48;
const magic = Buffer.from('57fb808b247547db', 'hex');

function isIntact(table: Buffer): boolean {
  try {
    const footer = table.subarray(-footerBytes);
    if (footer.length < footerBytes || !footer.subarray(-magic.length).equals(magic)) return false;
    const reader = new Reader(footer);
    const [metaIndex, index] = [reader.handle(), reader.handle()];
    // The entries of both lead to all other blocks.
    const others = [metaIndex, index].flatMap((handle) => handlesIn(blockAt(table, handle)));
    for (const handle of others) checkBlock(table, handle);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The type of a block follows it, and then the checksum of both. @throws RangeError if the block is not as it was written. */
function checkBlock(table: Buffer, { offset, size }: Handle): void {
  const checked = table.subarray(offset, offset + size + 1);
  if (table.readUInt32LE(offset + size + 1) !== masked(crc32c(checked)))
    throw new RangeError('The checksum differs.');
}

function blockAt(table: Buffer, handle: Handle): Buffer {
  checkBlock(table, handle);
  const { offset, size } = handle;
  const content = table.subarray(offset, offset + size);
  return table[offset + size] === 0 ? content : uncompress(content);
}

/** The values of the entries of an index, which end with the list of their restarts. */
function handlesIn(block: Buffer): Handle[] {
  const restarts = block.readUInt32LE(block.length - 4);
  const entries = new Reader(block.subarray(0, block.length - 4 - 4 * restarts));
  const handles: Handle[] = [];
  while (!entries.isAtEnd()) {
    entries.number();
    const keyBytes = entries.number();
    const valueBytes = entries.number();
    entries.bytes(keyBytes);
    handles.push(new Reader(entries.bytes(valueBytes)).handle());
  }
  return handles;
}

class Reader {
  readonly #source: Buffer;
  #at = 0;

  constructor(source: Buffer) {
    this.#source = source;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#source.length;
  }

  /** Seven bits in each byte, the lowest first; the eighth is set if more follow. */
  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#source.readUInt8(this.#at++);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  handle(): Handle {
    return { offset: this.number(), size: this.number() };
  }

  bytes(count: number): Buffer {
    if (this.#at + count > this.#source.length) throw new RangeError('The block is too short.');
    this.#at += count;
    return this.#source.subarray(this.#at - count, this.#at);
  }

  /** Little-endian. */
  integer(bytes: number): number {
    return this.bytes(bytes).readUIntLE(0, bytes);
  }
}

/** Snappy: https://github.com/google/snappy/blob/main/format_description.txt. */
function uncompress(content: Buffer): Buffer {
  const reader = new Reader(content);
  const result = Buffer.alloc(reader.number());
  let end = 0;
  while (!reader.isAtEnd()) {
    const tag = reader.integer(1);
    const upper = tag >>> 2;
    if ((tag & 3) === 0) {
      const length = 1 + (upper < 60 ? upper : reader.integer(upper - 59));
      end += reader.bytes(length).copy(result, end);
      continue;
    }
    const isShort = (tag & 3) === 1;
    const length = isShort ? 4 + (upper & 7) : 1 + upper;
    const distance = isShort
      ? ((upper >>> 3) << 8) | reader.integer(1)
      : reader.integer((tag & 3) === 2 ? 2 : 4);
    // Copies may overlap with what they write.
    for (const stop = end + length; end < stop; end++)
      result.writeUInt8(result.readUInt8(end - distance), end);
  }
  return result;
}

/** CRC-32C has another polynomial than the CRC-32 of zlib. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function crc32c(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (remainders[(value ^ byte) & 255] ?? 0);
  return ~value >>> 0;
}

/** LevelDB stores checksums in this form, since a block may contain others. */
function masked(crc: number): number {
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}
