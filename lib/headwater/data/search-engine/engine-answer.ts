/** What the search engine answers, and what its status and reason say. */

import { ServiceError } from '../../shared/errors.ts';
import { isObject, membersOf } from '../../shared/json/is-object.ts';

export interface EngineAnswer {
  readonly status: number;
  /** Undefined if the body is not JSON. */
  readonly body: unknown;
}

/** The engine does not work as it is set up: somebody has to change something. */
export class EngineRefusal extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** @throws ServiceError unavailable, EngineRefusal. */
export function checkAnswer({ status, body }: EngineAnswer): void {
  if (status >= 200 && status < 300) return;
  const { error } = membersOf(body);
  throw engineFailure(status, `The search engine answers ${status}: ${reasonOf(error)}.`);
}

/** The error for a status, of an answer or of an item in it: what may pass by itself is `unavailable`. */
export function engineFailure(status: number, message: string): ServiceError | EngineRefusal {
  const isBusy = status === 408 || status === 429 || status >= 500;
  return isBusy
    ? new ServiceError('unavailable', message, { failing: { name: 'search' } })
    : new EngineRefusal(message, status);
}

/** The most characters of an engine's reason that are kept. */
const maxReason = 500;

/** The reason in an answer, or in an item of an answer to a bulk request. */
export function reasonOf(error: unknown): string {
  if (typeof error === 'string') return cut(error);
  const { type, reason, caused_by: cause } = membersOf(error);
  const causes = isObject(cause) && typeof cause['reason'] === 'string' ? `: ${cause['reason']}` : '';
  const text = [type, reason].filter((one) => typeof one === 'string').join(': ');
  return cut(`${text || 'no reason'}${causes}`);
}

function cut(text: string): string {
  return text.length <= maxReason ? text : `${text.slice(0, maxReason - 1)}…`;
}
