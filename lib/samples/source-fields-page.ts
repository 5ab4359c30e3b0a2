/** The fields of a sample, page by page. */

import type { Models } from '#generated/models/source.ts';
import type { DataRecord } from '../preprocessors/base/record.ts';
import { compileQuery } from '../preprocessors/engine/condition.ts';
import { discoverFields } from '../preprocessors/fields/discover-fields.ts';
import type { SourceRecord } from '../sources/source-record.ts';
import type { InvocationTime } from '../store/invocation-time.ts';
import { refuseLargeResult } from './response-size.ts';
import { producerIn, runSample } from './run-sample.ts';
import { pipelineOf } from './stored-pipeline.ts';

export interface FieldsRequest {
  readonly source: SourceRecord;
  readonly records: readonly DataRecord[];
  /** `raw`: before the preprocessors; `processed`: after them. */
  readonly stage: 'raw' | 'processed';
  readonly from: number;
  readonly size: number;
  /** Of the query language, about the members of a field. */
  readonly query?: string | undefined;
  readonly time: InvocationTime;
}

/** @throws ServiceError invalid_query, invalid_preprocessors, content_too_large. */
export function fieldsPage(request: FieldsRequest): Models['FieldResults'] {
  const { source, records, stage, from, size, query, time } = request;
  const matches = query === undefined ? undefined : compileQuery(query);
  const run = stage === 'raw' ? undefined : runSample(pipelineOf(source), records, { time, isTraced: true });
  const found = run
    ? discoverFields(run.documents, { producedBy: producerIn(run) })
    : discoverFields(records);
  const now = Date.now();
  // A field has the members of a record.
  const fields = matches
    ? found.filter((field) => matches({ ...field } as unknown as DataRecord, now))
    : found;
  const hits = fields.slice(from, from + size);
  const page: Models['FieldResults'] = {
    from,
    size: hits.length,
    total: fields.length,
    total_relation: 'eq',
    hits,
    stage,
    revision: source.revision,
    sampled: records.length,
    succeeded: run?.documents.length ?? records.length,
    failed: run?.failed ?? 0,
    dropped: run?.dropped ?? 0,
  };
  refuseLargeResult(page);
  return page;
}
