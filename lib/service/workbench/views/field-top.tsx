/** The values of one field: the most frequent, the others, and the records without one. Together they are all records. */

import { amountText, countText, shareText } from './charts.tsx';
import type { ShownField } from './field-row.tsx';

export function FieldTop({ field }: { readonly field: ShownField }) {
  const { path, top, cardinality, count, missing, nulls, multi_valued: isList } = field;
  const { min, max, earliest, latest } = field;
  const total = count + missing + nulls;
  const shown = top.reduce((sum, one) => sum + one.count, 0);
  const range = min !== undefined ? [min, max] : [earliest, latest];
  const rows = [
    ...top.map((one) => ({ title: String(one.value), count: one.count, isValue: true })),
    // A list has several values.
    { title: amountText(cardinality - top.length, 'other value'), count: isList ? 0 : count - shown },
    { title: 'null', count: nulls },
    { title: 'without the field', count: missing },
  ];
  return (
    <section class="field-top" aria-label={`Values of ${path}`}>
      <h3>
        <code>{path}</code>{' '}
        <span class="quiet">
          {amountText(cardinality, 'value')} in {countText(count)} of {amountText(total, 'document')}
          {range[0] === undefined ? '' : `, ${range[0]} to ${range[1]}`}
          {isList ? '; a list has several' : ''}
        </span>
      </h3>
      <ul class="top-values">
        {rows
          .filter((row) => row.count > 0)
          .map((row) => (
            <li key={row.title}>
              <span class={'isValue' in row ? 'value' : 'quiet'} title={row.title}>
                {row.title}
              </span>
              <span class="bar thin" aria-hidden="true">
                <i
                  class={'isValue' in row ? 'succeeded' : 'skipped'}
                  style={{ width: `${Math.min(100, (100 * row.count) / total)}%` }}
                />
              </span>
              <span>{countText(row.count)}</span>
              <span class="quiet">{shareText(row.count / total)}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}
