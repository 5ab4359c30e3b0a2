/** What a person does with the table of records as a whole. */

import { forgetQueries } from '../client/kept-queries.ts';
import { download, toCsv, toNdjson } from '../client/record-export.ts';
import type { RecordSearch, ShownColumn } from '../client/record-search.ts';
import type { StoredRecord } from '../client/stream-records.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';

export interface TableLayout {
  readonly columns: readonly ShownColumn[];
  readonly isWrapped: boolean;
  readonly change: (changed: Partial<Pick<RecordSearch, 'columns' | 'isWrapped'>>) => void;
}

interface RecordToolsProps {
  readonly records: readonly StoredRecord[];
  readonly status: string;
  readonly layout: TableLayout;
  readonly isTailed: boolean;
  readonly setTailed: (isTailed: boolean) => void;
  readonly isFull: boolean;
  readonly setFull: (isFull: boolean) => void;
}

export function RecordTools({ records, status, layout, ...props }: RecordToolsProps) {
  const { isTailed, setTailed, isFull, setFull } = props;
  const { isWrapped, change } = layout;
  return (
    <>
      <span class="quiet" role="status">
        {status}
      </span>
      <span class="space" />
      <label class="inline">
        <input type="checkbox" checked={isTailed} onChange={() => setTailed(!isTailed)} /> Live
      </label>
      <button
        type="button"
        class="ghost"
        aria-pressed={isWrapped}
        title="Show long values in further lines"
        onClick={() => change({ isWrapped: !isWrapped })}
      >
        Wrap
      </button>
      <button
        type="button"
        class="ghost"
        aria-pressed={isFull}
        aria-keyshortcuts="Escape"
        onClick={() => setFull(!isFull)}
      >
        Full screen
      </button>
      <ExportMenu records={records} layout={layout} />
    </>
  );
}

function ExportMenu({ records, layout }: Pick<RecordToolsProps, 'records' | 'layout'>) {
  const paths = layout.columns.map(({ path }) => path);
  return (
    <>
      <Menu
        items={[
          {
            title: 'Shown records as NDJSON',
            act: () => download('records.ndjson', 'application/x-ndjson', toNdjson(records)),
          },
          {
            title: 'Shown columns as CSV',
            act: () => download('records.csv', 'text/csv', toCsv(records, paths)),
          },
        ]}
      >
        Export <Icon name="down" />
      </Menu>
      <Menu
        class="tool"
        label="More of the table"
        items={[
          { title: 'Usual columns', act: () => layout.change({ columns: [] }) },
          { title: 'Forget the last queries', act: forgetQueries },
        ]}
      >
        <Icon name="more" />
      </Menu>
    </>
  );
}
