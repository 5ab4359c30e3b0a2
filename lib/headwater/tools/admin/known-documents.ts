/** A cache of the terms of recently read documents: all of a document's many postings lead to it. */

const maxDocuments = 10_000;

export class KnownDocuments {
  /** The terms of each document as one text, which takes a tenth of the memory of a set: `,"t/red","w/log",`. */
  readonly #terms = new Map<string, string>();

  /** @param key The key of the document. @returns whether it needed the posting when it was read. */
  hasNeeded(key: string, term: string): boolean {
    // Within a quoted term, a backslash and never a comma precedes a quote.
    return this.#terms.get(key)?.includes(`,${JSON.stringify(term)},`) === true;
  }

  /** Adds a document. Beyond the limit, it drops the document that was read first. */
  add(key: string, terms: ReadonlySet<string>): void {
    const [oldest] = this.#terms.keys();
    if (this.#terms.size >= maxDocuments && oldest !== undefined) this.#terms.delete(oldest);
    const list = JSON.stringify([...terms]).slice(1, -1);
    // Copied, since the text would otherwise keep its parts in memory.
    this.#terms.set(key, Buffer.from(`,${list},`).toString());
  }
}
