/** The documents as a table, or as JSON. */

import { writeJson } from 'headwater/json';
import { useEffect, useState } from 'preact/hooks';
import { arrange, arranged, arrangement, showAllColumns } from '../client/document-columns.ts';
import { textAt } from '../client/member-at.ts';
import { useFilteredRecords } from '../client/record-filter.ts';
import { selectedRecord } from '../client/selection.ts';
import { useStore } from '../client/store.ts';
import type { OutcomeView, RunReport } from '../engine/protocol.ts';
import { amountText } from './charts.tsx';
import { ColumnTable, cellStyle } from './column-table.tsx';
import { FilterChip } from './record-filter-bar.tsx';

const pageSize = 50;
const maxColumns = 24;
/** Characters: of a cell that is cut, and of one that goes on in further lines. */
const maxCell = 120;
const maxWrappedCell = 5_000;

export function DocumentsTab({ report }: { readonly report: RunReport }) {
  const [isJson, setJson] = useState(false);
  const [page, setPage] = useState(0);
  const selected = useStore(selectedRecord);
  const { isWrapped } = useStore(arrangement);
  const { outcomes = report.outcomes, title } = useFilteredRecords() ?? {};
  // The page of the record that somebody selects elsewhere.
  useEffect(() => {
    const index = outcomes.findIndex(({ position }) => position === selected);
    if (index !== -1) setPage(Math.floor(index / pageSize));
  }, [selected, title]);
  const pages = Math.max(1, Math.ceil(outcomes.length / pageSize));
  const at = Math.min(page, pages - 1);
  const shown = outcomes.slice(at * pageSize, (at + 1) * pageSize);
  if (report.records === 0)
    return <p class="quiet">Each record becomes a document here while you write its steps.</p>;
  return (
    <>
      <div class="row">
        <FilterChip />
        <span class="space" />
        <button type="button" class="ghost" disabled={at === 0} onClick={() => setPage(at - 1)}>
          Previous
        </button>
        <span class="quiet">
          {shown.length === 0 ? 0 : at * pageSize + 1} to {at * pageSize + shown.length} of{' '}
          {outcomes.length.toLocaleString('en')}
        </span>
        <button type="button" class="ghost" disabled={at === pages - 1} onClick={() => setPage(at + 1)}>
          Next
        </button>
        <button type="button" class="ghost" aria-pressed={isJson} onClick={() => setJson(!isJson)}>
          JSON
        </button>
        <button
          type="button"
          class="ghost"
          aria-pressed={isWrapped}
          title="Show long values in further lines"
          onClick={() => arrangement.update((now) => ({ ...now, isWrapped: !isWrapped }))}
        >
          Wrap
        </button>
      </div>
      {isJson ? <JsonList outcomes={shown} /> : <Table report={report} outcomes={shown} />}
    </>
  );
}

interface TableProps {
  readonly report: RunReport;
  readonly outcomes: readonly OutcomeView[];
}

function Table({ report, outcomes }: TableProps) {
  const selected = useStore(selectedRecord);
  const layout = useStore(arrangement);
  const all = arranged(
    layout,
    report.fields.map(({ path }) => path),
  );
  const columns = all.slice(0, maxColumns);
  const left = all.length - columns.length;
  return (
    <>
      <ColumnTable
        title="Documents"
        first="Record"
        columns={columns}
        isWrapped={layout.isWrapped}
        onColumns={(next) => arrange(columns, next)}
      >
        {outcomes.map(({ position, part, status, document, failure }) => (
          <tr
            key={`${position} ${part ?? ''}`}
            class={`${status}${position === selected ? ' selected' : ''}`}
          >
            <th scope="row">
              <button type="button" class="tool" onClick={() => selectedRecord.set(position)}>
                {position + 1}
                {part === undefined ? '' : `.${part}`}
              </button>
            </th>
            {document ? (
              columns.map((column) => (
                <td key={column.path} style={cellStyle(column)}>
                  {textAt(document, column.path, layout.isWrapped ? maxWrappedCell : maxCell)}
                </td>
              ))
            ) : (
              <td colSpan={Math.max(1, columns.length)}>{failure?.message ?? 'dropped'}</td>
            )}
          </tr>
        ))}
      </ColumnTable>
      {left > 0 ? <p class="quiet">{amountText(left, 'more field')} can be seen as JSON.</p> : null}
      {layout.hidden.length > 0 ? (
        <p class="quiet">
          {amountText(layout.hidden.length, 'removed column')}{' '}
          <button type="button" class="ghost" onClick={showAllColumns}>
            Show all
          </button>
        </p>
      ) : null}
    </>
  );
}

function JsonList({ outcomes }: { readonly outcomes: readonly OutcomeView[] }) {
  return (
    <ol class="documents">
      {outcomes.map(({ position, part, document, failure }) => (
        <li key={`${position} ${part ?? ''}`} value={position + 1}>
          <pre class={document ? '' : 'bad'}>
            {document ? writeJson(document, 2) : (failure?.message ?? 'dropped')}
          </pre>
        </li>
      ))}
    </ol>
  );
}
