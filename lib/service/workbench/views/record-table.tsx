/** The records that a search finds, in rows: the newest first, further ones by page, and those that come while the tail is live. */

import { writeJson } from 'headwater/json';
import { useEffect, useState } from 'preact/hooks';
import { memberAt } from '../client/member-at.ts';
import { fetchNewer, fetchRecords, type RecordPage, type StoredRecord } from '../client/stream-records.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { WideTable } from './wide-table.tsx';

const maxRows = 1_000;
/** Between two questions for newer records, in milliseconds. */
const tailMs = 2_000;

export interface Rows {
  readonly records: readonly StoredRecord[];
  readonly page: RecordPage | undefined;
  readonly fault: string | undefined;
  readonly isLoading: boolean;
  readonly more?: () => void;
}

/** The newest records first, page after page; and those that come while the tail is live. */
export function useRows(key: string, asked: Parameters<typeof fetchRecords>[0], isTailed: boolean): Rows {
  const first = useLoaded(`${key} rows`, () => fetchRecords(asked));
  const [added, setAdded] = useState<{
    key: string;
    newer: readonly StoredRecord[];
    pages: readonly RecordPage[];
  }>({
    key,
    newer: [],
    pages: [],
  });
  const [fault, setFault] = useState<string>();
  const own = added.key === key ? added : { key, newer: [], pages: [] };
  const pages = first.value ? [first.value, ...own.pages] : [];
  const records = [...own.newer, ...pages.flatMap(({ hits }) => hits)].slice(0, maxRows);
  const last = pages.at(-1);
  const newest = records[0]?.position ?? -1;
  useEffect(() => {
    if (!isTailed || !first.value) return undefined;
    const timer = setInterval(() => {
      fetchNewer(asked, newest).then(
        (newer) => {
          setFault(undefined);
          if (newer.length > 0) setAdded({ ...own, newer: [...newer.toReversed(), ...own.newer] });
        },
        (error: Error) => setFault(error.message),
      );
    }, tailMs);
    return () => clearInterval(timer);
  }, [isTailed, first.value, newest, added]);
  const more = () =>
    void fetchRecords(asked, last?.after).then(
      (page) => {
        setFault(undefined);
        setAdded({ ...own, pages: [...own.pages, page] });
      },
      (error: Error) => setFault(error.message),
    );
  return {
    records,
    page: last,
    fault: first.fault ?? fault,
    isLoading: first.isLoading,
    ...(last?.after === undefined || records.length >= maxRows ? {} : { more }),
  };
}

interface RecordTableProps {
  readonly rows: Rows;
  readonly columns: readonly string[];
  readonly selected: StoredRecord | undefined;
  readonly select: (record: StoredRecord) => void;
}

const maxCell = 300;

export function RecordTable({
  rows: { records, isLoading, more },
  columns,
  selected,
  select,
}: RecordTableProps) {
  if (records.length === 0) return <p class="quiet note">{isLoading ? 'Loading' : 'No record is found.'}</p>;
  return (
    <>
      <WideTable title="Records" columns={['pushed', ...columns]}>
        {records.map((record) => (
          <tr
            key={`${record.position} ${record.part}`}
            class={record === selected ? 'selected' : ''}
            onClick={() => select(record)}
          >
            <th scope="row">
              <button type="button" class="tool" onClick={() => select(record)}>
                {record.pushed.slice(0, 23).replace('T', ' ')}
              </button>
            </th>
            {columns.map((path) => (
              <td key={path}>{cellOf(record, path)}</td>
            ))}
          </tr>
        ))}
      </WideTable>
      {more ? (
        <button type="button" class="ghost" onClick={more}>
          Show more
        </button>
      ) : null}
    </>
  );
}

function cellOf({ document }: StoredRecord, path: string): string {
  const value = memberAt(document, path);
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : writeJson(value);
  return text.length > maxCell ? `${text.slice(0, maxCell)}…` : text;
}
