/** A log with random batches, and all that its records are; questions about it, and what a brute force finds. */

import { randomBytes } from 'node:crypto';
import { DeleteCommand, type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { createIdGenerator } from '../../../lib/headwater/data/store/ids.ts';
import type { DataRecord } from '../../../lib/ingest/base/record.ts';
import { type Condition, compileQuery } from '../../../lib/ingest/conditions/condition.ts';
import { segmentPositions } from '../../../lib/service/streams/log/batch-items.ts';
import { headKey } from '../../../lib/service/streams/log/log-head.ts';
import {
  type LogContext,
  type LogOutcome,
  type RecordDocument,
  recordDocuments,
} from '../../../lib/service/streams/log/log-types.ts';
import { replaceRecords, takeBatches } from '../../../lib/service/streams/log/write/replace-records.ts';
import type { Draw } from '../../support/draw.ts';
import type { Engine } from '../../support/engine.ts';
import { haltingClient } from '../../support/faulty-client.ts';
import { beginStream, openLog } from './stream-log.ts';

const newId = createIdGenerator();
const begun = Date.now();
const expiresAt = Math.ceil(begun / 1_000) + 86_400;

export function drawFrom(seed: number): Draw {
  let state = seed;
  const nat = (max: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.floor((state / 2_147_483_647) * (max + 1));
  };
  // All lists have choices.
  const pick = <T>(choices: readonly T[]) => choices[nat(choices.length - 1)] as T;
  return { nat, pick, chance: (percent) => nat(99) < percent };
}

interface Known {
  readonly position: number;
  readonly at: number;
  documents: readonly DataRecord[];
}

const words = Array.from({ length: 150 }, (_, n) => `w${n}`);

function documentOf(draw: Draw, bytes: number): DataRecord {
  const word = draw.pick(words);
  const value = draw.pick<DataRecord[string]>([
    word,
    `the ${word.toUpperCase()} word`,
    [1, word],
    draw.nat(300),
    true,
  ]);
  const field = draw.pick(['a', 'b', 'rare']);
  return {
    [field === 'rare' && draw.chance(80) ? 'a' : field]: value,
    pad: randomBytes(bytes).toString('base64'),
  };
}

/** One document, or some parts. */
function documentsFrom(draw: Draw, bytes: number): readonly RecordDocument[] {
  if (draw.chance(60)) return [{ document: documentOf(draw, bytes) }];
  return Array.from({ length: 1 + draw.nat(3) }, (_, index) => ({
    part: `${index}`,
    document: documentOf(draw, bytes),
  }));
}

/** A record whose last part may have failed. */
function storedFrom(draw: Draw, bytes: number): LogOutcome {
  const documents = documentsFrom(draw, bytes);
  const { length } = documents;
  if (documents[0]?.part === undefined) return { status: 'stored', raw: {}, documents };
  const hasFailed = draw.chance(30);
  const parts = { stored: length, failed: hasFailed ? 1 : 0, dropped: 0 };
  if (!hasFailed) return { status: 'stored', raw: {}, documents, parts };
  const failedPart = { part: `${length}`, error, step: 0 };
  const failed = { error, step: 0, failed_parts: [failedPart], claim: { only: [failedPart.part] } };
  return {
    ...{ status: 'stored', raw: {}, documents, parts, claim: { except: [failedPart.part] } },
    failed: { ...failed, isSkipped: false },
  };
}

const error = { code: 'failed', message: 'It fails.' };

/** Where a log is. */
export interface LogPlace {
  readonly engine: Engine;
  readonly tableName: string;
}

/** A log with all that its records are. */
export class Model {
  readonly #engine: Engine;
  readonly #tableName: string;
  readonly stream: string;
  readonly records: Known[] = [];
  readonly failures: Known[] = [];
  now = begun;

  constructor({ engine, tableName }: LogPlace, stream: string) {
    this.#engine = engine;
    this.#tableName = tableName;
    this.stream = stream;
  }

  open(client: DynamoDBDocumentClient = this.#engine.client, skewMs = 0) {
    const now = () => this.now + skewMs;
    return openLog({ client, tableName: this.#tableName, stream: this.stream, now });
  }

  get log(): LogContext {
    return this.open().log;
  }

  /** @param bytes The size of each record, which compresses badly. */
  async push(draw: Draw, count: number, bytes: number): Promise<void> {
    this.now += draw.nat(8_000);
    // Clocks of functions differ by 10 s at most.
    const skewMs = draw.nat(10_000) - 5_000;
    const outcomes = Array.from({ length: count }, (): LogOutcome => {
      return draw.chance(90)
        ? storedFrom(draw, bytes)
        : { status: 'failed', raw: documentOf(draw, bytes), error, step: 0 };
    });
    const { outcomes: stored } = await this.open(undefined, skewMs).append({ outcomes, bytes: 1, expiresAt });
    for (const [index, { position = -1 }] of stored.entries()) {
      const outcome = outcomes[index];
      const known = { position, at: this.now + skewMs };
      if (outcome?.status === 'stored') this.records.push({ ...known, documents: recordDocuments(outcome) });
      const hasFailed = outcome?.status === 'failed' || (outcome?.status === 'stored' && outcome.failed);
      if (hasFailed) this.failures.push({ ...known, documents: [outcome.raw as DataRecord] });
    }
  }

  /** A push that crashes after some commands, but is settled as a void or as a batch of no record that a query finds. */
  async crash(draw: Draw): Promise<void> {
    const { client } = haltingClient(this.#engine.client, 1);
    const outcomes = [storedFrom(draw, 6_000)];
    this.open(client)
      .append({ outcomes, bytes: 1, expiresAt })
      .catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 20));
    this.now += 60_000;
  }

  /** Replaces the documents of a range, and drops some. */
  async replay(draw: Draw): Promise<void> {
    const from = draw.pick(this.records).position;
    const { batches } = await takeBatches(
      this.log,
      { from, to: from + draw.nat(200), limit: 100 },
      undefined,
    );
    for (const { batch, records, taken } of batches) {
      const documents = new Map(
        taken.map(({ position }) => [
          position,
          draw.chance(20) ? [] : documentsFrom(draw, draw.pick([0, 800])),
        ]),
      );
      await replaceRecords(this.log, { batch, records, documents });
      for (const known of this.records) {
        const own = documents.get(known.position);
        if (own) known.documents = own.map(({ document }) => document);
      }
    }
  }

  /** As earlier code has stored it: without filters, or without the attribute that tells of them. */
  async forgetFilters(draw: Draw): Promise<void> {
    const items = await this.#engine.scan(this.#tableName);
    for (const { pk, sk } of items) {
      if (!String(pk).includes(this.stream)) continue;
      const kind = String(pk).split('/')[0];
      const isChosen = Number.parseInt(String(sk), 16) % 3 === draw.nat(2);
      if (kind === 'filter' && isChosen)
        await this.#engine.client.send(new DeleteCommand({ TableName: this.#tableName, Key: { pk, sk } }));
    }
  }

  /** Crashed pushes may leave any number of positions. */
  async jump(positions: number): Promise<void> {
    await this.#engine.client.send(
      new UpdateCommand({
        TableName: this.#tableName,
        Key: headKey({ owner: 'public', stream: this.stream }),
        UpdateExpression: 'ADD #next :span',
        ExpressionAttributeNames: { '#next': 'next' },
        ExpressionAttributeValues: { ':span': positions },
      }),
    );
  }
}

export async function beginModel(place: LogPlace, draw: Draw): Promise<Model> {
  const { engine, tableName } = place;
  const model = new Model(place, await beginStream({ client: engine.client, tableName }, newId()));
  await model.push(draw, 8, 800);
  return model;
}

export async function randomStep(draw: Draw, model: Model): Promise<void> {
  const kind = draw.nat(9);
  if (draw.chance(40)) await model.jump(2_000);
  if (kind < 4) await model.push(draw, 6 + draw.nat(6), 800);
  else if (kind < 6) await model.push(draw, 1 + draw.nat(3), 10);
  else if (kind === 6) await model.jump(draw.pick([1, 50, segmentPositions - 40, 2 * segmentPositions]));
  else if (kind === 7) await model.crash(draw);
  else await model.replay(draw);
}

export async function randomLog(place: LogPlace, draw: Draw): Promise<Model> {
  const model = await beginModel(place, draw);
  for (let step = 10 + draw.nat(10); step > 0; step--) await randomStep(draw, model);
  if (draw.chance(40)) await model.forgetFilters(draw);
  model.now += 120_000;
  return model;
}

export interface Question {
  readonly query: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly from: number | undefined;
  readonly pushed: { readonly from: number | undefined; readonly to: number | undefined };
}

/** A word that a record has, mostly. */
function wordOf(draw: Draw, { records }: Model): string {
  if (draw.chance(30)) return draw.pick(words);
  return /w\d+/i.exec(JSON.stringify(draw.pick(records).documents))?.[0].toLowerCase() ?? 'w1';
}

export function randomQuestion(draw: Draw, model: Model): Question {
  const { records } = model;
  const word = () => wordOf(draw, model);
  const clause = () =>
    draw.pick([
      word,
      word,
      () => `${draw.pick(['a', 'b', 'rare'])}:${word()}`,
      () => `a:=${word()}`,
      () => `b:${draw.nat(300)}`,
      () => 'rare:*',
      () => `NOT ${word()}`,
    ])();
  const query = draw.pick([
    clause,
    clause,
    () => `${clause()} AND ${clause()}`,
    () => `${clause()} OR ${clause()}`,
    () => 'nowhere-at-all',
    () => undefined,
  ])();
  const moment = () => (draw.chance(50) ? undefined : draw.pick(records).at + draw.nat(1));
  const [one, other] = [moment(), moment()];
  const [from, to] = one !== undefined && other !== undefined && one > other ? [other, one] : [one, other];
  return {
    query,
    order: draw.pick(['asc', 'desc']),
    from: draw.chance(50) ? undefined : draw.pick(records).position + draw.nat(2),
    pushed: { from, to: from === to ? undefined : to },
  };
}

/** One for each document that matches. */
export function positionsOf({ position, documents }: Known, matches: Condition): readonly number[] {
  return documents.filter((document) => matches(document, begun)).map(() => position);
}

export function expected(known: readonly Known[], { query, order, from, pushed }: Question): number[] {
  const matches = query === undefined ? () => true : compileQuery(query).matches;
  const found = known.filter(
    ({ position, at }) =>
      (from === undefined || (order === 'asc' ? position >= from : position <= from)) &&
      (pushed.from === undefined || at >= pushed.from) &&
      (pushed.to === undefined || at < pushed.to),
  );
  const positions = found.flatMap((known) => positionsOf(known, matches)).toSorted((one, two) => one - two);
  return order === 'asc' ? positions : positions.toReversed();
}

export const textOf = (moment: number | undefined) =>
  moment === undefined ? undefined : new Date(moment).toISOString();

export interface Pages {
  readonly after?: number;
  readonly partial?: boolean;
  readonly size: number;
  readonly hits: readonly { readonly position: number }[];
}

export async function allPages(
  read: (from: number | undefined) => Promise<Pages>,
  first: number | undefined,
): Promise<number[]> {
  const found: number[] = [];
  for (let from = first, rounds = 0; ; rounds++) {
    expect(rounds).toBeLessThan(500);
    const { hits, after, partial = false } = await read(from);
    found.push(...hits.map(({ position }) => position));
    expect(hits.length > 0 || !partial || after !== from).toBe(true);
    if (after === undefined || (hits.length === 0 && !partial)) return found;
    from = after;
  }
}

/** The same by the log itself, with budgets that end anywhere. */
