/** Reads databases of addresses in the MaxMind DB format, version 2.0 (https://maxmind.github.io/MaxMind-DB/). */

interface Metadata {
  readonly database_type: string;
  readonly ip_version: number;
  readonly node_count: number;
  /** Bits. */
  readonly record_size: number;
}

/** The bytes before the metadata: `\xab\xcd\xefMaxMind.com`. */
const marker = [0xab, 0xcd, 0xef, 0x4d, 0x61, 0x78, 0x4d, 0x69, 0x6e, 0x64, 0x2e, 0x63, 0x6f, 0x6d];

/** The zeros between the tree and the data. */
const separatorBytes = 16;

export interface FoundEntry {
  readonly entry: unknown;
  /** The length of the network that has the entry. */
  readonly prefixLength: number;
}

/** A binary tree of the bits of addresses, whose leaves lead to data. */
export class MaxMindDatabase {
  readonly metadata: Metadata;
  readonly #view: DataView;
  readonly #data: DataSection;
  /** The root of the addresses of IPv4: those of IPv6 begin with 96 bits of 0. */
  readonly #ipv4Root: number;

  /** @throws Error for a content that is not such a database. */
  constructor(content: Uint8Array) {
    const begin = endOfMarker(content);
    // The format says what the metadata has.
    this.metadata = new DataSection(content, begin).read(0) as Metadata;
    const { node_count: nodes, record_size: bits, ip_version: version } = this.metadata;
    if (![24, 28, 32].includes(bits)) throw new Error(`its records have ${bits} bits, not 24, 28 or 32`);
    this.#view = viewOf(content);
    this.#data = new DataSection(content, (nodes * bits) / 4 + separatorBytes);
    let root = 0;
    for (let depth = 0; version === 6 && depth < 96 && root < nodes; depth++) root = this.#next(root, 0);
    this.#ipv4Root = root;
  }

  /**
   * @param address 4 or 16 bytes.
   * @throws Error for data that is damaged.
   */
  find(address: Uint8Array): FoundEntry | undefined {
    const { node_count: nodes } = this.metadata;
    let node = address.length === 4 ? this.#ipv4Root : 0;
    let depth = 0;
    for (; depth < address.length * 8 && node < nodes; depth++) {
      const byte = address[depth >> 3] ?? 0;
      node = this.#next(node, (byte >> (7 - (depth & 7))) & 1);
    }
    if (node <= nodes) return undefined;
    return { entry: this.#data.read(node - nodes - separatorBytes), prefixLength: depth };
  }

  /** One of the two records of a node: another node, the count of nodes for nothing, or a place of data. */
  #next(node: number, bit: number): number {
    const { record_size: bits } = this.metadata;
    const at = (node * bits) / 4;
    if (bits === 24) return this.#view.getUint32(at + bit * 3) >>> 8;
    if (bits === 32) return this.#view.getUint32(at + bit * 4);
    // The byte in the middle has the highest bits of both.
    const middle = this.#view.getUint8(at + 3);
    const high = bit === 0 ? middle >> 4 : middle & 0xf;
    return (high << 24) | (this.#view.getUint32(at + bit * 4) >>> 8);
  }
}

function endOfMarker(content: Uint8Array): number {
  for (let at = content.length - marker.length; at >= 0; at--)
    if (marker.every((byte, index) => content[at + index] === byte)) return at + marker.length;
  throw new Error('it is not a database in the MaxMind DB format');
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Values, each behind a byte with its type and its size. */
class DataSection {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #start: number;
  #at = 0;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#start = start;
  }

  /** @param offset From the beginning of the section. */
  read(offset: number): unknown {
    this.#at = this.#start + offset;
    return this.#value();
  }

  #value(): unknown {
    const control = this.#byte();
    const type = control >> 5;
    if (type === 1) return this.#target(control);
    return this.#valueOf(type === 0 ? this.#extendedType() : type, this.#size(control & 0x1f));
  }

  #valueOf(type: number, size: number): unknown {
    switch (type) {
      case 2:
        return this.#text(size);
      case 3:
        return this.#view.getFloat64(this.#skip(8));
      case 4:
        return this.#bytes.subarray(this.#skip(size), this.#at);
      case 5:
      case 6:
        return this.#integer(size);
      case 7:
        return this.#map(size);
      case 8:
        return size === 4 ? this.#view.getInt32(this.#skip(4)) : this.#integer(size);
      case 9:
      case 10:
        return this.#longInteger(size);
      case 11:
        return this.#list(size);
      case 14:
        return size !== 0;
      case 15:
        return this.#view.getFloat32(this.#skip(4));
      default:
        throw unknownType(type);
    }
  }

  #extendedType(): number {
    const type = this.#byte() + 7;
    if (type < 8) throw unknownType(type);
    return type;
  }

  #map(size: number): Readonly<Record<string, unknown>> {
    const members: Record<string, unknown> = {};
    for (let count = 0; count < size; count++) {
      const name = String(this.#value());
      const value = this.#value();
      if (name !== '__proto__') members[name] = value;
    }
    return members;
  }

  #list(size: number): readonly unknown[] {
    const items: unknown[] = [];
    for (let count = 0; count < size; count++) items.push(this.#value());
    return items;
  }

  #byte(): number {
    return this.#view.getUint8(this.#skip(1));
  }

  /** @returns the place before it. */
  #skip(bytes: number): number {
    const at = this.#at;
    this.#at += bytes;
    return at;
  }

  #size(written: number): number {
    if (written < 29) return written;
    const least = [29, 285, 65_821][written - 29] ?? 0;
    return least + this.#integer(written - 28);
  }

  #integer(size: number): number {
    let value = 0;
    for (let count = 0; count < size; count++) value = value * 256 + this.#byte();
    return value;
  }

  #longInteger(size: number): bigint {
    let value = 0n;
    for (let count = 0; count < size; count++) value = (value << 8n) | BigInt(this.#byte());
    return value;
  }

  #text(size: number): string {
    const end = this.#at + size;
    if (end > this.#bytes.length) throw new Error('a text goes beyond the end');
    let text = '';
    // Most texts are short and ASCII, for which a decoder takes several times as long.
    for (let at = this.#skip(size); at < end; at++) {
      const byte = this.#bytes[at] ?? 0;
      if (byte > 0x7f) return utf8.decode(this.#bytes.subarray(end - size, end));
      text += String.fromCharCode(byte);
    }
    return text;
  }

  /** The value that a pointer leads to. */
  #target(control: number): unknown {
    const size = (control >> 3) & 3;
    const high = size === 3 ? 0 : control & 7;
    const offset = high * 256 ** (size + 1) + this.#integer(size + 1) + ([0, 2_048, 526_336][size] ?? 0);
    const behind = this.#at;
    const value = this.read(offset);
    this.#at = behind;
    return value;
  }
}

function unknownType(type: number): Error {
  return new Error(`a value has the unknown type ${type}`);
}
