/** The public keys of one issuer, as a container keeps them. */

import type { Jwks } from 'aws-jwt-verify/jwk';
import { ServiceError } from '../../shared/errors.ts';
import { writeMetrics } from '../../shared/log.ts';

/** Milliseconds. */
const times = {
  /** An issuer that takes longer is treated as one that does not answer. */
  fetch: 2_000,
  /** Then the keys are fetched again while the old ones are in use. */
  fresh: 600_000,
  /** An issuer that does not answer for so long has nobody's trust any more. */
  stale: 86_400_000,
  /** Between two fetches, whatever tokens ask for. */
  pause: 10_000,
  /** After a failure; a first fetch that fails should not stop the service for long. */
  retry: 1_000,
};

/** Real sets of keys have some kilobytes. */
const maxBytes = 262_144;

/** In bits. RFC 7518 section 3.3. */
const minRsaBits = 2_048;

const failing = { name: 'issuer', count: () => writeMetrics({ IssuerFailures: 1 }) } as const;

export class IssuerKeys {
  readonly #uri: string;
  readonly #use: (keys: Jwks) => void;
  #fetching: Promise<void> | undefined;
  /** The fetch of `begin`, while it lasts. */
  #beginning: Promise<void> | undefined;
  /** Milliseconds since 1970; undefined before the first. */
  #fetchedAt: number | undefined;
  #failedAt: number | undefined;
  /** Why the last fetch that failed did so. */
  #cause: unknown;

  /** @param use called with the keys whenever they have been fetched. */
  constructor(uri: string, use: (keys: Jwks) => void) {
    this.#uri = uri;
    this.#use = use;
  }

  /**
   * Begins to fetch them. Lambda may freeze a container between its start and its first request, perhaps for minutes, so a
   * failure by then says nothing about the issuer: the first request fetches them again.
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

  /** Resolves when there are keys. @throws ServiceError unavailable, also when the signal is aborted. */
  ready(signal: AbortSignal): Promise<void> {
    return inTime(this.#ready(), signal);
  }

  async #ready(): Promise<void> {
    await this.#beginning;
    const age = this.#age();
    if (age <= times.fresh) return;
    const refreshing = this.#mayFetch() ? this.#refresh() : this.#fetching;
    if (age <= times.stale) {
      // No request fails yet: without the count, an issuer could be down for a day before anybody knows.
      refreshing?.catch(failing.count);
      return;
    }
    if (!refreshing) throw unavailable(this.#cause);
    await refreshing;
  }

  /**
   * For a key that is not among them: the issuer may have a new one.
   *
   * @returns whether they were fetched again; false if they have just been.
   * @throws ServiceError unavailable when they cannot be fetched, or the signal is aborted: the token may be valid.
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

  /** Many requests share one fetch. */
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

/** What goes on is for others, too. */
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

/** @throws Error when it takes too long or is too large. */
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

/** One odd key must not make the others unusable. Symmetric keys are no public ones. */
function usable(fetched: unknown): Jwks {
  const { keys } = Object(fetched);
  if (!Array.isArray(keys)) throw new Error('There are no keys.');
  const sound = keys.filter((key: unknown) => {
    const { kty, kid, use = 'sig', n } = Object(key);
    if (typeof kid !== 'string' || use !== 'sig') return false;
    if (kty === 'RSA') return typeof n === 'string' && n.length * 6 >= minRsaBits;
    return kty === 'EC' || kty === 'OKP';
  });
  if (sound.length === 0) throw new Error('There is no key for signatures.');
  return { keys: sound };
}
