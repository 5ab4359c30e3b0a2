/** The code that a run drives: the product's, or a broken copy of it. */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DocumentOptions, Documents } from '../../../lib/headwater/data/documents.ts';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import type { Clock } from '../../../lib/headwater/data/store/clock.ts';
import { createIdGenerator } from '../../../lib/headwater/data/store/ids.ts';
import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';
import type { StreamRecord } from '../../../lib/service/streams/stream-record.ts';
import type { Chance } from './chance.ts';
import { type Answer, type Retry, simulatedClient } from './client.ts';
import type { product } from './product.ts';

export type Subject = typeof product;

/** Where a process runs. */
export interface Host extends Pick<Clock, 'now' | 'pause'> {
  readonly send: Answer;
  readonly retry?: Retry;
}

/** The table, as one process sees it. */
export interface Opened {
  readonly sources: Documents<SourceRecord>;
  readonly streams: Documents<StreamRecord>;
  readonly subject: Subject;
  readonly client: DynamoDBDocumentClient;
  readonly clock: Clock;
}

export const tableName = 'simulated';

export function open(subject: Subject, { send, retry, now, pause }: Host, chance: Chance): Opened {
  const clock = { now, pause, random: chance.number };
  const newId = createIdGenerator({ now, random: () => chance.digits(13) });
  const client = documentClient(simulatedClient(send, retry));
  const options: DocumentOptions = { client, tableName, ...clock, newId };
  const [sources, streams] = [subject.sourceType, subject.streamType];
  return {
    subject,
    client,
    clock,
    sources: subject.openDocuments(sources, options),
    streams: subject.openDocuments(streams, options),
  };
}

/** The code of an error that the subject throws on purpose. A broken copy of the product has its own class of errors. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'ServiceError') return undefined;
  return (error as Error & { readonly code?: string }).code;
}

/** Whether nobody knows, after the error, if the request was carried out. */
export function isInDoubt(error: unknown): boolean {
  return ['unavailable', 'timeout'].includes(codeOf(error) ?? '');
}
