/** The fields of the documents: types, how many have them, and their frequent values. */

import type { RunReport } from '../engine/protocol.ts';

const maxFields = 300;

export function FieldsTab({ report }: { readonly report: RunReport }) {
  const { fields } = report;
  if (fields.length === 0) return <p class="quiet">There are no documents.</p>;
  return (
    <ul class="groups">
      {fields.slice(0, maxFields).map((field) => (
        <li key={field.path}>
          <Field field={field} />
        </li>
      ))}
    </ul>
  );
}

function Field({ field }: { readonly field: RunReport['fields'][number] }) {
  const { path, type, types, presence, cardinality, top, min, max, earliest, latest, conflict } = field;
  const range =
    min !== undefined ? `${min} to ${max}` : earliest !== undefined ? `${earliest} to ${latest}` : '';
  const most = Math.max(1, ...top.map(({ count }) => count));
  return (
    <>
      <h3>
        {path}{' '}
        <span class={conflict ? 'bad' : 'quiet'}>
          {types.length > 1 ? types.map((one) => one.type).join(', ') : type}
        </span>
      </h3>
      <p class="quiet">
        in {Math.round(presence * 100)} %, {cardinality} different {range}
      </p>
      <ul class="top-values">
        {top.map(({ value, count }) => (
          <li key={String(value)}>
            <span class="value">{String(value)}</span>
            <span class="bar thin" aria-hidden="true">
              <i class="succeeded" style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <span>{count}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
