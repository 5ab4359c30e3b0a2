/** The fields of the documents as rows: a click on a name renames it, one on a type converts it, and one on the arrow shows its values. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { undo } from '../client/bench.ts';
import { fieldNote } from '../client/field-steps.ts';
import { useStore } from '../client/store.ts';
import type { RunReport } from '../engine/protocol.ts';
import { FixedRows } from '../parts/fixed-rows.tsx';
import { Icon } from '../parts/icon.tsx';
import { Tool } from '../parts/tool.tsx';
import { amountText } from './charts.tsx';
import { FieldRow, type ShownField } from './field-row.tsx';
import { FieldSearch, fieldsNamed } from './field-search.tsx';
import { FieldTop } from './field-top.tsx';

/** In CSS pixels, as in styles/fields.css. */
const rowHeight = 28;

const orders = {
  Name: (a: ShownField, b: ShownField) => (a.path < b.path ? -1 : 1),
  Type: (a: ShownField, b: ShownField) => (a.type < b.type ? -1 : a.type > b.type ? 1 : 0),
  'In records': (a: ShownField, b: ShownField) => b.count - a.count,
  Values: (a: ShownField, b: ShownField) => b.cardinality - a.cardinality,
} as const;
type Order = keyof typeof orders;

export function FieldsTab({ report: { fields } }: { readonly report: RunReport }) {
  const [wanted, setWanted] = useState('');
  const [order, setOrder] = useState<Order>();
  const [opened, setOpened] = useState<string>();
  const found = useMemo(() => {
    const named = fieldsNamed(fields, wanted);
    return order ? named.toSorted(orders[order]) : named;
  }, [fields, wanted, order]);
  if (fields.length === 0) return <p class="quiet">There are no documents.</p>;
  const field = found.find(({ path }) => path === opened);
  return (
    <div class="fields-view">
      <div class="row">
        <FieldSearch wanted={wanted} onChange={setWanted} />
        <span class="quiet">
          {found.length === fields.length
            ? amountText(fields.length, 'field')
            : `${found.length} of ${amountText(fields.length, 'field')}`}
        </span>
        <span class="space" />
        <FieldNote />
      </div>
      <div class="field-row field-heads">
        <span />
        {(Object.keys(orders) as Order[]).map((name) => (
          <button
            key={name}
            type="button"
            class="tool"
            aria-pressed={name === order}
            title={`Sort by: ${name}`}
            onClick={() => setOrder(name === order ? undefined : name)}
          >
            {name}
          </button>
        ))}
        <span />
      </div>
      <FixedRows
        label="Fields"
        class="field-rows"
        count={found.length}
        rowHeight={rowHeight}
        shown={0}
        row={(at) => {
          const one = found[at];
          return one ? (
            <FieldRow
              key={one.path}
              field={one}
              isOpen={one.path === opened}
              toggle={() => setOpened(one.path === opened ? undefined : one.path)}
            />
          ) : null;
        }}
      />
      {field ? <FieldTop field={field} /> : null}
    </div>
  );
}

/** What the last change of a field has done to the steps. */
function FieldNote() {
  const note = useStore(fieldNote);
  const own = useRef<HTMLSpanElement>(null);
  // The control of the change may be gone.
  useEffect(() => own.current?.querySelector('button')?.focus(), [note]);
  const close = () => fieldNote.set(undefined);
  return (
    <span ref={own} class="row" role="status">
      {note === undefined ? null : (
        <>
          <span>{note}</span>
          <button
            type="button"
            class="ghost"
            onClick={() => {
              undo();
              close();
            }}
          >
            Take it back
          </button>
          <Tool name="Close the note" sign={<Icon name="remove" />} act={close} />
        </>
      )}
    </span>
  );
}
