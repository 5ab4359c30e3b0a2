/** The terms of documents that were read lately: a document has many entries, and all of them lead to it. */

const maxDocuments = 10_000;

export class KnownDocuments {
  /** The terms of each as one text, which takes a tenth of the memory of a set: `,"t/red","w/log",`. */
  readonly #terms = new Map<string, string>();

  /** @param key Of the document. @returns whether it needed the entry of the term when it was read. */
  hasNeeded(key: string, term: string): boolean {
    // Within a term, a quote stands behind a backslash and never behind a comma.
    return this.#terms.get(key)?.includes(`,${JSON.stringify(term)},`) === true;
  }

  /** Forgets the document that was read first when there are too many. */
  add(key: string, terms: ReadonlySet<string>): void {
    const [oldest] = this.#terms.keys();
    if (this.#terms.size >= maxDocuments && oldest !== undefined) this.#terms.delete(oldest);
    const list = JSON.stringify([...terms]).slice(1, -1);
    // Copied, or else the text would keep its pieces in memory.
    this.#terms.set(key, Buffer.from(`,${list},`).toString());
  }
}
