/** How far the documents of a stream are delivered to a search engine. */

import { getSink, type SinkState, type Stream } from '../client/stored.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { countText } from './charts.tsx';
import { Facts, Fault, ShortTime } from './list-parts.tsx';

function templateText({ state, message }: NonNullable<SinkState['template']>): string {
  return message === undefined ? state : `${state}: ${message}`;
}

export function SinkPanel({ stream }: { readonly stream: Stream }) {
  const { _id: id, sink } = stream;
  const loaded = useLoaded(`sink ${id} ${sink?.index}`, async () => (sink ? getSink(id) : undefined));
  if (!sink) return null;
  const { value: state, fault, isLoading, reload } = loaded;
  return (
    <section aria-labelledby="sink-title">
      <h3 id="sink-title">Delivery to the index {sink.index}</h3>
      <Fault fault={fault} />
      {state ? (
        <>
          <Facts
            facts={{
              Behind: state.lag === 0 ? 'nothing' : `${countText(state.lag)} positions`,
              'Replayed batches that wait': countText(state.again),
              Delivered: countText(state.delivered),
              Refused: countText(state.refused),
              Missed: countText(state.missed),
              ...(state.template ? { 'Index template': templateText(state.template) } : {}),
            }}
          />
          {state.waiting === undefined ? null : <p class="issue">{state.waiting}</p>}
          {state.error ? (
            <p class="issue">
              {countText(state.tries)} tries have failed. {state.error.message}{' '}
              <ShortTime time={state.error.at} />
            </p>
          ) : null}
        </>
      ) : null}
      <div class="row">
        <button type="button" disabled={isLoading} onClick={reload}>
          Ask again
        </button>
      </div>
    </section>
  );
}
