/** IP addresses and networks as Node.js has them. */

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = `${octet}(?:\\.${octet}){3}`;
const ipv4Only = new RegExp(`^${ipv4}$`);
const ipv4End = new RegExp(`:${ipv4}$`);
const zone = /%[0-9a-zA-Z\-.:]+$/;

/** @returns 4, 6, or 0 for another text. */
export function isIP(text: string): 0 | 4 | 6 {
  if (ipv4Only.test(text)) return 4;
  return isIpv6(text.replace(zone, '')) ? 6 : 0;
}

function isIpv6(text: string): boolean {
  // The last two groups may be an IPv4 address.
  const plain = text.replace(ipv4End, ':0:0');
  if (!/^[0-9a-fA-F:]+$/.test(plain)) return false;
  const halves = plain.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8;
}

type Family = 'ipv4' | 'ipv6';

/** An address of IPv4 counts as ::ffff:0:0 with it, as in Node.js. */
export class BlockList {
  readonly #networks: { readonly bits: string; readonly family: Family }[] = [];

  addSubnet(address: string, length: number, family: Family): void {
    this.#networks.push({ bits: bitsOf(address, family).slice(0, length), family });
  }

  check(address: string, family: Family): boolean {
    const own = { [family]: bitsOf(address, family) };
    const mapped = `${'0'.repeat(80)}${'1'.repeat(16)}`;
    if (family === 'ipv6' && own['ipv6']?.startsWith(mapped)) own['ipv4'] = own['ipv6'].slice(96);
    return this.#networks.some(({ bits, family: kind }) => own[kind]?.startsWith(bits) === true);
  }
}

/** One character for each bit. */
function bitsOf(address: string, family: Family): string {
  if (family === 'ipv4')
    return address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  const end = address.slice(address.lastIndexOf(':') + 1);
  const plain = end.includes('.') ? `${address.slice(0, -end.length)}${groupsOfIpv4(end)}` : address;
  const [before = '', after] = plain.replace(zone, '').split('::');
  const [first, last] = [bitsOfGroups(before), bitsOfGroups(after ?? '')];
  return first + '0'.repeat(128 - first.length - last.length) + last;
}

function groupsOfIpv4(text: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function bitsOfGroups(text: string): string {
  if (text === '') return '';
  return text
    .split(':')
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('');
}
