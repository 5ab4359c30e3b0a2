/** A value that the service sends, and its reloading. */

import { useEffect, useRef, useState } from 'preact/hooks';

export interface Loaded<Value> {
  /** The last value, also while a newer one is loaded. */
  readonly value?: Value;
  /** Why the last request has failed, in words for people. */
  readonly fault?: string;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** @param key Of what is loaded: another key begins anew. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [state, setState] = useState<Omit<Loaded<Value>, 'reload'> & { readonly key: string }>();
  const [round, setRound] = useState(0);
  const known = state?.key === key ? state : undefined;
  useEffect(() => {
    let isWanted = true;
    setState((before) => ({ ...(before?.key === key ? before : {}), key, isLoading: true }));
    load().then(
      (value) => isWanted && setState({ key, value, isLoading: false }),
      (error: Error) =>
        isWanted &&
        setState((before) => ({
          ...(before?.key === key ? before : {}),
          key,
          isLoading: false,
          fault: error.message,
        })),
    );
    return () => {
      isWanted = false;
    };
    // `load` is another function at each rendering; the key says what it loads.
  }, [key, round]);
  return { isLoading: true, ...known, reload: () => setRound((count) => count + 1) };
}

/** The last value that there was, until there is another one: what is shown does not vanish while a person waits. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  return last.current;
}
