/** What pages show of a deployment: its size as the build prints it, and the rights of its functions. */

import { expect } from 'vitest';
import type { Role } from '../../lib/headwater/compile/aws/roles/plan-roles.ts';

const sizeLine = /^ {2}(\S.*?) +([\d,]+) of ([\d,]+(?: \w+)?) +\d+ %(?: +(\S+))?$/gm;

function sizesIn(text: string) {
  return [...text.matchAll(sizeLine)].map(([, what, used = '', limit = '', of]) => ({
    what,
    used: Number(used.replaceAll(',', '')),
    limit,
    of,
  }));
}

/** @param printed what the build prints. Each change of the code changes bytes, so the page may be wrong by a fifth of them. */
export function expectSizesShown(page: string, printed: string): void {
  const sizes = sizesIn(printed);
  expect(sizes.length).toBeGreaterThan(5);
  const shown = sizesIn(page);
  expect(shown.map(({ what }) => what)).toEqual(sizes.map(({ what }) => what));
  for (const [at, { used, ...row }] of sizes.entries()) {
    const isNear = row.limit.endsWith('bytes');
    expect({ ...shown[at], used: 0 }).toEqual({ ...row, used: 0 });
    const difference = Math.abs((shown[at]?.used ?? 0) - used) / used;
    expect(difference, `${row.what}: ${used}`).toBeLessThan(isNear ? 0.2 : Number.EPSILON);
  }
}

/** The commands of DynamoDB that each function may send, by the table of the page. */
export function rightsIn(page: string): Record<string, readonly string[]> {
  const [, rows = ''] = /^\| function \| table \|\n\| --- \| --- \|\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const quoted = (cell = '') => Array.from(cell.matchAll(/`([\w-]+)`/g), ([, name = '']) => name);
  const cells = rows
    .trim()
    .split('\n')
    .map((row) => row.split('|'));
  return Object.fromEntries(
    cells.flatMap(([, functions, actions]) => quoted(functions).map((id) => [id, quoted(actions)])),
  );
}

/** The same by the roles that a build has written. */
export function rightsOf(roles: readonly Role[]): Record<string, readonly string[]> {
  return Object.fromEntries(roles.flatMap(({ functions, actions }) => functions.map((id) => [id, actions])));
}
