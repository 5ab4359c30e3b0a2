/** Literals of IP addresses, without zones. */

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

export function isIpAddress(text: string): boolean {
  return ipv4.test(text) || isIpv6(text);
}

/** RFC 4291 section 2.2. */
function isIpv6(text: string): boolean {
  if (text.length > 45 || !text.includes(':')) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  let groups = 0;
  for (const [index, half] of halves.entries()) {
    const count = groupsOf(half, index === halves.length - 1);
    if (count === undefined) return false;
    groups += count;
  }
  return halves.length === 2 ? groups <= 7 : groups === 8;
}

/** The number of 16-bit groups; an IPv4 address at the end counts as two. */
function groupsOf(half: string, isLast: boolean): number | undefined {
  if (half === '') return 0;
  const parts = half.split(':');
  const last = parts.at(-1) ?? '';
  const isMapped = isLast && last.includes('.');
  if (isMapped && !ipv4.test(last)) return undefined;
  const hexadecimal = isMapped ? parts.slice(0, -1) : parts;
  if (!hexadecimal.every((part) => /^[\dA-Fa-f]{1,4}$/.test(part))) return undefined;
  return hexadecimal.length + (isMapped ? 2 : 0);
}
