/** IP addresses and networks. An address of IPv4 is one of IPv6, as in Elasticsearch: `::ffff:0:0/96` has them. */

const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^${octet}\\.${octet}\\.${octet}\\.${octet}$`);
const group = /^[\da-fA-F]{1,4}$/;
const zone = /%[\da-zA-Z\-.:]+$/;

const mapped: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/** The 16 bytes of an address without a zone. Undefined for another text. */
export function ipv6BytesOf(text: string): readonly number[] | undefined {
  if (!text.includes(':')) {
    const octets = octetsOf(text);
    return octets && [...mapped, ...octets];
  }
  const [before = '', after, ...more] = text.split('::');
  const isShort = after !== undefined;
  const first = bytesOfGroups(before, { isEnd: !isShort });
  const last = bytesOfGroups(after ?? '', { isEnd: true });
  if (!first || !last || more.length > 0) return undefined;
  const left = 16 - first.length - last.length;
  if (isShort ? left < 2 : left !== 0) return undefined;
  return first.concat(new Array<number>(left).fill(0), last);
}

function octetsOf(text: string): readonly number[] | undefined {
  const [, first, second, third, fourth] = ipv4.exec(text) ?? [];
  return first === undefined ? undefined : [Number(first), Number(second), Number(third), Number(fourth)];
}

/** @param isEnd The last group may be an IPv4 address. */
function bytesOfGroups(text: string, { isEnd }: { readonly isEnd: boolean }): readonly number[] | undefined {
  const groups = text === '' ? [] : text.split(':');
  const end = isEnd ? octetsOf(groups.at(-1) ?? '') : undefined;
  if (end) groups.pop();
  const bytes: number[] = [];
  for (const one of groups) {
    if (!group.test(one)) return undefined;
    const value = Number.parseInt(one, 16);
    bytes.push(value >> 8, value & 0xff);
  }
  return end ? bytes.concat(end) : bytes;
}

/** The bytes of an address without a zone: 4, or 16 if it is not one of IPv4. Undefined for another text. */
export function bytesOfIp(text: string): Uint8Array | undefined {
  const bytes = ipv6BytesOf(text);
  return (
    bytes && Uint8Array.from(mapped.every((byte, index) => bytes[index] === byte) ? bytes.slice(12) : bytes)
  );
}

/** Whether a text is an address. One of IPv6 may have a zone, such as `fe80::1%eth0`. */
export function isIp(text: string): boolean {
  return bytesInZone(text) !== undefined;
}

function bytesInZone(text: string): readonly number[] | undefined {
  return ipv6BytesOf(text.includes(':') ? text.replace(zone, '') : text);
}

/** Whether a text is an address in a network. */
export type NetworkTest = (text: string) => boolean;

/**
 * Reads the notation of a network (CIDR).
 *
 * @returns the greatest number of bits if there are more; undefined for another text.
 * @example networkOf('10.0.0.0/8') // (text) => …
 */
export function networkOf(text: string): NetworkTest | { readonly maxBits: number } | undefined {
  const [address = '', length, ...more] = text.split('/');
  if (length === undefined || more.length > 0 || !isIp(address)) return undefined;
  const maxBits = address.includes(':') ? 128 : 32;
  if (!/^\d{1,3}$/.test(length) || Number(length) > maxBits) return { maxBits };
  return anyNetwork([text]);
}

/** @param networks Valid ones, such as `10.0.0.0/8`. */
export function anyNetwork(networks: readonly string[]): NetworkTest {
  const prefixes = networks.map((network) => {
    const [address = '', bits] = network.split('/');
    return { bytes: bytesInZone(address) ?? [], bits: bitsWithinIpv6(address, Number(bits)) };
  });
  return (text) => {
    const bytes = bytesInZone(text);
    return bytes !== undefined && prefixes.some((prefix) => beginsWith(bytes, prefix));
  };
}

/** @returns the length of the prefix in the address of IPv6. */
export function bitsWithinIpv6(address: string, bits: number): number {
  return address.includes(':') ? bits : bits + mapped.length * 8;
}

interface Prefix {
  readonly bytes: readonly number[];
  readonly bits: number;
}

function beginsWith(address: readonly number[], { bytes, bits }: Prefix): boolean {
  const whole = bits >> 3;
  for (let index = 0; index < whole; index++) if (address[index] !== bytes[index]) return false;
  return ((address[whole] ?? 0) ^ (bytes[whole] ?? 0)) >> (8 - (bits & 7)) === 0;
}
