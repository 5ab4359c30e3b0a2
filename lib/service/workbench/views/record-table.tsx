/** The records that a search finds, in rows. */

import { textAt } from '../client/member-at.ts';
import type { Rows } from '../client/record-rows.ts';
import { useStore } from '../client/store.ts';
import type { StoredRecord } from '../client/stream-records.ts';
import { timeZone, zoneName } from '../client/time-zone.ts';
import { ColumnTable, cellStyle } from './column-table.tsx';
import { ShortTime } from './list-parts.tsx';
import type { TableLayout } from './record-tools.tsx';

interface RecordTableProps {
  readonly rows: Rows;
  readonly layout: TableLayout;
  readonly selected: StoredRecord | undefined;
  readonly select: (record: StoredRecord) => void;
}

/** Characters: of a cell that is cut, and of one that goes on in further lines. */
const maxCell = 300;
const maxWrappedCell = 5_000;

export function RecordTable({ rows, layout, selected, select }: RecordTableProps) {
  const { columns, isWrapped, change } = layout;
  const { records, isLoading, more } = rows;
  const zone = useStore(timeZone);
  if (records.length === 0) return <p class="quiet note">{isLoading ? 'Loading' : 'No record is found.'}</p>;
  return (
    <>
      <ColumnTable
        title="Records"
        first={`pushed, ${zoneName(zone)}`}
        columns={columns}
        isWrapped={isWrapped}
        onColumns={(next) => change({ columns: next })}
      >
        {records.map((record) => (
          <tr
            key={`${record.position} ${record.part}`}
            class={record === selected ? 'selected' : ''}
            onClick={() => select(record)}
          >
            <th scope="row">
              <button type="button" class="tool" onClick={() => select(record)}>
                <ShortTime time={record.pushed} precision="milliseconds" isZoneKnown />
              </button>
            </th>
            {columns.map((column) => (
              <td key={column.path} style={cellStyle(column)}>
                {textAt(record.document, column.path, isWrapped ? maxWrappedCell : maxCell)}
              </td>
            ))}
          </tr>
        ))}
      </ColumnTable>
      {more ? (
        <button type="button" class="ghost" onClick={more}>
          Show more
        </button>
      ) : null}
    </>
  );
}
