import { ServiceError } from '../../headwater/shared/errors.ts';
import { InvalidQuery } from '../../headwater/shared/query/scanner.ts';
import { compileQuery } from '../../ingest/conditions/condition.ts';

/** A query about records that no index has. @throws ServiceError invalid_query with what is expected and where. */
export function compileRecordQuery(text: string): ReturnType<typeof compileQuery> {
  try {
    return compileQuery(text);
  } catch (cause) {
    if (!(cause instanceof InvalidQuery)) throw cause;
    throw new ServiceError('invalid_query', cause.message, { members: { offset: cause.offset } });
  }
}
