/**
 * The read units of owners, over all functions: so that no client can take what the table gives to everybody.
 *
 * DynamoDB says what each read has consumed. When an invocation owes more than `freeUnits`, its owner is charged for all that
 * it owes: so the units that are read are at most those that are charged, and `freeUnits` for each invocation.
 *
 * Many invocations at once may read before any of them is charged. So a list pays for its documents first, whose price it knows,
 * and a dear query reserves units first. All else reads at most four documents at once, which are 400 units, before it is charged.
 * Together they read at most the units of the owner, and `freeUnits` for each list, and 400 more for each other invocation.
 *
 * One item for each owner holds the time until which everything that the owner has taken is paid for, at so many units a second
 * (the generic cell rate algorithm). An owner may take the units of one second at once. A charge may exceed them; then the owner
 * has no units until time has paid for it. The item expires a day later (the table's TTL attribute).
 */

import { ServiceError } from '../../shared/errors.ts';
import { unitsPartition } from '../../shared/rights/unit-rights.ts';
import { numberOf } from './attributes.ts';
import { ignoreTransient } from './aws-errors.ts';
import { layoutVersion } from './layout.ts';
import { sendChange, type UpdateRequest } from './send-update.ts';
import type { Item, TableAccess } from './table-access.ts';
import { accountOf, burstMs, freeUnits, isOverdrawn, type Payer, type UnitAccount } from './unit-account.ts';

const secondMs = 1_000;
const keptSeconds = 24 * 3_600;

/** Background work goes on while half of the owner's units are left, so that requests find some. */
const backgroundMs = burstMs / 2;

/** Until when the units of owners are paid for, as this container has seen it last. */
const known = new Map<string, number>();
const maxKnown = 1_000;

interface Paying {
  readonly table: TableAccess;
  readonly payer: Payer;
  readonly account: UnitAccount;
}

function payingOf(table: TableAccess): Paying | undefined {
  const { payer } = table;
  const account = accountOf(table);
  return payer && account && { table, payer, account };
}

/**
 * Called before each read. Refuses an invocation that has not begun if its owner owes units: the next one of a container whose
 * reads have overdrawn them.
 *
 * @throws ServiceError too_many_requests.
 */
export function checkUnits(table: TableAccess): void {
  const paying = payingOf(table);
  if (!paying || paying.account.hasBegun) return;
  const { payer, account } = paying;
  account.hasBegun = true;
  const until = knownUntil(paying);
  const isRefused = !payer.isBackground && !account.isAdmitted;
  if (isRefused && until > table.clock.now() + burstMs) throw overdrawn(paying, until);
}

/**
 * Called after each read.
 *
 * @param units As DynamoDB has counted them.
 * @throws ServiceError too_many_requests if the owner had no units left at the first charge.
 */
export async function spendUnits(table: TableAccess, units: number): Promise<void> {
  const paying = payingOf(table);
  if (!paying) return;
  const { account } = paying;
  account.used += units;
  while (account.used - account.paid > freeUnits) {
    // Reads at the same time are charged for together.
    account.charging ??= charge(paying).finally(() => {
      account.charging = undefined;
    });
    await account.charging;
  }
}

async function charge(paying: Paying): Promise<void> {
  const { table, payer, account } = paying;
  const due = account.used - account.paid;
  account.paid += due;
  const taken = await take(paying, due).catch(ignoreTransient);
  if (!taken) return;
  const { before, until } = taken;
  if (payer.isBackground) return;
  if (before >= table.clock.now() + burstMs && !account.isAdmitted) throw overdrawn(paying, until);
  account.isAdmitted = true;
  account.until = until;
}

/**
 * Whether background work of the owner ends for this run: as far as this container knows, the owner has taken more than half of
 * the units of this second. The run goes on with other owners, and does not wait.
 */
export function isInDebt(table: TableAccess): boolean {
  const paying = payingOf(table);
  return paying !== undefined && knownUntil(paying) > table.clock.now() + backgroundMs;
}

/**
 * Reserves units before a query that may take them, so that many of them at once take no more than the owner has.
 *
 * @throws ServiceError too_many_requests.
 */
export async function reserveUnits(table: TableAccess, units: number): Promise<void> {
  const paying = payingOf(table);
  if (paying) await reserve(paying, units, 'narrow it by a tag, a word or a time of creation');
}

/**
 * Pays for a read of a known price, and for all else that the invocation owes, if that would be more than the free units.
 *
 * @param units At least those that the read takes. `settleUnits` gives back the rest.
 * @throws ServiceError too_many_requests.
 */
export async function payFirst(table: TableAccess, units: number): Promise<void> {
  const paying = payingOf(table);
  if (!paying || paying.payer.isBackground) return;
  const { used, paid } = paying.account;
  const due = used + units - paid;
  if (due > freeUnits) await reserve(paying, due, 'ask for less at once');
}

/** @param advice What the client may do besides waiting. */
async function reserve(paying: Paying, units: number, advice: string): Promise<void> {
  const { table, account, payer } = paying;
  const most = Math.max(0, burstMs - costOf(payer, units));
  // Counted at once: another read of the invocation may pay meanwhile.
  account.paid += units;
  const limit = account.hasWritten ? undefined : table.clock.now() + most;
  const taken = await take(paying, units, limit).catch((error: unknown) => {
    account.paid -= units;
    throw error;
  });
  if (taken) {
    account.isAdmitted = true;
    return;
  }
  account.paid -= units;
  if (account.hasWritten) return;
  const wait = waitFor(paying, knownUntil(paying) - most);
  const detail = `This request may take ${units} read units next, and requests of yours have taken the ${payer.unitsPerSecond} of this second; send it again in ${wait.text}, or ${advice}.`;
  throw new ServiceError('too_many_requests', detail, wait);
}

/**
 * For a read that has no page to end.
 *
 * @throws ServiceError too_many_requests if the owner has taken more than the units of this second.
 */
export function refuseOverdrawn(table: TableAccess): void {
  const paying = payingOf(table);
  if (paying && isOverdrawn(table)) throw overdrawn(paying, paying.account.until);
}

/** What it costs to give less back is more than it saves. */
const leastBack = 20;

/** Gives back what was reserved and not taken. It is sent once: what has no response may be done, and would be done again. */
export async function settleUnits(table: TableAccess): Promise<void> {
  const paying = payingOf(table);
  if (!paying) return;
  const { account, payer } = paying;
  const back = Math.floor(account.paid - account.used);
  if (back < leastBack) return;
  account.paid -= back;
  const request = {
    Key: keyOf(payer),
    UpdateExpression: 'ADD #until :cost',
    ExpressionAttributeNames: { '#until': 'until' },
    ExpressionAttributeValues: { ':cost': -costOf(payer, back) },
  };
  const given = sendChange(unpaid(table), request, { isSentOnce: true });
  const item = await given.catch(ignoreTransient);
  if (item) remember(paying, numberOf(item['until']));
}

/** Milliseconds since 1970 until which everything is paid for. */
interface Taken {
  /** Without the units that were taken now. */
  readonly before: number;
  readonly until: number;
}

/** How often both changes are tried: another invocation may come between them. */
const maxRaces = 5;

/** @param most The latest time at which the units may begin. @returns undefined if they would begin later. */
async function take(
  paying: Paying,
  units: number,
  most = Number.POSITIVE_INFINITY,
): Promise<Taken | undefined> {
  const { table, payer } = paying;
  const cost = costOf(payer, units);
  for (let races = 0; races < maxRaces; races++) {
    const now = table.clock.now();
    const changes = [beginAt(payer, now, cost), addTo(payer, now, cost, most)];
    const isBusy = knownUntil(paying) > now;
    for (const change of isBusy ? changes.toReversed() : changes) {
      const item = await sendChange(unpaid(table), change);
      if (!item) continue;
      const until = numberOf(item['until']);
      remember(paying, until);
      return { before: until - cost, until };
    }
    if (Number.isFinite(most)) return undefined;
  }
  return undefined;
}

/** If everything is paid for. */
function beginAt(payer: Payer, now: number, cost: number): UpdateRequest {
  return {
    Key: keyOf(payer),
    UpdateExpression: 'SET #layout = :layout, #expiresAt = :expiresAt, #until = :until',
    ConditionExpression: 'attribute_not_exists(#until) OR #until <= :now',
    ExpressionAttributeNames: { '#layout': 'layout', '#expiresAt': 'expiresAt', '#until': 'until' },
    ExpressionAttributeValues: {
      ':layout': layoutVersion,
      ':expiresAt': expiryAt(now),
      ':until': now + cost,
      ':now': now,
    },
  };
}

/** If something is not paid for. */
function addTo(payer: Payer, now: number, ...[cost, most]: [cost: number, most: number]): UpdateRequest {
  const isLimited = Number.isFinite(most);
  return {
    Key: keyOf(payer),
    UpdateExpression: 'SET #expiresAt = :expiresAt ADD #until :cost',
    ConditionExpression: isLimited ? '#until > :now AND #until <= :most' : '#until > :now',
    ExpressionAttributeNames: { '#expiresAt': 'expiresAt', '#until': 'until' },
    ExpressionAttributeValues: {
      ':expiresAt': expiryAt(now),
      ':cost': cost,
      ':now': now,
      ...(isLimited ? { ':most': most } : {}),
    },
  };
}

function keyOf({ owner }: Payer): Item {
  return { pk: unitsPartition, sk: owner };
}

function expiryAt(now: number): number {
  return Math.ceil(now / secondMs) + keptSeconds;
}

/** The milliseconds in which the owner gets so many units. */
function costOf({ unitsPerSecond }: Payer, units: number): number {
  return Math.ceil((units * secondMs) / unitsPerSecond);
}

/**
 * The table for charges: nobody pays for these, and they do not count as writes of the invocation. A charge is sent even if the
 * time of the invocation is over.
 */
function unpaid(table: TableAccess): TableAccess {
  return { ...table, payer: undefined, time: undefined };
}

function nameOf({ table, payer }: Paying): string {
  return `${table.tableName}/${payer.owner}`;
}

function knownUntil(paying: Paying): number {
  return known.get(nameOf(paying)) ?? 0;
}

function remember(paying: Paying, until: number): void {
  const name = nameOf(paying);
  known.delete(name);
  known.set(name, until);
  const [oldest] = known.keys();
  if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
}

function overdrawn(paying: Paying, until: number): ServiceError {
  const wait = waitFor(paying, until - burstMs);
  const detail = `Requests of yours have read more than the ${paying.payer.unitsPerSecond} read units that you have in a second; send it again in ${wait.text}.`;
  return new ServiceError('too_many_requests', detail, wait);
}

/** What a refusal says about when to send it again: from this time on, in milliseconds since 1970. */
function waitFor({ table }: Paying, from: number) {
  const seconds = Math.max(1, Math.ceil((from - table.clock.now()) / secondMs));
  const text = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return { text, headers: { 'retry-after': String(seconds) } };
}
