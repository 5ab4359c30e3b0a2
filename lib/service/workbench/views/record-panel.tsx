/** One record of a stream: as a tree, as it was pushed, and what each step of the source does with it. */

import { writeJson } from 'headwater/json';
import { useState } from 'preact/hooks';
import { getSource } from '../client/stored.ts';
import { differencesFrom, stepsMaking, traceStored } from '../client/stored-trace.ts';
import { fetchRecord, openAround, type StoredRecord } from '../client/stream-records.ts';
import { type Loaded, useLoaded } from '../client/use-loaded.ts';
import type { RecordTraceReport } from '../engine/protocol.ts';
import { Icon } from '../parts/icon.tsx';
import { Tool } from '../parts/tool.tsx';
import { DifferenceList } from './differences.tsx';
import { Fault, ShortTime } from './list-parts.tsx';
import { type FilterActions, RecordTree } from './record-tree.tsx';
import { TraceSteps } from './trace-steps.tsx';

const modes = { tree: 'Tree', raw: 'Raw', steps: 'Steps' } as const;
export type RecordMode = keyof typeof modes;

interface RecordPanelProps extends FilterActions {
  readonly stream: string;
  readonly source: string | undefined;
  readonly record: StoredRecord;
  readonly mode: RecordMode;
  readonly setMode: (mode: RecordMode) => void;
  readonly close: () => void;
}

export function RecordPanel({ stream, source, record, mode, setMode, close, ...actions }: RecordPanelProps) {
  const { position, part } = record;
  const [fault, setFault] = useState<string>();
  const open = () => {
    if (source !== undefined)
      openAround(stream, source, position).catch((error: Error) => setFault(error.message));
  };
  return (
    <section class="pane" aria-labelledby="record-title">
      <div class="pane-head">
        <h3 id="record-title">
          Record {position}
          {part === undefined ? '' : `.${part}`}
        </h3>
        <span class="row modes">
          {(Object.keys(modes) as RecordMode[]).map((one) => (
            <button
              key={one}
              type="button"
              class="ghost"
              aria-pressed={one === mode}
              onClick={() => setMode(one)}
            >
              {modes[one]}
            </button>
          ))}
        </span>
        <span class="space" />
        <Tool name="Close the record" sign={<Icon name="remove" />} act={close} />
      </div>
      <div class="pane-body panel">
        {source === undefined ? null : (
          <div>
            <button type="button" onClick={open}>
              Open in the workbench
            </button>
          </div>
        )}
        <Fault fault={fault} />
        <RecordContent stream={stream} source={source} record={record} mode={mode} {...actions} />
      </div>
    </section>
  );
}

type RecordContentProps = Omit<RecordPanelProps, 'setMode' | 'close'>;

function RecordContent({ stream, source, record, mode, ...actions }: RecordContentProps) {
  const { position, part, pushed } = record;
  const whole = useLoaded(`record ${stream} ${position} ${part}`, () => fetchRecord(stream, record));
  const { document = record.document, raw } = whole.value ?? {};
  const [isTraced, setTraced] = useState(false);
  if (mode === 'steps' && !isTraced) setTraced(true);
  const isKnown = isTraced && source !== undefined && raw !== undefined;
  const trace = useLoaded(`trace ${isKnown}`, async () =>
    isKnown ? traceStored(await getSource(source), raw) : undefined,
  );
  const [copied, setCopied] = useState('');
  const copy = (what: string, text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(`The ${what} is copied.`),
      () => setCopied('The browser refuses to copy.'),
    );
  return (
    <>
      <Fault fault={whole.fault} />
      <p class="quiet">
        Pushed <ShortTime time={pushed} precision="milliseconds" /> <span role="status">{copied}</span>
      </p>
      {mode === 'tree' && document ? (
        <RecordTree
          document={document}
          stepsMaking={(path) => (trace.value ? stepsMaking(trace.value, path) : [])}
          copy={copy}
          {...actions}
        />
      ) : null}
      {mode === 'raw' ? <pre>{raw === undefined ? 'Loading' : writeJson(raw, 2)}</pre> : null}
      {mode === 'steps' ? <Steps trace={trace} document={part === undefined ? document : undefined} /> : null}
    </>
  );
}

interface StepsProps {
  readonly trace: Loaded<RecordTraceReport | undefined>;
  /** As the stream has it; undefined if the record has become several. */
  readonly document: StoredRecord['document'];
}

function Steps({ trace: { value, fault }, document }: StepsProps) {
  if (fault !== undefined) return <Fault fault={fault} />;
  if (!value) return <p class="quiet">Running</p>;
  const differences = document ? differencesFrom(value, document) : [];
  return (
    <>
      {value.steps.length === 0 ? <p class="quiet">The source has no steps.</p> : null}
      {differences.length > 0 ? (
        <div class="notice">
          The steps, as the source has them now, make another document than the stream has:
          <DifferenceList differences={differences} names={['in the stream', 'now']} />
        </div>
      ) : null}
      <TraceSteps steps={value.steps} />
    </>
  );
}
