/** One record of a stream: its fields as a list, each to filter by, and as it was pushed. */

import { isObject, writeJson } from 'headwater/json';
import { useState } from 'preact/hooks';
import { fetchRecord, openAround, type StoredRecord } from '../client/stream-records.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { Icon } from '../parts/icon.tsx';
import { Tool } from '../parts/tool.tsx';
import { Fault } from './list-parts.tsx';

export interface FilterActions {
  readonly filter: (path: string, value: unknown, isOut?: boolean) => void;
  readonly toggleColumn: (path: string) => void;
}

interface RecordPanelProps extends FilterActions {
  readonly stream: string;
  readonly source: string | undefined;
  readonly record: StoredRecord;
  readonly close: () => void;
}

export function RecordPanel({ stream, source, record, close, ...actions }: RecordPanelProps) {
  const { position, part, pushed } = record;
  const [isRaw, setRaw] = useState(false);
  const [fault, setFault] = useState<string>();
  const whole = useLoaded(`record ${stream} ${position} ${part}`, () => fetchRecord(stream, record));
  const { document = record.document, raw } = whole.value ?? {};
  return (
    <section class="pane" aria-labelledby="record-title">
      <div class="pane-head">
        <h3 id="record-title">
          Record {position}
          {part === undefined ? '' : `.${part}`}
        </h3>
        <span class="space" />
        <button type="button" class="ghost" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          Raw
        </button>
        {source === undefined ? null : (
          <button
            type="button"
            onClick={() =>
              void openAround(stream, source, position).catch((error: Error) => setFault(error.message))
            }
          >
            Open in the workbench
          </button>
        )}
        <Tool name="Close the record" sign={<Icon name="remove" />} act={close} />
      </div>
      <div class="pane-body panel">
        <Fault fault={fault ?? whole.fault} />
        <p class="quiet">Pushed {pushed.replace('T', ' ').replace('Z', ' UTC')}</p>
        {isRaw ? <pre>{raw === undefined ? 'Loading' : writeJson(raw, 2)}</pre> : null}
        {isRaw || !document ? null : <FieldRows document={document} {...actions} />}
      </div>
    </section>
  );
}

interface FieldRowsProps extends FilterActions {
  readonly document: Readonly<Record<string, unknown>>;
}

function FieldRows({ document, filter, toggleColumn }: FieldRowsProps) {
  return (
    <ul class="record-fields">
      {leavesOf(document).map(({ path, value }) => (
        <li key={path}>
          <code class="path">{path}</code> <code class="value">{textOf(value)}</code>
          <span class="tools">
            {isFilterable(value) ? (
              <>
                <Tool name={`Only ${path}: ${textOf(value)}`} sign="+" act={() => filter(path, value)} />
                <Tool
                  name={`Without ${path}: ${textOf(value)}`}
                  sign="−"
                  act={() => filter(path, value, true)}
                />
              </>
            ) : null}
            <Tool name={`${path} as a column`} sign="▥" act={() => toggleColumn(path)} />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface Leaf {
  readonly path: string;
  readonly value: unknown;
}

function leavesOf(record: Readonly<Record<string, unknown>>, prefix = ''): readonly Leaf[] {
  return Object.entries(record).flatMap(([name, value]): readonly Leaf[] => {
    const path = `${prefix}${name}`;
    return isObject(value) && Object.keys(value).length > 0 ? leavesOf(value, `${path}.`) : [{ path, value }];
  });
}

/** A list has no value to ask for. */
function isFilterable(value: unknown): boolean {
  return typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value);
}
