/** The documents as a table, or as JSON. */

import type { DataRecord, RecordValue } from '@headwater/ingest';
import { writeJson } from 'headwater/json';
import { useState } from 'preact/hooks';
import { selectedRecord } from '../client/selection.ts';
import { useStore } from '../client/store.ts';
import type { OutcomeView, RunReport } from '../engine/protocol.ts';
import { WideTable } from './wide-table.tsx';

const pageSize = 50;
const maxColumns = 24;
const maxCell = 120;

export function DocumentsTab({ report }: { readonly report: RunReport }) {
  const [isJson, setJson] = useState(false);
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(report.outcomes.length / pageSize));
  const at = Math.min(page, pages - 1);
  const shown = report.outcomes.slice(at * pageSize, (at + 1) * pageSize);
  if (report.records === 0)
    return <p class="quiet">Each record becomes a document here while you write its steps.</p>;
  return (
    <>
      <div class="row">
        <button type="button" aria-pressed={isJson} onClick={() => setJson(!isJson)}>
          JSON
        </button>
        <button type="button" disabled={at === 0} onClick={() => setPage(at - 1)}>
          Previous
        </button>
        <span>
          {at * pageSize + 1} to {at * pageSize + shown.length} of {report.outcomes.length}
        </span>
        <button type="button" disabled={at === pages - 1} onClick={() => setPage(at + 1)}>
          Next
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
      {left > 0 ? <p class="quiet">{left} more fields are in the JSON.</p> : null}
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

/** A name of a record may have dots itself. */
function textAt(document: DataRecord, path: string): string {
  const value = valueAt(document, path);
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : writeJson(value);
  return text.length > maxCell ? `${text.slice(0, maxCell)}…` : text;
}

function valueAt(value: RecordValue | undefined, path: string): RecordValue | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const name = path.slice(0, dot);
    const found = Object.hasOwn(value, name) ? valueAt(value[name], path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
