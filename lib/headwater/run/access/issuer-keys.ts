/** The public keys of one issuer, cached in the container. */

import type { Jwks } from 'aws-jwt-verify/jwk';
import { ServiceError } from '../../shared/errors.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { writeMetrics } from '../../shared/log.ts';

/** Milliseconds. */
const times = {
  /** An issuer that takes longer counts as unavailable. */
  fetch: 2_000,
  /** After this age, the keys are fetched again while the old ones remain in use. */
  fresh: 600_000,
  /** After this time without an answer, the issuer's keys are no longer trusted. */
  stale: 86_400_000,
  /** The minimum between two fetches, whatever the tokens require. */
  pause: 10_000,
  /** The pause after a failure: a failed first fetch should not stop the service for long. */
  retry: 1_000,
};

/** Real key sets have a few kilobytes. */
const maxBytes = 262_144;

/** In bits. RFC 7518 section 3.3. */
const minRsaBits = 2_048;

const failing = { name: 'issuer', count: () => writeMetrics({ IssuerFailures: 1 }) } as const;

export class IssuerKeys {
  readonly #uri: string;
  readonly #use: (keys: Jwks) => void;
  #fetching: Promise<void> | undefined;
  /** The fetch that `begin` has started, until it ends. */
  #beginning: Promise<void> | undefined;
  /** Milliseconds since 1970; undefined before the first fetch. */
  #fetchedAt: number | undefined;
  #failedAt: number | undefined;
  /** The reason of the last failed fetch. */
  #cause: unknown;

  /** @param use Called with the keys after each fetch. */
  constructor(uri: string, use: (keys: Jwks) => void) {
    this.#uri = uri;
    this.#use = use;
  }

  /**
   * Begins to fetch the keys. Lambda may freeze a container between its start and its first request, perhaps for minutes, so
   * a failure by then does not prove the issuer unavailable: the first request fetches them again.
   */
  begin(): void {
    const forget = () => {
      this.#failedAt = undefined;
    };
    this.#beginning = this.#refresh()
      .catch(forget)
      .finally(() => {
        this.#beginning = undefined;
      });
  }

  /** Resolves once there are keys. @throws ServiceError unavailable, also when the signal is aborted. */
  ready(signal: AbortSignal): Promise<void> {
    return inTime(this.#ready(), signal);
  }

  async #ready(): Promise<void> {
    await this.#beginning;
    const age = this.#age();
    if (age <= times.fresh) return;
    const refreshing = this.#mayFetch() ? this.#refresh() : this.#fetching;
    if (age <= times.stale) {
      // No request fails yet, but without the count an issuer could be down for a day unnoticed.
      refreshing?.catch(failing.count);
      return;
    }
    if (!refreshing) throw unavailable(this.#cause);
    await refreshing;
  }

  /**
   * Fetches again for a key that is not in the set: the issuer may have a new one.
   *
   * @returns whether the keys were fetched; false if that has just happened.
   * @throws ServiceError unavailable if they cannot be fetched, or the signal is aborted: the token may be valid.
   */
  renew(signal: AbortSignal): Promise<boolean> {
    return inTime(this.#renew(), signal);
  }

  async #renew(): Promise<boolean> {
    if (!this.#fetching && this.#age() < times.pause) return false;
    if (!this.#fetching && !this.#mayFetch()) throw unavailable(this.#cause);
    await this.#refresh();
    return true;
  }

  #age(): number {
    return this.#fetchedAt === undefined ? Number.POSITIVE_INFINITY : Date.now() - this.#fetchedAt;
  }

  #mayFetch(): boolean {
    return this.#failedAt === undefined || Date.now() - this.#failedAt >= times.retry;
  }

  /** Fetches the keys; concurrent requests share one fetch. */
  #refresh(): Promise<void> {
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetch(): Promise<void> {
    try {
      this.#use(usable(JSON.parse(await fetchText(this.#uri))));
      this.#fetchedAt = Date.now();
      this.#failedAt = undefined;
    } catch (cause) {
      this.#failedAt = Date.now();
      this.#cause = cause;
      throw unavailable(cause);
    }
  }
}

/** Waits until the signal is aborted. The work continues, since other requests share it. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const stop = () => reject(unavailable(signal.reason));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([work, late]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function unavailable(cause?: unknown): ServiceError {
  const detail = 'The keys of the issuer of tokens cannot be fetched; send the request again.';
  return new ServiceError('unavailable', detail, { cause, failing });
}

/** @throws Error if the response takes too long or is too large. */
async function fetchText(uri: string): Promise<string> {
  const response = await fetch(uri, { signal: AbortSignal.timeout(times.fetch), redirect: 'error' });
  if (!response.ok || !response.body) throw new Error(`The status is ${response.status}.`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`There are more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Drops unusable keys, so that one odd key does not disable the others. Symmetric keys are not public keys. */
function usable(fetched: unknown): Jwks {
  const { keys } = membersOf(fetched);
  if (!Array.isArray(keys)) throw new Error('There are no keys.');
  const sound = keys.filter((key: unknown) => {
    const { kty, kid, use = 'sig', n } = membersOf(key);
    if (typeof kid !== 'string' || use !== 'sig') return false;
    if (kty === 'RSA') return typeof n === 'string' && n.length * 6 >= minRsaBits;
    return kty === 'EC' || kty === 'OKP';
  });
  if (sound.length === 0) throw new Error('There is no key for signatures.');
  return { keys: sound };
}
