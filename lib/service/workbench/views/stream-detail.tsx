/** One stream: its state, rates, failures and replays. */

import { useState } from 'preact/hooks';
import { hrefOf } from '../client/route.ts';
import { changeState, getSource, getStream, type Stream } from '../client/stored.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { FailureTable } from './failure-table.tsx';
import { Facts, Fault, ShortTime, StateMark } from './list-parts.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import { Scoped } from './scoped.tsx';
import { SinkPanel } from './sink-panel.tsx';
import { RateChart, rateSpans } from './stream-table.tsx';

export function StreamDetail({ id }: { readonly id: string }) {
  const loaded = useLoaded(id, async () => {
    const { data: stream, etag } = await getStream(id);
    return { stream, etag };
  });
  const sourceId = loaded.value?.stream.source;
  const source = useLoaded(`source ${sourceId}`, async () => (sourceId ? getSource(sourceId) : undefined));
  // After a replay, the failures are counted once more.
  const [round, setRound] = useState(0);
  const stream = loaded.value?.stream;
  return (
    <section class="page" aria-labelledby="stream-title">
      <p>
        <a href={hrefOf('streams')}>All streams</a>
      </p>
      <h2 id="stream-title">{stream ? (stream.name ?? id) : 'Stream'}</h2>
      <Fault fault={loaded.fault} retry={loaded.reload} />
      {stream ? (
        <>
          <Facts
            facts={{
              Id: id,
              Source: <a href={hrefOf('sources', stream.source)}>{source.value?.name ?? stream.source}</a>,
              State: <StateMark state={stream.state} />,
              Opened: <ShortTime time={stream.created} />,
              'Records that fail': onErrorText[stream.on_error],
              'Days that records are kept': `${stream.retention_days}`,
            }}
          />
          <p>
            <a class="button main" href={hrefOf('streams', id, 'records')}>
              Look at its records
            </a>
          </p>
          <Scoped scope="stream:write">
            <StateButtons stream={stream} etag={loaded.value?.etag} onChanged={loaded.reload} />
          </Scoped>
          <Rates id={id} />
          <SinkPanel stream={stream} />
          <FailureTable key={round} stream={stream} source={source.value} />
          <ReplayPanel id={id} state={stream.state} onReplayed={() => setRound(round + 1)} />
        </>
      ) : null}
    </section>
  );
}

const onErrorText = {
  quarantine: 'are kept aside',
  reject: 'refuse their batch',
  skip: 'are left out',
} as const satisfies Record<Stream['on_error'], string>;

const changes = {
  open: [
    ['paused', 'Pause'],
    ['closed', 'Close'],
  ],
  paused: [
    ['open', 'Open again'],
    ['closed', 'Close'],
  ],
  closed: [],
} as const satisfies Record<Stream['state'], readonly (readonly [Stream['state'], string])[]>;

interface StateButtonsProps {
  readonly stream: Stream;
  readonly etag: string | undefined;
  readonly onChanged: () => void;
}

/** Closing is final, so it asks. */
function StateButtons({ stream, etag, onChanged }: StateButtonsProps) {
  const [isAsked, setAsked] = useState(false);
  const [fault, setFault] = useState<string>();
  const become = async (state: Stream['state']) => {
    setAsked(false);
    try {
      await changeState(stream._id, state, etag);
      setFault(undefined);
    } catch (error) {
      setFault((error as Error).message);
    }
    onChanged();
  };
  return (
    <div class="row">
      {changes[stream.state].map(([state, title]) => (
        <button
          key={state}
          type="button"
          onClick={() => (state === 'closed' ? setAsked(true) : void become(state))}
        >
          {title}
        </button>
      ))}
      {isAsked ? (
        <fieldset class="row">
          <legend>A closed stream takes no records, never again.</legend>
          <button type="button" onClick={() => void become('closed')}>
            Close it for good
          </button>
          <button type="button" onClick={() => setAsked(false)}>
            Cancel
          </button>
        </fieldset>
      ) : null}
      <Fault fault={fault} />
    </div>
  );
}

function Rates({ id }: { readonly id: string }) {
  const [index, setIndex] = useState(0);
  const span = rateSpans[index];
  return (
    <section aria-labelledby="rates-title">
      <h3 id="rates-title">Records pushed</h3>
      <label>
        Time
        <select onChange={({ currentTarget: { selectedIndex } }) => setIndex(selectedIndex)}>
          {rateSpans.map(({ title }) => (
            <option key={title}>{title}</option>
          ))}
        </select>
      </label>
      {span ? <RateChart key={span.title} stream={id} span={span} /> : null}
    </section>
  );
}
