/** The records that a search finds: the newest first, further ones by page, and those that come while the tail is live. */

import { useEffect, useRef, useState } from 'preact/hooks';
import {
  fetchNewer,
  fetchRecords,
  type RecordPage,
  type RecordsAsked,
  type StoredRecord,
} from './stream-records.ts';
import { useLoaded } from './use-loaded.ts';

const maxRows = 1_000;
/** Between an answer and the next question for newer records, in milliseconds. */
const tailMs = 2_000;

export interface Rows {
  readonly records: readonly StoredRecord[];
  readonly page: RecordPage | undefined;
  readonly fault: string | undefined;
  readonly isLoading: boolean;
  readonly more?: () => void;
  /** Does once more what has failed. */
  readonly retry: () => void;
}

/** What has come after the first page of a search. */
interface Added {
  readonly key: string;
  readonly newer: readonly StoredRecord[];
  readonly pages: readonly RecordPage[];
  readonly fault?: string;
  /** A further page is on its way. */
  readonly isLoading?: boolean;
}

export function useRows(key: string, asked: RecordsAsked, isTailed: boolean): Rows {
  const first = useLoaded(`${key} rows`, () => fetchRecords(asked));
  const { own, add } = useAdded(key);
  const pages = first.value ? [first.value, ...own.pages] : [];
  const records = [...own.newer, ...pages.flatMap(({ hits }) => hits)].slice(0, maxRows);
  const last = pages.at(-1);
  useTail(isTailed && first.value !== undefined, { asked, newest: records[0]?.position ?? -1, add });
  const more = () => {
    add(({ fault: _, ...before }) => ({ ...before, isLoading: true }));
    fetchRecords(asked, last?.after).then(
      (page) => add((before) => ({ ...before, isLoading: false, pages: [...before.pages, page] })),
      ({ message }: Error) => add((before) => ({ ...before, isLoading: false, fault: message })),
    );
  };
  const isLoading = first.isLoading || own.isLoading === true;
  const hasMore = last?.after !== undefined && records.length < maxRows;
  return {
    records,
    page: last,
    fault: first.fault ?? own.fault,
    isLoading,
    retry: first.fault === undefined ? more : first.reload,
    ...(hasMore && !isLoading ? { more } : {}),
  };
}

/** An answer that comes after the search has changed is dropped; two that come together are both kept. */
function useAdded(key: string) {
  const empty: Added = { key, newer: [], pages: [] };
  const [added, setAdded] = useState(empty);
  const wanted = useRef(key);
  wanted.current = key;
  const add = (change: (before: Added) => Added) => {
    if (wanted.current === key) setAdded((before) => change(before.key === key ? before : empty));
  };
  return { own: added.key === key ? added : empty, add };
}

interface Tail {
  readonly asked: RecordsAsked;
  /** Position. */
  readonly newest: number;
  readonly add: (change: (before: Added) => Added) => void;
}

/** One question at a time, however slow the service is. One that fails is asked again. */
function useTail(isOn: boolean, tail: Tail): void {
  const now = useRef(tail);
  now.current = tail;
  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const { asked, newest, add } = now.current;
      try {
        const newer = await fetchNewer(asked, newest);
        add(({ fault: _, ...before }) => ({ ...before, newer: [...newer.toReversed(), ...before.newer] }));
      } catch (error) {
        add((before) => ({ ...before, fault: (error as Error).message }));
      }
      if (isWanted) timer = setTimeout(() => void ask(), tailMs);
    };
    let isWanted = true;
    timer = setTimeout(() => void ask(), tailMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [isOn]);
}
