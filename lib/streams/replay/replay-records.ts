/** Records get other documents at the positions that they have: none is there twice. */

import { parseBatch } from '../log/batch-items.ts';
import { recordsOf } from '../log/read-log.ts';
import { replaceRecords } from '../log/replace-records.ts';
import { processAgain, type Replay, type ReplayEnd, type Replayed, type ReplayOutcome } from './replay.ts';
import { takeRecords } from './take-records.ts';

/** @throws ServiceError write_conflict when another replay has the same records, invalid_preprocessors, content_too_large, unavailable, timeout. */
export async function replayRecords(replay: Replay): Promise<ReplayEnd> {
  const { log, range } = replay;
  const { items, after } = await takeRecords(log, {
    ...{ kind: 'log', ...range, parse: parseBatch },
    read: (head) => recordsOf(log, head),
  });
  const outcomes = await processAgain(
    items.flatMap(({ taken }) => taken),
    replay,
  );
  const documents = new Map(outcomes.flatMap((outcome) => changeOf(outcome)));
  await Promise.all(
    items.map(({ head: batch, records }) => replaceRecords(log, { batch, records, documents })),
  );
  return { replayed: outcomes.map(toReplayed), after };
}

/** None of a record that fails now: it keeps its document. */
function changeOf(outcome: ReplayOutcome) {
  if (outcome.status === 'left') return [];
  return [[outcome.origin, outcome.status === 'stored' ? outcome.document : undefined] as const];
}

function toReplayed(outcome: ReplayOutcome): Replayed {
  const { origin, status } = outcome;
  if (status === 'stored') return { origin, status, position: origin };
  const { step } = outcome;
  return {
    ...{ origin, status },
    ...(status === 'left' ? { error: outcome.error } : {}),
    ...(step === undefined ? {} : { step }),
  };
}
