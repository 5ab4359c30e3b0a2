/** A source for replays of the records that `batchOf` has appended: raw records are `{ raw }`. */

import type { InvocationTime } from '../../../lib/headwater/data/store/invocation-time.ts';
import type { PipelineReader } from '../../../lib/service/pipelines/pipelines.ts';
import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';

const made = new Date(0).toISOString();

/** It drops 8, and 9 fails again. */
export const replayedSource = {
  ...{ _id: '0'.repeat(24), created: made, updated: made, revision: 1, tags: [], format: 'json' },
  preprocessors: [
    { type: 'drop', if: 'raw:8' },
    { type: 'fail', message: 'It fails.', if: 'raw:9' },
    { type: 'rename', field: 'raw', target_field: 'n' },
  ],
} as const satisfies SourceRecord;

/** Its steps run none. */
export const noPipelines: PipelineReader = async () => undefined;

/** More than any replay takes. */
export const plentyOfTime: InvocationTime = {
  signal: new AbortController().signal,
  lambda: { getRemainingTimeInMillis: () => 30_000 },
};
