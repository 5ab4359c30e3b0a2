/** The terms of sources that were read lately: a source has many entries, and all of them lead to it. */

/** With ten terms each they take about 20 MB. */
const maxSources = 10_000;

export class KnownSources {
  readonly #terms = new Map<string, ReadonlySet<string>>();

  /** @param key Of the source. @returns whether it needed the entry of the term when it was read. */
  hasNeeded(key: string, term: string): boolean {
    return this.#terms.get(key)?.has(term) === true;
  }

  /** Forgets the source that was read first when there are too many. */
  add(key: string, terms: ReadonlySet<string>): void {
    const [oldest] = this.#terms.keys();
    if (this.#terms.size >= maxSources && oldest !== undefined) this.#terms.delete(oldest);
    this.#terms.set(key, terms);
  }
}
