/** What one invocation reads for an owner, in read units, and how much of it the owner was charged for. */

import type { TableAccess } from './table-access.ts';

/** An owner whose reads are counted. */
export interface Payer {
  readonly owner: string;
  /** The read units that the owner has in a second. */
  readonly unitsPerSecond: number;
  /** Whether nobody waits for the work. It is never refused: while the owner owes units, a later run does it. */
  readonly isBackground: boolean;
}

interface PayerOptions extends Pick<Payer, 'owner'> {
  readonly ownerUnits?: number | undefined;
  readonly isBackground?: boolean | undefined;
}

/** Undefined if the units of owners have no limit. */
export function payerOf({ owner, ownerUnits, isBackground = false }: PayerOptions): Payer | undefined {
  return ownerUnits === undefined ? undefined : { owner, unitsPerSecond: ownerUnits, isBackground };
}

/** An invocation is charged for what it reads as soon as it owes more units than these: the usual requests never are. */
export const freeUnits = 50;

export interface UnitAccount {
  /** What was read. */
  used: number;
  /** What was charged, or reserved. */
  paid: number;
  hasBegun: boolean;
  /** Whether it may read on although the owner has no units left: it had some at the first charge, or has written something. */
  isAdmitted: boolean;
  hasWritten: boolean;
  /** Milliseconds since 1970 until which everything that the owner has taken is paid for, as it was at the last charge. */
  until: number;
  charging: Promise<void> | undefined;
}

/** By the context that Lambda gives to each invocation, or else by the table of a test. */
const accounts = new WeakMap<object, Map<string, UnitAccount>>();

/** Undefined if nobody pays for what is read. */
export function accountOf({ payer, time, turns }: TableAccess): UnitAccount | undefined {
  if (!payer) return undefined;
  const invocation = time?.lambda ?? turns;
  const own = accounts.get(invocation) ?? new Map<string, UnitAccount>();
  accounts.set(invocation, own);
  const account = own.get(payer.owner) ?? newAccount();
  own.set(payer.owner, account);
  return account;
}

function newAccount(): UnitAccount {
  return {
    used: 0,
    paid: 0,
    hasBegun: false,
    isAdmitted: false,
    hasWritten: false,
    until: 0,
    charging: undefined,
  };
}

/** Notes a write: what follows it must not be refused, or a client would repeat what was done. */
export function noteWrite(table: TableAccess): void {
  const account = accountOf(table);
  if (account) Object.assign(account, { isAdmitted: true, hasWritten: true });
}

/** An owner may take the units of so much time at once. */
export const burstMs = 1_000;

/** Whether the owner has taken more than the units of this second, so that a page ends where it can. */
export function isOverdrawn(table: TableAccess): boolean {
  const { until = 0 } = accountOf(table) ?? {};
  return until > table.clock.now() + burstMs;
}
