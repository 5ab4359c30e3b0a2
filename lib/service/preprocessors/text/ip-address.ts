/** IP addresses and networks. */

import { BlockList, isIP } from 'node:net';

/** The bytes of an address, 4 or 16. Undefined for another text. An IPv4 address within IPv6 is one of IPv4, as in Java. */
export function bytesOfIp(text: string): Uint8Array | undefined {
  const version = isIP(text);
  if (version === 4) return Uint8Array.from(text.split('.').map(Number));
  if (version !== 6 || text.includes('%')) return undefined;
  const colon = text.lastIndexOf(':') + 1;
  const end = text.slice(colon);
  const plain = end.includes('.') ? text.slice(0, colon) + groupsOfIpv4(end) : text;
  const [before = '', after] = plain.split('::');
  const [first, last] = [groupsOf(before), groupsOf(after ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0);
  const bytes = [...first, ...zeros, ...last].flatMap((group) => [group >> 8, group & 0xff]);
  const isMapped = bytes.slice(0, 12).every((byte, index) => byte === (index < 10 ? 0 : 0xff));
  return Uint8Array.from(isMapped ? bytes.slice(12) : bytes);
}

function groupsOf(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function groupsOfIpv4(text: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
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
  const version = isIP(address);
  if (version === 0 || length === undefined || more.length > 0) return undefined;
  const maxBits = version === 4 ? 32 : 128;
  if (!/^\d{1,3}$/.test(length) || Number(length) > maxBits) return { maxBits };
  return anyNetwork([text]);
}

/** @param networks Valid ones, such as `10.0.0.0/8`. */
export function anyNetwork(networks: readonly string[]): NetworkTest {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (text) => isIP(text) !== 0 && list.check(text, familyOf(text));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}
