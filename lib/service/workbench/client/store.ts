/** A value that views show, and that changes as a whole. */

import { useLayoutEffect, useState } from 'preact/hooks';

export class Store<Value> {
  #value: Value;
  readonly #listeners = new Set<(value: Value) => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener(value);
  }

  update(change: (value: Value) => Value): void {
    this.set(change(this.#value));
  }

  /** @returns what ends it. */
  subscribe(listener: (value: Value) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** The view is shown again when the value changes. */
export function useStore<Value>(store: Store<Value>): Value {
  const [, show] = useState(0);
  // A browser runs other effects after it has drawn: what changes until then would not be shown.
  useLayoutEffect(() => store.subscribe(() => show((count) => count + 1)), [store]);
  return store.value;
}
