/** The fields of the documents: types, how many have them, and their frequent values. */

import { useState } from 'preact/hooks';
import type { RunReport } from '../engine/protocol.ts';
import { amountText, shareText } from './charts.tsx';
import { FieldSearch, fieldsNamed } from './field-search.tsx';

const maxFields = 300;

type Field = RunReport['fields'][number];

export function FieldsTab({ report }: { readonly report: RunReport }) {
  const [wanted, setWanted] = useState('');
  const { fields } = report;
  if (fields.length === 0) return <p class="quiet">There are no documents.</p>;
  const found = fieldsNamed(fields, wanted);
  return (
    <>
      <div class="row">
        <FieldSearch wanted={wanted} onChange={setWanted} />
        <span class="quiet">
          {found.length === fields.length
            ? amountText(fields.length, 'field')
            : `${found.length} of ${amountText(fields.length, 'field')}`}
        </span>
      </div>
      <ul class="fields">
        {found.slice(0, maxFields).map((field) => (
          <li key={field.path}>
            <FieldRow field={field} />
          </li>
        ))}
      </ul>
    </>
  );
}

function FieldRow({ field }: { readonly field: Field }) {
  const { path, type, types, presence, cardinality, conflict } = field;
  return (
    <details>
      <summary>
        <code class="path">{path}</code>
        <span class={conflict ? 'bad' : 'quiet'}>
          {types.length > 1 ? types.map((one) => one.type).join(', ') : type}
        </span>
        <span class="space" />
        <span class="quiet">
          {amountText(cardinality, 'value')}, in {shareText(presence)}
        </span>
      </summary>
      <Values field={field} />
    </details>
  );
}

/** Where each value is another one, the range says more than the first of them. */
function Values({ field: { top, cardinality, min, max, earliest, latest } }: { readonly field: Field }) {
  const sum = top.reduce((total, { count }) => total + count, 0);
  const range =
    min !== undefined ? `${min} to ${max}` : earliest !== undefined ? `${earliest} to ${latest}` : undefined;
  return (
    <div class="stack">
      {range === undefined ? null : <p class="quiet">{range}</p>}
      <ul class="top-values">
        {top.map(({ value, count }) => (
          <li key={String(value)}>
            <span class="value">{String(value)}</span>
            <span class="bar thin" aria-hidden="true">
              <i class="succeeded" style={{ width: `${(100 * count) / sum}%` }} />
            </span>
            <span>{count.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
      {cardinality > top.length ? <p class="quiet">The most frequent {top.length} are shown.</p> : null}
    </div>
  );
}
