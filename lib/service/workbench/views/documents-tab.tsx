/** The documents as a table, or as JSON. */

import type { DataRecord } from '@headwater/ingest';
import { writeJson } from 'headwater/json';
import { useEffect, useState } from 'preact/hooks';
import { memberAt } from '../client/member-at.ts';
import { useFilteredRecords } from '../client/record-filter.ts';
import { selectedRecord } from '../client/selection.ts';
import { useStore } from '../client/store.ts';
import type { OutcomeView, RunReport } from '../engine/protocol.ts';
import { amountText } from './charts.tsx';
import { FilterChip } from './record-filter-bar.tsx';
import { WideTable } from './wide-table.tsx';

const pageSize = 50;
const maxColumns = 24;
const maxCell = 120;

export function DocumentsTab({ report }: { readonly report: RunReport }) {
  const [isJson, setJson] = useState(false);
  const [page, setPage] = useState(0);
  const selected = useStore(selectedRecord);
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
  const columns = report.fields.slice(0, maxColumns).map(({ path }) => path);
  const left = report.fields.length - columns.length;
  return (
    <>
      <WideTable title="Documents" columns={['Record', ...columns]}>
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
              columns.map((path) => <td key={path}>{textAt(document, path)}</td>)
            ) : (
              <td colSpan={Math.max(1, columns.length)}>{failure?.message ?? 'dropped'}</td>
            )}
          </tr>
        ))}
      </WideTable>
      {left > 0 ? <p class="quiet">{amountText(left, 'more field')} can be seen as JSON.</p> : null}
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

function textAt(document: DataRecord, path: string): string {
  const value = memberAt(document, path);
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : writeJson(value);
  return text.length > maxCell ? `${text.slice(0, maxCell)}…` : text;
}
