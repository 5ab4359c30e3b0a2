/** What a search finds in a stream: records, counts over time, and fields. What is shown stays until something else has been found. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import { keepQuery } from './kept-queries.ts';
import { queryIssue } from './query-completion.ts';
import { type Rows, useRows } from './record-rows.ts';
import { hrefOfSearch, type RecordSearch } from './record-search.ts';
import {
  fetchFields,
  fetchHistogram,
  type Histogram,
  type RecordsAsked,
  type StreamField,
  type StreamFields,
} from './stream-records.ts';
import { useLast, useLoaded } from './use-loaded.ts';

export interface FoundRecords {
  readonly asked: RecordsAsked;
  readonly histogram: Histogram | undefined;
  readonly fields: StreamFields | undefined;
  /** Also those that no record has that was found: a person may still want to name them. */
  readonly known: readonly StreamField[];
  readonly rows: Rows;
  readonly isLoading: boolean;
  /** The rows and the counts are of an earlier search. */
  readonly isStale: { readonly rows: boolean; readonly histogram: boolean };
  readonly fault: string | undefined;
  /** Asks for all of it once more, up to now. */
  readonly again: () => void;
  /** Asks for what has failed. */
  readonly retry: () => void;
}

export function useFound(id: string, search: RecordSearch, isTailed: boolean): FoundRecords {
  const key = hrefOfSearch(id, { ...search, columns: [], isWrapped: false });
  const [round, setRound] = useState(0);
  const asked = useMemo(() => ({ id, search, now: Date.now() }), [key, round]);
  const histogram = useLoaded(`${key} ${round} histogram`, () => fetchHistogram(asked));
  const fields = useLoaded(`${key} ${round} fields`, () => fetchFields(asked));
  const rows = useRows(`${key} ${round}`, asked, isTailed);
  useEffect(() => {
    if (rows.page) keepQuery(search.query);
  }, [rows.page !== undefined, search.query]);
  const shownRows = useLast(rows.page ? rows : undefined) ?? rows;
  const shownHistogram = useLast(histogram.value);
  // The field of the query says what is wrong with it.
  const isQueryWrong = queryIssue(search.query) !== undefined;
  return {
    asked,
    histogram: shownHistogram,
    fields: useLast(fields.value),
    known: useLast(fields.value?.hits.length === 0 ? undefined : fields.value?.hits) ?? [],
    rows: shownRows,
    isLoading: rows.isLoading,
    isStale: { rows: shownRows !== rows, histogram: shownHistogram !== histogram.value },
    fault: isQueryWrong ? undefined : (rows.fault ?? histogram.fault ?? fields.fault),
    again: () => setRound(round + 1),
    retry: () => {
      if (rows.fault !== undefined) rows.retry();
      for (const { fault, reload } of [histogram, fields]) if (fault !== undefined) reload();
    },
  };
}
