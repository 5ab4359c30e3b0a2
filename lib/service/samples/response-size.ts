import { ServiceError } from 'headwater/errors';
import { writeJson } from 'headwater/json';

/** Lambda limits responses to 6 MB, in which a body is JSON text again: quotes and backslashes count twice. */
const maxBytes = 2_621_440;

/** @throws ServiceError content_too_large. */
export function refuseLargeResult(result: unknown): void {
  const bytes = Buffer.byteLength(writeJson(result));
  if (bytes <= maxBytes) return;
  const detail = `The result has ${bytes} bytes; at most ${maxBytes} are returned. Ask for a smaller size, or send fewer records.`;
  throw new ServiceError('content_too_large', detail, { members: { max_bytes: maxBytes } });
}
