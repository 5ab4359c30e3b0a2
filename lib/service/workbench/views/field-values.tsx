/** The fields of what a search finds, with their frequent values: a click adds one to the query, or leaves it out. */

import { useState } from 'preact/hooks';
import type { StreamField, StreamFields } from '../client/stream-records.ts';
import { Tool } from '../parts/tool.tsx';
import { amountText, shareText } from './charts.tsx';
import { FieldSearch, fieldsNamed } from './field-search.tsx';
import type { FilterActions } from './record-tree.tsx';

interface FieldValuesProps extends FilterActions {
  readonly fields: StreamFields;
  readonly columns: readonly string[];
}

export function FieldValues({ fields, ...others }: FieldValuesProps) {
  const [wanted, setWanted] = useState('');
  const { hits, sampled, count } = fields;
  const found = fieldsNamed(hits, wanted);
  return (
    <section class="pane" aria-labelledby="fields-title">
      <div class="pane-head">
        <h3 id="fields-title">{amountText(fields.total, 'field')}</h3>
        <FieldSearch wanted={wanted} onChange={setWanted} />
      </div>
      <div class="pane-body">
        {sampled < count ? (
          <p class="quiet note">
            Of {amountText(sampled, 'record')} of the {count.toLocaleString('en')}.
          </p>
        ) : null}
        {found.map((field) => (
          <FieldCard key={field.path} field={field} {...others} />
        ))}
      </div>
    </section>
  );
}

interface FieldCardProps extends FilterActions {
  readonly field: StreamField;
  readonly columns: readonly string[];
}

function FieldCard({ field, columns, filter, toggleColumn }: FieldCardProps) {
  const { path, type, top, cardinality, count } = field;
  return (
    <details class="field-card">
      <summary>
        <code class="path">{path}</code>
        <span class="quiet">{type}</span>
      </summary>
      <ul>
        {top.map(({ value, count: own }) => (
          <li key={String(value)}>
            <code class="value">{String(value)}</code>
            <span class="quiet">{shareText(own / count)}</span>
            <Tool name={`Only ${path}: ${value}`} sign="+" act={() => filter(path, value)} />
            <Tool name={`Without ${path}: ${value}`} sign="−" act={() => filter(path, value, true)} />
          </li>
        ))}
      </ul>
      <div class="row">
        <span class="quiet">{amountText(cardinality, 'value')}</span>
        <span class="space" />
        <button type="button" class="ghost" onClick={() => toggleColumn(path)}>
          {columns.includes(path) ? 'Remove the column' : 'Add as a column'}
        </button>
      </div>
    </details>
  );
}
