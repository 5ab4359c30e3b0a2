/**
 * Pages of queries and times equal a brute force over all records, whatever batches have filters: large ones, not
 * small ones, nor batches of earlier code; crashed pushes and segments leave gaps, records have several documents,
 * and replays change them.
 *
 * @module-tag property
 */

import { beforeAll, expect, test } from 'vitest';
import { compileQuery } from '../../../../../lib/ingest/conditions/condition.ts';
import { recordDocuments } from '../../../../../lib/service/streams/log/log-types.ts';
import { readLog } from '../../../../../lib/service/streams/log/read/read-log.ts';
import { failurePage, recordPage } from '../../../../../lib/service/streams/record-page.ts';
import { amount } from '../../../../support/amount.ts';
import type { Draw } from '../../../../support/draw.ts';
import { type Engine, startEngine } from '../../../../support/engine.ts';
import {
  allPages,
  drawFrom,
  expected,
  type Model,
  positionsOf,
  type Question,
  randomLog,
  randomQuestion,
  textOf,
} from '../../../support/random-log.ts';
import { plentyOfTime as time } from '../../../support/replayed-source.ts';

let engine: Engine;
let tableName: string;

beforeAll(async () => {
  engine = await startEngine();
  tableName = await engine.makeTable();
});

async function allReads(
  model: Model,
  { query, order, from: first, pushed }: Question,
  draw: Draw,
): Promise<number[]> {
  const { matches, needs } = compileQuery(query ?? '*');
  const isNewestFirst = order === 'desc';
  const found: number[] = [];
  for (let from = first; ; ) {
    const maxUnits = 1 + draw.nat(40);
    let [left, through]: [number, number | undefined] = [maxUnits, undefined];
    const end = await readLog(model.log, {
      from,
      isNewestFirst,
      pushed,
      batchQuery: { needs, maxUnits },
      take: ({ records, through: last, units }) => {
        found.push(
          ...records.flatMap((one) => positionsOf({ ...one, documents: recordDocuments(one) }, matches)),
        );
        through = last;
        left -= units;
        return left > 0;
      },
    });
    if (typeof end.reason === 'object') from = end.reason.position;
    else if (end.reason !== 'taken' || through === undefined || (isNewestFirst && through === 0))
      return found;
    else from = through + (isNewestFirst ? -1 : 1);
  }
}

test('random queries and times find what a brute force finds', { tags: ['streams'] }, async () => {
  for (let seed = 1; seed <= amount({ few: 1, many: 1, most: 100 }); seed++) {
    const draw = drawFrom(seed * 7_919);
    const model = await randomLog({ engine, tableName }, draw);
    for (let count = 0; count < 15; count++) await checkQuestion(draw, model, randomQuestion(draw, model));
  }
});

async function checkQuestion(draw: Draw, model: Model, question: Question): Promise<void> {
  const { query, order, from, pushed } = question;
  const times = { pushed_from: textOf(pushed.from), pushed_to: textOf(pushed.to) };
  const request = { size: 1 + draw.nat(30), order, ...times };
  const wanted = expected(model.records, question);
  const what = JSON.stringify(question);
  const records = { ...request, query, view: 'document' } as const;
  const found = await allPages((at) => recordPage(model.log, { ...records, from: at }, time), from);
  expect(found, what).toEqual(wanted);
  expect(await allReads(model, question, draw), what).toEqual(wanted);
  const failures = await allPages((at) => failurePage(model.log, { ...request, from: at }, time), from);
  expect(failures, what).toEqual(expected(model.failures, { ...question, query: undefined }));
}
