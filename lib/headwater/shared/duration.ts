import { ownMember } from './json/own-member.ts';

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** @returns milliseconds; undefined for another form. @example durationOf('12h') // 43_200_000 */
export function durationOf(text: string): number | undefined {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([smhd])$/.exec(text) ?? [];
  return Number(count) * (ownMember(unitsMs, unit) ?? 0) || undefined;
}
