/** One stream: its state, what alerts, rates, failures and replays. */

import { useState } from 'preact/hooks';
import { hrefOf } from '../client/route.ts';
import { fetchStreamOverview, getSource, getStream, patchStream, type Stream } from '../client/stored.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { AlertPanel } from './alert-marks.tsx';
import { countText, shareText, sizeText } from './charts.tsx';
import { FailureTable } from './failure-table.tsx';
import { HourChart } from './hour-chart.tsx';
import { Facts, Fault, ShortTime, StateMark } from './list-parts.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import { Scoped } from './scoped.tsx';
import { SinkPanel } from './sink-panel.tsx';
import { StreamRates } from './stream-rates.tsx';
import { hourOf, rateText } from './stream-table.tsx';

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
          {stream.description === undefined ? null : <p>{stream.description}</p>}
          <Held key={`held ${round}`} id={id} />
          <div class="row">
            <a class="button main" href={hrefOf('streams', id, 'records')}>
              Look at its records
            </a>
            <Scoped scope="stream:write">
              <StateButtons stream={stream} etag={loaded.value?.etag} onChanged={loaded.reload} />
            </Scoped>
            <a class="button" href={hrefOf('streams', id, 'settings')}>
              Settings
            </a>
          </div>
          <Facts
            facts={{
              Id: id,
              Source: <a href={hrefOf('sources', stream.source)}>{source.value?.name ?? stream.source}</a>,
              State: <StateMark state={stream.state} />,
              Opened: <ShortTime time={stream.created} />,
              'Records that fail': onErrorText[stream.on_error],
              'Days that records are kept': `${stream.retention_days}`,
              ...(stream.tags.length > 0 ? { Tags: stream.tags.join(', ') } : {}),
            }}
          />
          <StreamRates id={id} />
          <SinkPanel stream={stream} />
          <FailureTable key={round} stream={stream} source={source.value} />
          <ReplayPanel id={id} state={stream.state} onReplayed={() => setRound(round + 1)} />
        </>
      ) : null}
    </section>
  );
}

/** What it holds, and what alerts. */
function Held({ id }: { readonly id: string }) {
  const { value, fault, reload } = useLoaded(`overview ${id}`, () => fetchStreamOverview(id));
  if (!value) return <Fault fault={fault} retry={reload} />;
  const { records, failures, bytes, lag, pushed, alerting, times, stored, failed = [] } = value;
  const hour = hourOf(value);
  return (
    <>
      <AlertPanel alerting={alerting} />
      <Facts
        facts={{
          ...(stored
            ? {
                'Last hour': <HourChart times={times} stored={stored} failed={failed} />,
                Rate: rateText(hour.all),
                'Failures, 1 h': shareText(hour.share),
              }
            : {}),
          Records: countText(records),
          Failures: countText(failures),
          Size: sizeText(bytes),
          ...(lag === undefined ? {} : { Behind: countText(lag) }),
          'Last push': pushed === undefined ? 'never' : <ShortTime time={pushed} />,
        }}
      />
    </>
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
      await patchStream(stream._id, { state }, etag);
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
