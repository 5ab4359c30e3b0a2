/** The code that a run drives: the product's, or a broken copy of it. */

import type { DocumentOptions } from '../../../lib/data/documents.ts';
import { documentClient } from '../../../lib/data/store/client.ts';
import type { Clock } from '../../../lib/data/store/clock.ts';
import { createIdGenerator } from '../../../lib/data/store/ids.ts';
import type { SourceRepository } from '../support/source-repository.ts';
import type { Chance } from './chance.ts';
import { type Answer, type Retry, simulatedClient } from './client.ts';

export interface Subject {
  readonly createSourceRepository: (options: DocumentOptions) => SourceRepository;
}

/** Where a process runs. */
export interface Host extends Pick<Clock, 'now' | 'pause'> {
  readonly send: Answer;
  readonly retry?: Retry;
}

export const tableName = 'simulated';

/** The sources, as one process sees them. */
export function openSources(
  subject: Subject,
  { send, retry, now, pause }: Host,
  chance: Chance,
): SourceRepository {
  const newId = createIdGenerator({ now, random: (count) => chance.bytes(count) });
  return subject.createSourceRepository({
    client: documentClient(simulatedClient(send, retry)),
    tableName,
    now,
    pause,
    random: chance.number,
    newId,
  });
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
