import { compileQuery, InvalidQuery } from '@headwater/ingest/conditions';
import { ServiceError } from 'headwater/errors';

/** A query about records that no index has. @throws ServiceError invalid_query with what is expected and where. */
export function compileRecordQuery(text: string): ReturnType<typeof compileQuery> {
  try {
    return compileQuery(text);
  } catch (cause) {
    if (!(cause instanceof InvalidQuery)) throw cause;
    throw new ServiceError('invalid_query', cause.message, { members: { offset: cause.offset } });
  }
}
